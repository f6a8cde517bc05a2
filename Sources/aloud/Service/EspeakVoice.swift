internal import Audio
internal import Foundation
internal import Platform
internal import SoundFiles

/// A voice of the program espeak-ng, for the languages that flite does not speak. It runs as a
/// separate program if it is installed.
struct EspeakVoice: Speaking {
    private let program: Program
    private let language: String

    /// Words a minute at a rate of 1.
    private static let usualRate = 160.0
    /// Time limit for one sentence, seconds.
    private static let patience = 60.0

    /// A voice of a language, as its code of ISO 639; nil if espeak-ng is not installed.
    init?(language: String) {
        guard let found = Program(named: "espeak-ng") else { return nil }
        program = found
        self.language = language
    }

    func say(_ text: String, rate: Double) throws -> [Float] {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: file) }
        let end = try program.run(
            ["-v", language, "-s", "\(Int(Self.usualRate * rate))", "-w", file.path, "--stdin"],
            input: .bytes(Array(text.utf8)), within: Self.patience, keepsOutput: false)
        guard end.isSuccess else { throw EspeakFailure(reason: end.reason) }
        let source = try SoundFileSource(file.path)
        var samples: [Float] = []
        while let chunk = try source.read() { samples += chunk.samples }
        return samples
    }
}

/// espeak-ng ended with an error.
private struct EspeakFailure: Error, CustomStringConvertible {
    let reason: ProgramEnd.Reason

    var description: String {
        "The program espeak-ng ended with \(reason). Reinstall it, or use '--voice off'."
    }
}
