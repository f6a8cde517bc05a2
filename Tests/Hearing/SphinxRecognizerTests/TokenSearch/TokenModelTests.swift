import Foundation
import TestSpeech
import Testing

@testable import SphinxRecognizer

@Suite("TokenModel")
struct TokenModelTests {
    @Test("the phones are silence, talk, 26 letters and the phones of speech")
    func phones() throws {
        let phones = try TokenModel(folder: TokenSounds.model).phones
        #expect(phones.count == 67 && phones == phones.sorted())
        #expect(phones.filter { $0.hasPrefix("L_") }.count == 26)
        #expect(phones.contains(TokenModel.silence) && phones.contains(TokenModel.talk))
    }

    /// PocketSphinx crashes on many of them. A phone may have any name.
    @Test("a definition that is cut off or longer, or has a wrong byte, is refused")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let whole = try Data(contentsOf: URL(filePath: TokenSounds.model + "/mdef"))
        let phones = try TokenModel(folder: TokenSounds.model).phones
        let names = 52..<52 + phones.reduce(0) { $0 + $1.utf8.count + 1 }
        let flipped = whole.indices.filter { !names.contains($0) }.map { place in
            var damaged = whole
            damaged[place] ^= 0x41
            return damaged
        }
        let cut = (0..<whole.count).map { whole.prefix($0) }
        for damaged in cut + flipped + [whole + [0]] {
            try damaged.write(to: folder.url("mdef"))
            #expect {
                try TokenModel(folder: folder.path)
            } throws: { error in
                "\(error)".contains(folder.path) && "\(error)".contains("Restore")
            }
        }
    }
}
