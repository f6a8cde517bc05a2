internal import Acuity
package import CommandLineKit
internal import PhoneticMapping
package import Recognition

/// The letters said and heard, as two files for NIST's sclite ("trn": words, then the identity in
/// parentheses).
///
/// Both files have a line for each recording with letters, and contain only letters. Unclear
/// answers are left out, so sclite counts them as deletions. Commands are left out, too.
package struct ScoredTranscripts {
    private let said: ResultFile
    private let heard: ResultFile

    /// Opens the two files.
    ///
    /// - Parameters:
    ///   - prefix: the path of both without ".ref.trn" and ".hyp.trn".
    ///   - inputs: files that are read, which they must not replace.
    package init(_ prefix: String, sparing inputs: Set<FileIdentity>) throws(ResultFileError) {
        said = try ResultFile(prefix + ".ref.trn", for: "what was said", sparing: inputs)
        heard = try ResultFile(prefix + ".hyp.trn", for: "what was heard", sparing: inputs)
    }

    /// Writes both files.
    package func write(_ rows: [HeardRow], thresholds: AcceptanceThresholds) throws(ResultFileError)
    {
        let lettered = rows.filter { !$0.row.letters.isEmpty }
        try said.write(
            lettered.map { row in
                Self.line(row.row.letters.map(\.description), of: row.row)
            }.joined())
        try heard.write(
            lettered.map { row in
                Self.line(
                    row.answers(at: thresholds).compactMap { $0.kind.letter?.description },
                    of: row.row)
            }.joined())
    }

    /// A line: the words, the speaker and the number of the manifest's line.
    private static func line(_ words: [String], of row: ReferenceRow) -> String {
        // sclite takes what comes before a hyphen or an underscore for the speaker.
        let speaker = String(row.speaker.map { $0.isLetter || $0.isNumber ? $0 : "." })
        return (words + ["(\(speaker)-\(row.line))"]).joined(separator: " ") + "\n"
    }
}
