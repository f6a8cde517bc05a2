internal import Foundation

extension ReferenceRow {
    /// Refuses a manifest at this path in which a recording stands twice, with other words each time.
    ///
    /// - Throws: `ManifestError.contradiction`.
    package static func refuseContradictions(
        in rows: [ReferenceRow], of manifest: String
    ) throws(ManifestError) {
        for (first, again) in repeats(in: rows, of: manifest) {
            let words = [first, again].map { $0.transcript.map { $0.uppercased() } }
            guard words[0] == words[1] else {
                throw .contradiction(manifest, number: again.line, first: first.line)
            }
        }
    }

    /// Rows whose recording stood before, each with the first one of it. Paths are compared byte by
    /// byte, as the system does: to Swift an "é" of one scalar and one of two are the same text.
    static func repeats(
        in rows: [ReferenceRow], of manifest: String
    ) -> [(first: ReferenceRow, again: ReferenceRow)] {
        var seen: [[UInt8]: ReferenceRow] = [:]
        return rows.compactMap { row in
            let path = URL(fileURLWithPath: row.file(of: manifest)).standardizedFileURL.path
            let file = Array(path.utf8)
            guard let first = seen[file] else {
                seen[file] = row
                return nil
            }
            return (first, row)
        }
    }
}
