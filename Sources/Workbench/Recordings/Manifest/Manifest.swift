/// A manifest of recordings, and which of its rows are to be heard.
package struct Manifest: Sendable {
    /// Its path.
    let path: String
    /// All rows.
    let rows: [ReferenceRow]
    /// The sets to be heard; all if empty.
    private let sets: [String]

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - sets: the sets to evaluate; all if empty.
    ///   - talks: the sets of talk, in which 'I' and 'A' are words.
    /// - Throws: `ManifestError`; `EmptySet` if a set is not in the manifest.
    package init(_ path: String, sets: [String] = [], talks: [String] = []) throws {
        var rows = try ReferenceRow.read(path)
        for index in rows.indices { rows[index].isTalk = talks.contains(rows[index].set) }
        for (names, option) in [(sets, "'--set'"), (talks, "'--talk'")] {
            for set in names where !rows.contains(where: { $0.set == set }) {
                throw EmptySet(path: path, set: set, options: option)
            }
        }
        try ReferenceRow.refuseContradictions(in: rows, of: path)
        self.path = path
        self.rows = rows
        self.sets = sets
    }

    /// The rows of the sets to be heard.
    var wanted: [ReferenceRow] {
        sets.isEmpty ? rows : rows.filter { sets.contains($0.set) }
    }

    /// The sets to be heard, for a message; nil for all.
    var setNames: String? { sets.isEmpty ? nil : sets.joined(separator: "', '") }

    /// Every file that the manifest names.
    var files: [String] { rows.map { $0.file(of: path) } }

    /// The doubts about rows, each as a sentence.
    func doubts(in rows: [ReferenceRow]) -> [String] {
        ReferenceRow.doubts(in: rows, of: path)
    }
}
