/// Columns of text: the first ones from the left, the others from the right.
package struct TextTable {
    private var rows: [[String]]
    private let columnsFromLeft: Int
    private let leastWidths: [Int]
    private let gap: String

    /// - Parameters:
    ///   - headings: the first row; empty for a table without.
    ///   - columnsFromLeft: so many columns begin at the left, the others end at the right.
    ///   - leastWidths: how wide columns are at least, from the first one on.
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
