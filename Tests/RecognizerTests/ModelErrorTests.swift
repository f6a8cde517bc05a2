import Foundation
import LetterSpeech
import TestSpeech
import Testing

@testable import SphinxRecognizer

@Suite struct ModelErrorTests {
    /// - Parameter scoring: of a model that only compares words, which PocketSphinx never sees.
    private func failure(model: String, scoring: Bool = false) throws -> String {
        var configuration = SphinxConfiguration(grammar: try RealHearing.grammar("etdrs"))
        if scoring { configuration.scoringModel = model } else { configuration.model = model }
        do {
            _ = try SphinxRecognizer(configuration)
            Issue.record("\(model) was taken for a model")
            return ""
        } catch let error as SphinxError {
            return error.description
        }
    }

    /// A copy of the model with one file changed, gone with the body.
    private func withModel(
        _ change: (URL) throws -> Void, _ body: (String) throws -> Void
    ) throws {
        let folder = try TemporaryFolder()
        let model = folder.url("model")
        try FileManager.default.copyItem(
            at: URL(filePath: SphinxConfiguration.debianModel), to: model)
        try change(model)
        try body(model.path())
    }

    @Test("a model that is not there is told with what to do")
    func missing() throws {
        let message = try failure(model: "/nowhere/en-us")
        #expect(message.hasPrefix("no acoustic model at /nowhere/en-us: install"))
    }

    /// PocketSphinx ends the program at some of these.
    @Test(
        "a model with a damaged file is told by its name and the file's",
        arguments: [
            "mdef", "means", "variances", "sendump", "transition_matrices", "feat.params",
        ], ["garbage", "cut short", "gone"])
    func damaged(file: String, how: String) throws {
        try withModel { folder in
            let path = folder.appending(path: file)
            switch how {
            case "garbage":
                var generator = SeededNoise(seed: 7)
                let bytes = (0..<4_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
                try Data(bytes).write(to: path)
            case "cut short":
                try Data(contentsOf: path).prefix(100).write(to: path)
            default: try FileManager.default.removeItem(at: path)
            }
        } _: { folder in
            // Without the sizes of the features, garbage is a list of options.
            let message = try failure(model: folder)
            #expect(message.contains(folder), "\(message)")
            #expect(message.contains("--model"), "\(message)")
        }
    }

    @Test(
        "numbers that are infinite, or would become so, are told with their file",
        arguments: ["means", "variances"], [Float.infinity, .nan, 3e38])
    func tooLarge(file: String, number: Float) throws {
        try withModel { folder in
            let path = folder.appending(path: file)
            var bytes = try Data(contentsOf: path)
            // One of the last numbers; behind them stands a checksum.
            let place = bytes.count - 400
            withUnsafeBytes(of: number.bitPattern.littleEndian) {
                bytes.replaceSubrange(place..<place + 4, with: $0)
            }
            try bytes.write(to: path)
        } _: { folder in
            let message = try failure(model: folder, scoring: true)
            #expect(message.contains("\(folder)/\(file)"), "\(message)")
            #expect(message.contains("infinite"), "\(message)")
        }
    }

    @Test("a tree of phones points to nodes and sounds alone")
    func nodes() {
        func isWhole(children: Int16, target: Int32) -> Bool {
            var bytes = Data()
            withUnsafeBytes(of: Int16(0)) { bytes.append(contentsOf: $0) }
            withUnsafeBytes(of: children.littleEndian) { bytes.append(contentsOf: $0) }
            withUnsafeBytes(of: target.littleEndian) { bytes.append(contentsOf: $0) }
            return PhoneInventory.Nodes(bytes: bytes).isWhole(sounds: 10)
        }
        #expect(isWhole(children: 0, target: -1) && isWhole(children: 0, target: 9))
        #expect(isWhole(children: 1, target: 0))
        #expect(!isWhole(children: 0, target: 10) && !isWhole(children: 0, target: -2))
        #expect(!isWhole(children: 1, target: 1) && !isWhole(children: 1, target: -1))
        #expect(!isWhole(children: -30_000, target: 10) && !isWhole(children: -1, target: 0))
    }

    @Test("a model of other features than Aloud computes is told by what it asks for")
    func otherKind() throws {
        try withModel { folder in
            let path = folder.appending(path: "feat.params")
            let text = try String(contentsOf: path, encoding: .utf8)
            let other = text.replacing("1s_c_d_dd", with: "s3_1x39")
            try other.write(to: path, atomically: true, encoding: .utf8)
        } _: { folder in
            let message = try failure(model: folder)
            #expect(message.contains("s3_1x39") && message.contains("--model"), "\(message)")
        }
    }

    @Test("a whole model starts after a damaged one")
    func afterwards() throws {
        _ = try failure(model: "/nowhere")
        try withModel { folder in
            try Data("none".utf8).write(to: folder.appending(path: "mdef"))
        } _: { folder in
            _ = try failure(model: folder)
        }
        let words = try RealHearing.recognizer().hear(spoken("K"), learning: true)
        #expect(words.map(\.word) == ["kay"])
    }

    @Test("a word whose sounds the model lacks is told by its name")
    func unknownPhone() throws {
        let decoder = try SphinxDecoder.start(model: SphinxConfiguration.debianModel)
        do {
            try decoder.add(word: "ngoma", phones: ["NG", "OO", "M", "AH"])
            Issue.record("the word was taken")
        } catch {
            guard case .word("ngoma", let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(reason.contains("OO"), "\(reason)")
            #expect(error.description.contains("\"ngoma\""))
        }
    }

    @Test("an option that PocketSphinx does not know is an error that names it")
    func unknownOption() throws {
        var configuration = SphinxConfiguration(grammar: try RealHearing.grammar("etdrs"))
        configuration.tuning = ["-beams": "1e-60"]
        #expect(throws: SphinxError.self) { try SphinxRecognizer(configuration) }
    }
}
