internal import CommandLineKit
internal import Evaluation

extension SpeakerSplit {
    /// Checks that the final recordings can be read. A proof that hears nothing would still count.
    ///
    /// - Parameter file: the path of the recording of a row.
    /// - Throws: `UnreadableFile`.
    func checkFinals(of rows: [ReferenceRow], file: (ReferenceRow) -> String) throws {
        for row in rows where parts[row.speaker] == .final {
            _ = try ContentDigest.ofFile(file(row))
        }
    }

    /// Checks that no recording of a final speaker is also one of a speaker who is tuned on.
    /// Recordings are compared by their content. Missing files are left out, and so are recordings
    /// without a word, such as noise.
    ///
    /// - Parameter file: the path of the recording of a row.
    /// - Throws: `SharedRecording`.
    func checkUnshared(
        of rows: [ReferenceRow], in manifest: String, file: (ReferenceRow) -> String
    ) throws(SharedRecording) {
        let spoken = rows.filter { !$0.transcript.isEmpty }
        var finals: [String: ReferenceRow] = [:]
        for row in spoken where parts[row.speaker] == .final {
            if let digest = try? ContentDigest.ofFile(file(row)) { finals[digest] = row }
        }
        for row in spoken where parts[row.speaker] != .final {
            guard let digest = try? ContentDigest.ofFile(file(row)), let final = finals[digest]
            else { continue }
            throw SharedRecording(manifest: manifest, line: final.line, other: row.line)
        }
    }
}

/// A recording that the proof would hear, and that the profile is tuned on under another name of
/// the speaker.
struct SharedRecording: Error, Equatable, CustomStringConvertible {
    var manifest: String
    /// The line of the final recording, and that of the same recording of another speaker.
    var line: Int
    var other: Int

    var description: String {
        "\(manifest):\(line): this recording is also on line \(other), for another speaker, and the"
            + " profile is tuned on that one. Give a person the same name on every line, or remove"
            + " the wrong line."
    }
}
