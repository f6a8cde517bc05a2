internal import Foundation
internal import Platform

/// A cell of a table.
package enum Cell: Sendable, Equatable {
    /// Text that a spreadsheet must not read as a formula.
    case text(String)
    /// An identifier. It is never changed, because the reading program compares it with its own.
    case identifier(String)
    /// A number, as it is written.
    case number(String)
    /// An empty cell.
    case empty

    /// A cell of text; empty for nil.
    static func text(_ text: String?) -> Cell { text.map { .text($0) } ?? .empty }

    /// A cell of a whole number; empty for nil.
    static func number(_ number: Int?) -> Cell { number.map { .number("\($0)") } ?? .empty }

    /// A number rounded to places, or nothing.
    static func number(_ number: Double?, places: Int) -> Cell {
        guard let number, number.isFinite else { return .empty }
        let text = String(format: "%.\(places)f", number)
        // -0.00 is 0.00.
        let isZero = text.allSatisfy { "-0.".contains($0) }
        return .number(isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text)
    }

    /// 1 for true, 0 for false.
    static func flag(_ isTrue: Bool?) -> Cell { isTrue.map { .number($0 ? "1" : "0") } ?? .empty }

    /// The field of the cell.
    package var field: String {
        switch self {
        case .text(let text): CSVField.quoted(CSVField.text(text))
        case .identifier(let text): CSVField.quoted(text, always: true)
        case .number(let text): text
        case .empty: ""
        }
    }
}

/// A table as CSV (RFC 4180): commas, CR LF, a header, and quotes where they are needed.
package struct CSVTable: Sendable {
    /// The names of the columns.
    package let header: [String]
    /// The rows.
    package private(set) var rows: [[Cell]] = []

    /// A table without rows.
    package init(_ header: [String]) { self.header = header }

    /// Adds a row.
    package mutating func add(_ row: [Cell]) {
        precondition(row.count == header.count, "a cell for each column")
        rows.append(row)
    }

    /// The table as text.
    package var text: String { Self.line(header.map { Cell.text($0) }) + rowsText }

    /// The rows as text, without the header: a long table is written part by part.
    package var rowsText: String { rows.map(Self.line).joined() }

    private static func line(_ row: [Cell]) -> String {
        row.map(\.field).joined(separator: ",") + "\r\n"
    }
}
