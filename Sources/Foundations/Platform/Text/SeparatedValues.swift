/// A table of text with a heading: columns separated by commas or tabs (RFC 4180, and
/// text/tab-separated-values of IANA).
package struct SeparatedValues: Sendable, Equatable {
    /// The names of the columns, without spaces at their ends.
    package let heading: [String]
    /// The rows, each with its line in the file, from 1.
    package let rows: [Row]

    /// A row of a table.
    package struct Row: Sendable, Equatable {
        /// The cells, without spaces at their ends; as many as the line has.
        package let cells: [String]
        /// The number of its first line in the file, from 1.
        package let line: Int
    }

    /// An error in a table.
    package enum Fault: Error, Sendable, Equatable {
        /// There is no heading.
        case empty
        /// A quoted cell that begins on this line has no end.
        case openQuote(line: Int)
    }

    /// Reads a table. The heading decides whether tabs or commas separate the cells; empty lines
    /// are left out. A row may have more cells than the heading.
    ///
    /// - Throws: `Fault`.
    package init(_ text: String) throws(Fault) {
        var text = text[...]
        if text.first == "\u{FEFF}" { text.removeFirst() }
        let first = text.first { $0 == "\t" || $0 == "," || $0.isNewline }
        // Spreadsheets of some countries write semicolons, because a comma is their decimal point.
        let hasSemicolon = text.prefix { !$0.isNewline }.contains(";")
        let separator: Character = first == "\t" ? "\t" : hasSemicolon ? ";" : ","
        let lines = try Self.lines(of: text, separator)
            .filter { $0.cells.contains { !$0.isEmpty } }
        guard let heading = lines.first else { throw .empty }
        self.heading = heading.cells
        rows = Array(lines.dropFirst())
    }

    private static func lines(
        of text: Substring, _ separator: Character
    ) throws(Fault) -> [Row] {
        var lines: [Row] = []
        var cells: [String] = []
        var cell = ""
        var line = 1
        var start = 1
        var quote: Int?
        var wasQuoted = false
        func ended(_ cell: String) -> String {
            wasQuoted ? cell : String(cell.trimming(\.isWhitespace))
        }
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            index = text.index(after: index)
            if character.isNewline { line += 1 }
            if quote != nil {
                if character != "\"" {
                    cell.append(character)
                } else if index < text.endIndex, text[index] == "\"" {
                    cell.append("\"")
                    index = text.index(after: index)
                } else {
                    quote = nil
                }
            } else if character == "\"", cell.allSatisfy(\.isWhitespace), separator != "\t" {
                quote = line
                wasQuoted = true
                cell = ""
            } else if character == separator {
                cells.append(ended(cell))
                (cell, wasQuoted) = ("", false)
            } else if character.isNewline {
                lines.append(Row(cells: cells + [ended(cell)], line: start))
                (cells, cell, wasQuoted, start) = ([], "", false, line)
            } else {
                cell.append(character)
            }
        }
        if let quote { throw .openQuote(line: quote) }
        if !cells.isEmpty || !cell.isEmpty {
            lines.append(Row(cells: cells + [ended(cell)], line: start))
        }
        return lines
    }

    /// A row of comma-separated values, with its line end; numbers stay numbers.
    ///
    /// - Parameter identifier: a first cell, in quotes, that the program which reads the row compares
    ///   with its own: it is never changed.
    package static func commaSeparated(_ cells: [String], identifier: String? = nil) -> String {
        let first = identifier.map { [CSVField.quoted($0, always: true)] } ?? []
        let fields = cells.map { CSVField.quoted(CSVField.text($0, keepsNumbers: true)) }
        return (first + fields).joined(separator: ",") + "\n"
    }
}

/// A place in a text file, as editors count: the first character is line 1, column 1.
package struct SourcePosition: Sendable, Hashable, Comparable {
    /// Lines from 1; a line ends with LF, CR LF or CR.
    package var line: Int
    /// Characters (Unicode scalars) from 1; a tab is one.
    package var column: Int

    /// A line and a column, each counted from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The first character of a file.
    package static let start = SourcePosition(line: 1, column: 1)

    /// Whether the first comes before the second in the text.
    package static func < (a: SourcePosition, b: SourcePosition) -> Bool {
        (a.line, a.column) < (b.line, b.column)
    }
}

extension SourcePosition: CustomStringConvertible {
    package var description: String { "\(line):\(column)" }
}

extension Unicode.Scalar {
    /// Whether it is white space. ASCII, which is nearly all of the input, takes a shortcut.
    package var isBlank: Bool {
        isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
    }
}
