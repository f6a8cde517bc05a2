/// Columns of text under headings: the first from the left, the others from the right.
struct TextTable {
    private var rows: [[String]]

    init(_ headings: [String]) { rows = [headings] }

    /// Adds a row of as many cells as there are headings.
    mutating func add(_ cells: [String]) { rows.append(cells) }

    /// The lines, two spaces between columns.
    var lines: [String] {
        let widths = rows.reduce(into: [Int](repeating: 0, count: rows[0].count)) { widths, row in
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], cell.count)
            }
        }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let gap = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + gap : gap + cell.0
            }.joined(separator: "  ").trimmingEnd()
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

extension Double {
    /// A share as percent with one decimal: "12.5".
    var percentText: String { "\((self * 1000).rounded() / 10)" }
}

extension ClosedRange<Double> {
    /// Two shares as percent: "79.1 to 94.2".
    var percentText: String { "\(lowerBound.percentText) to \(upperBound.percentText)" }
}
