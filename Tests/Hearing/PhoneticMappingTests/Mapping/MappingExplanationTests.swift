import Foundation
import PhoneticMapping
import Testing

@Suite("explanations of sounds", .timeLimit(.minutes(1)))
struct MappingExplanationTests {
    @Test("the manual shows the output of the code", arguments: ["fee", "hetch"])
    func manual(word: String) throws {
        let text = try MappingFolder.mapper.get().explanation(ofSoundOf: word)
        print(text)
        let manual = URL(filePath: MappingFolder.grammars).deletingLastPathComponent()
            .appending(path: "docs/grammars.md")
        #expect(try String(contentsOf: manual, encoding: .utf8).contains(text))
    }

    @Test("text without sound has no explanation")
    func soundless() throws {
        let mapper = try MappingFolder.mapper.get()
        #expect(mapper.explanation(ofSoundOf: "7") == "7: has no sound\n")
    }
}
