internal import Foundation

extension ReferenceRow {
    /// Refuses a manifest at this path in which a recording stands twice, with other words each time.
    ///
    /// - Throws: `ManifestError.contradiction`.
    static func refuseContradictions(
        in rows: [ReferenceRow], of manifest: String
    ) throws(ManifestError) {
        for (first, again) in repeats(in: rows, of: manifest) {
            let words = [first, again].map { $0.transcript.map { $0.uppercased() } }
            guard words[0] == words[1] else {
                throw .contradiction(manifest, number: again.line, first: first.line)
            }
        }
    }

    /// Rows whose recording stood before, each with the first one of it.
    static func repeats(
        in rows: [ReferenceRow], of manifest: String
    ) -> [(first: ReferenceRow, again: ReferenceRow)] {
        var seen: [String: ReferenceRow] = [:]
        return rows.compactMap { row in
            let file = URL(fileURLWithPath: row.file(of: manifest)).standardizedFileURL.path
            guard let first = seen[file] else {
                seen[file] = row
                return nil
            }
            return (first, row)
        }
    }
}
