import Foundation
import TestSpeech
import Testing

/// The program that gives features to train on.
@Suite("letter-features")
struct LetterFeaturesTests {
    @Test("a manifest or recording that is not there is told", arguments: [false, true])
    func notThere(hasManifest: Bool) throws {
        let folder = try TemporaryFolder()
        let manifest = folder.url("manifest.tsv")
        if hasManifest { try Data("absent.wav\tA\tann\n".utf8).write(to: manifest) }
        let process = Process()
        let messages = Pipe()
        process.executableURL = AloudBinary.url.deletingLastPathComponent()
            .appending(path: "letter-features")
        process.arguments = [manifest.path(), folder.file("out")]
        process.standardError = messages
        try process.run()
        let bytes = messages.fileHandleForReading.readDataToEndOfFile()
        let told = String(decoding: bytes, as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 1)
        #expect(told.hasPrefix("Error: ") && told.split(separator: "\n").count == 1, "\(told)")
        #expect(told.contains(hasManifest ? "absent.wav" : manifest.path()), "\(told)")
    }
}
