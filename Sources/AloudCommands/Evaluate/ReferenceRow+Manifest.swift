internal import Foundation

extension ReferenceRow {
    /// A column of a manifest, in the order that they have without a heading.
    private enum Column: String, CaseIterable {
        case path, transcript, speaker, set
    }

    /// Where each column stands in a line.
    private typealias Places = [Column: Int]

    /// Reads a manifest: lines of path, transcript, speaker and, if there is one, set, with tabs
    /// between. Where the first line names columns, they are read by these names, in any order.
    static func read(_ path: String) throws(ManifestError) -> [ReferenceRow] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .unreadable(path)
        }
        guard var text = String(bytes: data, encoding: .utf8) else { throw .notText(path) }
        // Some spreadsheets put a byte-order mark first.
        if text.first == "\u{FEFF}" { text.removeFirst() }
        var places: Places?
        var rows: [ReferenceRow] = []
        // A line may end as on Windows or on an old Macintosh, too: "\r\n" is one character.
        let lines = text.split(omittingEmptySubsequences: false) {
            $0 == "\n" || $0 == "\r\n" || $0 == "\r"
        }
        for (index, line) in lines.enumerated() where !line.isEmpty {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map { String($0.trimming(\.isWhitespace)) }
            if places == nil {
                places = try heading(fields, of: path)
                if places != nil { continue }
            }
            let known = places ?? usualPlaces
            places = known
            func field(_ column: Column) -> String? {
                known[column].flatMap { $0 < fields.count ? fields[$0] : nil }
            }
            guard let file = field(.path), !file.isEmpty, let transcript = field(.transcript),
                let speaker = field(.speaker)
            else { throw .line(path, number: index + 1) }
            guard !speaker.isEmpty else { throw .noSpeaker(path, number: index + 1) }
            rows.append(
                ReferenceRow(
                    path: file, transcript: words(of: transcript), speaker: speaker,
                    set: field(.set) ?? "", line: index + 1))
        }
        guard !rows.isEmpty else { throw .empty(path) }
        return rows
    }

    private static let usualPlaces = Places(
        uniqueKeysWithValues: zip(Column.allCases, Column.allCases.indices))

    /// Where the columns stand by a first line; nil where that is no heading. It is one where it
    /// begins with "path", or names two columns.
    private static func heading(
        _ fields: [String], of path: String
    ) throws(ManifestError) -> Places? {
        let names = fields.map { Column(rawValue: $0.lowercased()) }
        guard names.first == .path || Set(names.compactMap(\.self)).count > 1 else { return nil }
        var places: Places = [:]
        for (place, column) in names.enumerated() {
            guard let column else { continue }
            guard places.updateValue(place, forKey: column) == nil else {
                throw .columnTwice(path, column: column.rawValue)
            }
        }
        for column in [Column.path, .transcript, .speaker] where places[column] == nil {
            throw .noColumn(path, column: column.rawValue)
        }
        return places
    }

    /// What ends a word or quotes it; a hyphen at its end cuts it off: "s-" is no letter.
    private static let punctuation = Set(".,;:!?\"\u{201C}\u{201D}")

    /// The words of a transcript, without what punctuates it: "A, B." is A and B.
    private static func words(of transcript: String) -> [String] {
        transcript.split(whereSeparator: \.isWhitespace)
            .map { String($0.trimming(punctuation.contains)) }
            .filter { !$0.isEmpty }
    }
}
