import Foundation
import TestSpeech

/// An ALSA configuration with a loudspeaker whose sound goes into a file. Gone with the object.
final class FileLoudspeaker {
    /// Holds the configuration and the sound.
    let folder: TemporaryFolder
    /// The name of the device for Aloud.
    let name = "speaker_file"
    /// The variables that the program needs in its environment.
    let variables: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        let configuration = try folder.write(
            """
            </usr/share/alsa/alsa.conf>
            pcm.\(name) {
              type plug
              slave { pcm { type file slave.pcm null file "|cat >> \(folder.file("sound"))" format raw }
                      format S16_LE rate 16000 channels 1 }
            }

            """, to: "asound.conf")
        variables = ["ALSA_CONFIG_PATH": configuration]
    }

    /// The sound that was played, one stretch after the other; empty before the first. It is complete
    /// once the messages of the program have ended: the writer of the file has them open, too.
    func samples() throws -> [Int16] {
        let file = folder.url("sound")
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        let bytes = try Data(contentsOf: file)
        return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
        }
    }
}
