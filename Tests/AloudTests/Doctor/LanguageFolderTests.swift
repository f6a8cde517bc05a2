import FliteVoice
import Foundation
import TestProgram
import TestSpeech
import Testing

@testable import CommandLineKit
@testable import Doctor
@testable import PhoneticMapping

@Suite("Folders of other languages")
struct LanguageFolderTests {
    /// The findings on Spanish in a copy of the grammars, with a change in its language's file.
    private func findings(replacing old: String, with new: String) throws -> [Finding] {
        let folder = try TemporaryFolder()
        let copy = folder.url("grammars")
        try FileManager.default.copyItem(at: URL(filePath: Checkout.grammars), to: copy)
        let file = copy.appending(path: "es/\(HearingLanguage.fileName)")
        let text = try String(contentsOf: file, encoding: .utf8)
        try #require(text.contains(old))
        try text.replacing(old, with: new).write(to: file, atomically: true, encoding: .utf8)
        func find(_ kind: ResourceFolder.Kind) throws -> ResourceFolder {
            try ResourceFolder.find(
                kind, variables: ["ALOUD_GRAMMARS": copy.path],
                executable: AloudBinary.url.path)
        }
        return LanguageFolderCheck(
            folder: try find(.grammars), models: try find(.models), pronouncer: FlitePronouncer()
        ).findings().filter { $0.check.hasPrefix("language es") }
    }

    @Test("A language without errors has one finding")
    func sound() throws {
        let found = try findings(replacing: "Español", with: "Castellano")
        #expect(found.map(\.status) == [.ok])
        #expect(found.first?.words.hasSuffix(", Castellano") == true)
    }

    @Test("A word that the dictionary does not have is an error")
    func strayWord() throws {
        let found = try findings(replacing: "\"sé\"", with: "\"sée\"")
        #expect(found.map(\.status) == [.error])
        #expect(found.first?.words.contains("'sée' in 'homophones'") == true)
    }
}
