internal import CommandLineKit
internal import Foundation
internal import Platform

/// The errors in a table of a study.
package struct StudyTableErrors: ErrorOfSeveralLines, Equatable, CustomStringConvertible {
    /// A sentence for each, with the place of the error.
    package let lines: [String]

    package var description: String { lines.joined(separator: "\n") }
}

/// A table whose cells are read by the names of their columns, and whose errors are collected.
struct StudyTable {
    let name: String
    private let table: SeparatedValues
    private let places: [String: Int]
    private(set) var errors: [String] = []

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - name: its name in messages.
    ///   - required: columns that it must have.
    init(_ bytes: [UInt8], named name: String, requiring required: [String])
        throws(StudyTableErrors)
    {
        self.name = name
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw StudyTableErrors(
                lines: ["\(name): it is not UTF-8 text; save it as CSV in UTF-8."])
        }
        do throws(SeparatedValues.Fault) { table = try SeparatedValues(text) } catch {
            throw StudyTableErrors(lines: [
                error == .empty ? "\(name): it is empty." : "\(name): a quoted cell has no end."
            ])
        }
        places = Dictionary(
            table.heading.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let missing = required.filter { places[$0] == nil }
        guard missing.isEmpty else {
            throw StudyTableErrors(
                lines: missing.map { "\(name): the column '\($0)' is missing." })
        }
    }

    /// The values of the rows that can be read. The other rows add errors.
    mutating func rows<Row>(_ read: (inout Cells) -> Row?) -> [Row] {
        var rows: [Row] = []
        for row in table.rows {
            var cells = Cells(cells: row.cells, places: places)
            if let value = read(&cells), cells.faults.isEmpty { rows.append(value) }
            errors += cells.faults.map { "\(name):\(row.line): \($0)." }
        }
        return rows
    }

    /// The cells of a row.
    struct Cells {
        let cells: [String]
        let places: [String: Int]
        private(set) var faults: [String] = []

        init(cells: [String], places: [String: Int]) {
            self.cells = cells
            self.places = places
        }

        /// The text of a column; empty where there is none.
        subscript(column: String) -> String {
            places[column].flatMap { cells.indices.contains($0) ? cells[$0] : nil } ?? ""
        }

        /// The number of a column; nil for an empty cell, and with a fault for any other text.
        mutating func number(_ column: String, in range: ClosedRange<Double>) -> Double? {
            let text = self[column]
            guard !text.isEmpty else { return nil }
            if let number = Double(decimal: text), range.contains(number) { return number }
            add(
                "'\(column)' is '\(text)', not a number from \(fixed(range.lowerBound, 0)) to"
                    + " \(fixed(range.upperBound, 0))")
            return nil
        }

        /// Adds a fault.
        mutating func add(_ fault: String) { faults.append(fault) }
    }
}
