internal import Audio
internal import Foundation
internal import SoundFiles

/// The speech synthesiser espeak-ng where it is installed as a program: accents that the library's
/// voices do not have. Nothing of Aloud is linked with it.
package enum EspeakProgram {
    /// Its place in Debian.
    private static let path = "/usr/bin/espeak-ng"

    /// Whether it can be used.
    package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Accents of English, by the names of its voices: American, British, and Received
    /// Pronunciation. Of its others this project understands too little to hold it to that.
    package static let accents = ["en-us", "en-gb", "en-gb-x-rp"]

    /// Something said: mono at 16,000 Hz.
    ///
    /// - Parameter wordsPerMinute: 150 is the pace of somebody who answers.
    package static func say(
        _ words: String, accent: String, wordsPerMinute: Int = 150
    ) throws -> [Float] {
        let folder = try TemporaryFolder()
        let file = folder.file("said.wav")
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = [
            "-v", accent, "-s", "\(wordsPerMinute)", "-w", file, "--", words,
        ]
        try process.run()
        process.waitUntilExit()
        return try SoundFileSource(file).readAll().samples
    }
}
