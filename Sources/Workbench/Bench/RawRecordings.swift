internal import Acuity
internal import Audio
package import CommandLineKit
internal import Foundation
internal import Recognition

/// Recordings as other recognisers read them: raw sound, and a control file.
package struct RawRecordings {
    /// One name a line, without its ending: the `-ctl` of pocketsphinx_batch.
    private static let controlFile = "recordings.ctl"
    /// One name a line with the letters said, where they are known, after a tab.
    private static let lettersFile = "recordings.tsv"

    private let folder: URL
    private let inputs: Set<FileIdentity>
    private let control: ResultFile
    private let letters: ResultFile

    /// Prepares a folder for them, before the work begins. It is made if need be.
    ///
    /// - Parameters:
    ///   - folder: its path.
    ///   - inputs: files that are read, which none of them must replace.
    /// - Throws: `ResultFileError` if the folder cannot be made or written to.
    package init(folder: String, sparing inputs: Set<FileIdentity>) throws(ResultFileError) {
        self.folder = URL(fileURLWithPath: folder)
        self.inputs = inputs
        do {
            // Voices of people, for the user alone.
            try FileManager.default.createDirectory(
                at: self.folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch { throw ResultFileError(path: folder, content: Self.content, reason: .noFolder) }
        control = try Self.file(Self.controlFile, in: self.folder, sparing: inputs)
        letters = try Self.file(Self.lettersFile, in: self.folder, sparing: inputs)
    }

    /// Writes every recording of the sessions: mono, 16,000 Hz, 16 bits, little-endian, without a
    /// header. Those that cannot be read are left out.
    package func write(_ sessions: [BenchSession]) throws(ResultFileError) {
        var names = ""
        var lines = ""
        var number = 0
        for session in sessions {
            for (recording, said) in zip(session.recordings, session.said) {
                number += 1
                guard let sound = try? recording.open().readAll() else { continue }
                let name = String(format: "%04d", number)
                try Self.file(name + ".raw", in: folder, sparing: inputs)
                    .write(Data(PCM16.littleEndian(sound.samples)))
                names += name + "\n"
                if let said {
                    lines += name + "\t" + said.map(\.description).joined(separator: " ") + "\n"
                }
            }
        }
        try control.write(names)
        try letters.write(lines)
    }

    /// The content in messages.
    private static let content = "the recordings"

    private static func file(
        _ name: String, in folder: URL, sparing inputs: Set<FileIdentity>
    ) throws(ResultFileError) -> ResultFile {
        try ResultFile(
            folder.appendingPathComponent(name).path, for: content, sparing: inputs)
    }
}
