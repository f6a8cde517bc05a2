internal import Audio
internal import Foundation
internal import Glibc
internal import SoundFiles

/// A voice of the program espeak-ng, for the languages that flite does not speak. It is run as a
/// program of its own where it is installed.
struct EspeakVoice: Speaking {
    private let program: String
    private let language: String

    /// Words a minute at a rate of 1.
    private static let usualRate = 160.0

    /// A voice of a language, as its code of ISO 639; nil if espeak-ng is not installed.
    init?(language: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = folders.map { folder in "\(folder)/espeak-ng" as String }
        guard let found = paths.first(where: { path in access(path, X_OK) == 0 }) else {
            return nil
        }
        program = found
        self.language = language
    }

    func say(_ text: String, rate: Double) throws -> [Float] {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [
            "-v", language, "-s", "\(Int(Self.usualRate * rate))", "-w", file.path, "--stdin",
        ]
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw EspeakFailure(status: process.terminationStatus)
        }
        let source = try SoundFileSource(file.path)
        var samples: [Float] = []
        while let chunk = try source.read() { samples += chunk.samples }
        return samples
    }
}

/// espeak-ng ended with an error.
private struct EspeakFailure: Error, CustomStringConvertible {
    let status: Int32

    var description: String {
        "The program espeak-ng ended with status \(status). Reinstall it, or use '--voice off'."
    }
}
