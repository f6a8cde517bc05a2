/// Columns of text: the first ones from the left, the others from the right.
package struct TextTable {
    private var rows: [[String]]
    private let columnsFromLeft: Int
    private let leastWidths: [Int]
    private let gap: String

    /// - Parameters:
    ///   - headings: the first row; empty for a table without.
    ///   - columnsFromLeft: the number of left-aligned columns; the others are right-aligned.
    ///   - leastWidths: the minimum widths of the columns, from the first column on.
    ///   - gap: spaces between columns.
    package init(
        _ headings: [String] = [], columnsFromLeft: Int = 1, leastWidths: [Int] = [], gap: Int = 2
    ) {
        rows = headings.isEmpty ? [] : [headings]
        self.columnsFromLeft = columnsFromLeft
        self.leastWidths = leastWidths
        self.gap = String(repeating: " ", count: gap)
    }

    /// Adds a row; without cells it is an empty line.
    package mutating func add(_ cells: [String]) { rows.append(cells) }

    /// The lines, without spaces at their ends.
    package var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.reduce(column < leastWidths.count ? leastWidths[column] : 0) { width, row in
                column < row.count ? max(width, row[column].count) : width
            }
        }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let blank = String(repeating: " ", count: cell.1 - cell.0.count)
                return column < columnsFromLeft ? cell.0 + blank : blank + cell.0
            }.joined(separator: gap).trimmingEnd()
        }
    }
}

extension String {
    fileprivate func trimmingEnd() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

/// A table in Markdown (GitHub Flavored Markdown, 4.10).
package enum MarkdownTable {
    /// The heading, the line under it, and a line for each row; every line ends in LF.
    package static func text(_ heading: [String], _ rows: [[String]]) -> String {
        ([heading, heading.map { _ in "---" }] + rows.map { $0.map(escaped) })
            .map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }

    /// A cell, with the characters escaped that would end the cell or its line.
    private static func escaped(_ cell: String) -> String {
        cell.map { character in
            switch character {
            case "|": "\\|"
            case _ where character.isNewline: " "
            default: String(character)
            }
        }.joined()
    }
}

/// Breaks text into lines of at most `width` characters, at spaces; a longer word gets its own
/// line.
func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
        if line.isEmpty {
            line = String(word)
        } else if line.count + 1 + word.count <= width {
            line += " " + word
        } else {
            lines.append(line)
            line = String(word)
        }
    }
    return line.isEmpty ? lines : lines + [line]
}

/// Breaks paragraphs into lines. Blank lines stay; a line that starts with a space stays as it is.
func wrappedParagraphs(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var paragraph = ""
    func end(_ lines: inout [String]) {
        lines += wrapped(paragraph, width: width)
        paragraph = ""
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.isEmpty || line.hasPrefix(" ") {
            end(&lines)
            lines.append(String(line))
        } else {
            paragraph += line + " "
        }
    }
    end(&lines)
    return lines
}
