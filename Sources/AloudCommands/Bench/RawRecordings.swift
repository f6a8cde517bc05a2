internal import Acuity
internal import Audio
internal import Foundation
internal import Listening

/// Recordings as other recognisers read them: raw sound, and a control file.
enum RawRecordings {
    /// One name a line, without its ending: the `-ctl` of pocketsphinx_batch.
    static let controlFile = "recordings.ctl"
    /// One name a line with the letters said, where they are known, after a tab.
    static let lettersFile = "recordings.tsv"

    /// Writes every recording of the sessions into a folder, which is made if need be: mono, 16,000
    /// Hz, 16 bits, little-endian, without a header. Those that cannot be read are left out.
    ///
    /// - Throws: what the file system says.
    static func write(_ sessions: [BenchSession], to folder: String) throws {
        let folder = URL(fileURLWithPath: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var names = ""
        var letters = ""
        var number = 0
        for session in sessions {
            for (recording, said) in zip(session.recordings, session.said) {
                number += 1
                guard let sound = try? recording.open().readAll() else { continue }
                let name = String(format: "%04d", number)
                try Data(PCM16.littleEndian(sound.samples))
                    .write(to: folder.appendingPathComponent(name + ".raw"))
                names += name + "\n"
                if let said {
                    letters +=
                        name + "\t" + said.map(\.description).joined(separator: " ") + "\n"
                }
            }
        }
        try Data(names.utf8).write(to: folder.appendingPathComponent(controlFile))
        try Data(letters.utf8).write(to: folder.appendingPathComponent(lettersFile))
    }
}
