internal import CommandLineKit
internal import Glibc
internal import Platform

extension ReferenceRow {
    /// A column of a manifest, in the order of a file without a heading. The groups of speakers are
    /// read only under a heading.
    private enum Column: String, CaseIterable {
        case path, transcript, speaker, set
        case sex, age, accent, microphone

        static let groups: [Column] = [.sex, .age, .accent, .microphone]
    }

    /// The index of each column in a line.
    private typealias Places = [Column: Int]

    /// Reads a manifest: lines of path, transcript, speaker and, optionally, set, separated by
    /// tabs. If the first line names columns, they are read by these names, in any order.
    package static func read(_ path: String) throws(ManifestError) -> [ReferenceRow] {
        let bytes = try bytes(of: path)
        // In UTF-16, every English character has a zero byte; in UTF-8, no table has one.
        guard !bytes.contains(0) else { throw .wideText(path) }
        guard var text = String(validating: bytes, as: UTF8.self) else { throw .notText(path) }
        // Some spreadsheets put a byte-order mark first.
        if text.first == "\u{FEFF}" { text.removeFirst() }
        var places: Places?
        var rows: [ReferenceRow] = []
        // A line may also end in CR LF (Windows) or CR (old Macintosh). Swift reads CR LF as one
        // character.
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
            rows.append(try row(fields, at: known, line: index + 1, of: path))
        }
        guard !rows.isEmpty else { throw .empty(path) }
        return rows
    }

    /// The row of a line.
    ///
    /// - Parameters:
    ///   - places: the index of each column.
    ///   - line: its number, from 1.
    private static func row(
        _ fields: [String], at places: Places, line: Int, of path: String
    ) throws(ManifestError) -> ReferenceRow {
        func field(_ column: Column) -> String? {
            places[column].flatMap { $0 < fields.count ? fields[$0] : nil }
        }
        guard let file = field(.path), let transcript = field(.transcript),
            let speaker = field(.speaker)
        else { throw .line(path, number: line) }
        guard !file.isEmpty else { throw .noPath(path, number: line) }
        // Spreadsheets quote a cell like this; people do not name files like this.
        guard file.count < 2 || file.first != "\"" || file.last != "\"" else {
            throw .quoted(path, number: line)
        }
        guard !speaker.isEmpty else { throw .noSpeaker(path, number: line) }
        var row = ReferenceRow(
            path: file, transcript: words(of: transcript), speaker: speaker,
            set: field(.set) ?? "", line: line)
        for column in Column.groups {
            if let value = field(column), !value.isEmpty { row.groups[column.rawValue] = value }
        }
        return row
    }

    /// All bytes of a file or a pipe.
    private static func bytes(of path: String) throws(ManifestError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path, reason: systemReason(errno)) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EISDIR { throw .isFolder(path) }
                throw .unreadable(path, reason: systemReason(errno))
            }
            guard count > 0 else { return bytes }
            bytes += block.prefix(count)
        }
    }

    private static let usualPlaces = Places(
        uniqueKeysWithValues: zip([.path, .transcript, .speaker, .set], 0...))

    /// Names of the path column in other programs. A first line that begins with one is a heading.
    private static let otherPaths: Set = [
        "file", "filename", "file_name", "file name", "filepath", "file_path", "audio",
        "audio_filepath", "recording", "sound", "wav", "name", "id",
    ]

    /// The columns that a first line names; nil if it is not a heading. A heading begins with
    /// "path", names two columns, or names one and begins with another word for a path.
    private static func heading(
        _ fields: [String], of path: String
    ) throws(ManifestError) -> Places? {
        let names = fields.map { Column(rawValue: $0.lowercased()) }
        let known = Set(names.compactMap(\.self))
        let isOther = fields.first.map { otherPaths.contains($0.lowercased()) } ?? false
        guard names.first == .path || known.count > (isOther ? 0 : 1) else { return nil }
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

    /// Marks that end, quote or bracket a word. A hyphen is not: "s-" is a word cut off, not a
    /// letter.
    private static let punctuation = Set(".,;:!?()\"\u{201C}\u{201D}")
    /// Marks that quote a word if they are on both sides, and else are apostrophes.
    private static let singleQuotes = Set("'\u{2018}\u{2019}")

    /// The words of a transcript, without punctuation: "A, B." is A and B.
    private static func words(of transcript: String) -> [String] {
        transcript.split(whereSeparator: \.isWhitespace)
            .map { word in
                let plain = word.trimming(punctuation.contains)
                let isQuoted =
                    plain.count > 2 && plain.first.map(singleQuotes.contains) == true
                    && plain.last.map(singleQuotes.contains) == true
                return String(
                    isQuoted ? plain.dropFirst().dropLast().trimming(punctuation.contains) : plain)
            }
            .filter { !$0.isEmpty }
    }
}

/// An error in a manifest.
package enum ManifestError: Error, Equatable, CustomStringConvertible {
    /// `reason` in the system's words.
    case unreadable(String, reason: String)
    case isFolder(String)
    case notText(String)
    /// Text of two bytes a character, as spreadsheets save it.
    case wideText(String)
    case line(String, number: Int)
    case noPath(String, number: Int)
    case quoted(String, number: Int)
    case noSpeaker(String, number: Int)
    /// The same recording has other words on an earlier line.
    case contradiction(String, number: Int, first: Int)
    case noColumn(String, column: String)
    case columnTwice(String, column: String)
    case empty(String)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "'\(path)' cannot be read (\(reason)). Name a manifest of recordings."
        case .isFolder(let path): "'\(path)' is a folder. Name the manifest in it."
        case .notText(let path):
            "'\(path)' is not UTF-8 text. A manifest is a table with tabs: save it as text in UTF-8"
                + " with tabs between the columns."
        case .wideText(let path):
            "'\(path)' is not UTF-8 text, but UTF-16. A manifest is a table with tabs: save it as"
                + " text in UTF-8 with tabs between the columns."
        case .line(let path, let number):
            "\(path):\(number): a manifest's line has a path, a transcript and a speaker with tabs"
                + " between; this one has fewer. Save the table as text with tabs, not with commas."
        case .noPath(let path, let number):
            "\(path):\(number): the path is empty. Name the recording, or leave the line out."
        case .quoted(let path, let number):
            "\(path):\(number): the path is in quotes. Save the table as text with tabs, without"
                + " quotes around the columns."
        case .contradiction(let path, let number, let first):
            "\(path):\(number): this recording is also on line \(first), with another"
                + " transcript. Remove the wrong one."
        case .noSpeaker(let path, let number):
            "\(path):\(number): the speaker is empty. Give every person a name of their own."
        case .noColumn(let path, let column):
            "The heading of '\(path)' names no column '\(column)'. A manifest has the columns path,"
                + " transcript, speaker and, if there is one, set."
        case .columnTwice(let path, let column):
            "The heading of '\(path)' names the column '\(column)' twice. Leave one of them out."
        case .empty(let path): "'\(path)' names no recording."
        }
    }
}

/// A manifest without a recording to hear.
package struct EmptySet: Error, CustomStringConvertible {
    package var path: String
    package var set: String?
    /// The error.
    package var options = "'--set' and '--letters'"

    /// Sets each property from the parameter of its name.
    package init(path: String, set: String? = nil, options: String = "'--set' and '--letters'") {
        self.path = path
        self.set = set
        self.options = options
    }

    package var description: String {
        "'\(path)' has no recording to hear" + (set.map { " of the set '\($0)'" } ?? "")
            + ". Check \(options)."
    }
}
