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

    @Test("a definition that is cut off, longer or out of order is refused")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let whole = try Data(contentsOf: URL(filePath: TokenSounds.model + "/mdef"))
        var outOfOrder = whole
        outOfOrder[whole.count - 2] = 0
        for damaged in (0..<whole.count).map({ whole.prefix($0) }) + [whole + [0], outOfOrder] {
            try damaged.write(to: folder.url("mdef"))
            #expect {
                try TokenModel(folder: folder.path)
            } throws: { error in
                "\(error)".contains(folder.path) && "\(error)".contains("Restore")
            }
        }
    }
}
