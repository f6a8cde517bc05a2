internal import Acuity
internal import Foundation
internal import Platform

/// A row of the table of `aloud-workbench score`.
struct ScoreRow {
    private let cells: SeparatedValues.Row
    private let heading: ScoreHeading
    private let number: Int
    /// The errors in the row.
    var faults: [String] = []

    /// - Parameters:
    ///   - heading: the heading of the table.
    ///   - number: its number among the rows, from 1.
    init(_ cells: SeparatedValues.Row, under heading: ScoreHeading, number: Int) {
        self.cells = cells
        self.heading = heading
        self.number = number
    }

    /// The name of the row.
    var record: String { text(.record) ?? "\(number)" }

    /// Whether it has more cells than the heading, so that cells may be in the wrong columns.
    var isShifted: Bool { cells.cells.dropFirst(heading.width).contains { !$0.isEmpty } }

    /// The recording; nil if the row or the heading has faults.
    ///
    /// - Parameter folder: the folder that its path is relative to.
    mutating func recording(in folder: URL) -> ChartRecording? {
        guard !isShifted else {
            faults.append(
                "the row has more cells than the heading; put quotes around a cell that contains a"
                    + " comma")
            return nil
        }
        let file =
            heading.places[.file] == nil
            ? nil : kept { row throws(CellError) in try row.file(in: folder) }
        let chart = kept { row throws(CellError) in try row.chart() }
        let eye = kept { row throws(CellError) in try row.eye() }
        let distance = kept { row throws(CellError) in try row.distance(.distance) }
        let designed = kept { row throws(CellError) in try row.distance(.designed) }
        let stop = kept { row throws(CellError) in try row.stop() }
        let channel = kept { row throws(CellError) in try row.channel(.channel) }
        let examiner = kept { row throws(CellError) in try row.channel(.examiner) }
        let start = kept { row throws(CellError) in try row.seconds(.start) ?? 0 }
        let end = kept { row throws(CellError) in try row.seconds(.end) }
        if let start, let last = end ?? nil, last <= start {
            faults.append("the end is not after the start")
        }
        guard faults.isEmpty, let file, let chart, let eye, let distance, let designed, let stop,
            let channel, let examiner, let start, let end
        else { return nil }
        return ChartRecording(
            record: record, person: text(.person) ?? record, eye: eye, chartName: chart.name,
            namesChart: text(.chart) != nil, chart: chart.chart, distance: distance,
            designed: designed, stop: stop, file: file,
            channel: channel, examiner: examiner, start: start, end: end, line: cells.line)
    }

    /// An error in one cell.
    private struct CellError: Error {
        let words: String
        init(_ words: String) { self.words = words }
    }

    /// The value of a cell; nil, with a fault, if it has none.
    private mutating func kept<Value>(
        _ value: (ScoreRow) throws(CellError) -> Value
    ) -> Value? {
        do throws(CellError) { return try value(self) } catch {
            faults.append(error.words)
            return nil
        }
    }

    private func text(_ column: ScoreHeading.Column) -> String? {
        guard let place = heading.places[column], place < cells.cells.count,
            !Self.missing.contains(cells.cells[place].lowercased())
        else { return nil }
        return cells.cells[place]
    }

    /// Cells that say that there is no value, as R, pandas and spreadsheets write them.
    private static let missing: Set = ["", "na", "n/a", "#n/a", "nan"]

    private func file(in folder: URL) throws(CellError) -> String {
        guard let file = text(.file) else {
            throw CellError("the cell 'file' has no name of a recording")
        }
        let path = file.hasPrefix("/") ? file : folder.appendingPathComponent(file).path
        return FileName.existing(path) ?? path
    }

    private func chart() throws(CellError) -> (name: String, chart: Chart) {
        guard let name = text(.chart) else {
            // A placeholder until the recording is heard.
            return (ChartRecording.printed[0].rawValue, Chart(ChartRecording.printed[0]))
        }
        return (Self.whole(name).map { "\($0)" } ?? name, try chart(name))
    }

    private func eye() throws(CellError) -> Eye {
        guard let text = text(.eye) else { return .both }
        let names: [String: Eye] = [
            "right": .right, "r": .right, "od": .right, "re": .right, "left": .left, "l": .left,
            "os": .left, "le": .left, "both": .both, "b": .both, "ou": .both, "be": .both,
        ]
        guard let eye = names[text.lowercased()] else {
            throw CellError(
                "the eye '\(text)' is none of right, left, both (or OD, OS, OU, RE, LE, R, L)")
        }
        return eye
    }

    private func chart(_ cell: String) throws(CellError) -> Chart {
        // Spreadsheets write a column of whole numbers as 1.0.
        let name = Self.whole(cell).map { "\($0)" } ?? cell
        if let printed = ChartRecording.printed.first(where: {
            $0.rawValue.lowercased() == name.lowercased()
        }) {
            return Chart(printed)
        }
        let rows = name.split(whereSeparator: \.isWhitespace).map { $0.map { Letter($0) } }
        let sloan = Set(Letter.sloan)
        guard (1...SnellenLine.all.count).contains(rows.count),
            rows.allSatisfy({ row in
                row.count == Chart.lettersInLine
                    && row.allSatisfy { $0.map(sloan.contains) ?? false }
            })
        else {
            throw CellError(
                "the chart '\(name)' is none of 1, 2, R, nor up to"
                    + " \(SnellenLine.all.count) lines of \(Chart.lettersInLine) Sloan letters"
                    + " with spaces between, the largest line first")
        }
        return Chart(.random, rows: rows.map { $0.compactMap(\.self) })
    }

    private func stop() throws(CellError) -> StopRule {
        guard let text = text(.stop) else { return .noneRight }
        guard let rule = StopRule(rawValue: text.lowercased()) else {
            throw CellError(
                "the stop '\(text)' is none of "
                    + StopRule.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return rule
    }

    private func distance(_ column: ScoreHeading.Column) throws(CellError) -> Distance {
        guard let text = text(column) else { return .fourMetres }
        // A number without a unit is in metres, as in most tables.
        let isNumber = Self.number(text) != nil
        let written = isNumber ? text + "m" : text
        do throws(DistanceError) { return try Distance(written) } catch {
            throw CellError("the cell '\(column.rawValue)': \(error.description)")
        }
    }

    private func channel(_ column: ScoreHeading.Column) throws(CellError) -> Int? {
        guard let text = text(column) else { return nil }
        guard let number = Self.whole(text), (1...1_024).contains(number) else {
            throw CellError(
                "the \(column.rawValue) '\(text)' is not the number of a channel, counted from 1")
        }
        return number
    }

    private func seconds(_ column: ScoreHeading.Column) throws(CellError) -> Double? {
        guard let text = text(column) else { return nil }
        guard let number = Self.number(text), number >= 0 else {
            throw CellError(
                "the \(column.rawValue) '\(text)' is not a number of seconds; write 75.5, for example"
            )
        }
        return number
    }

    /// The number of a cell, with a decimal point or a decimal comma; nil for any other text.
    private static func number(_ text: String) -> Double? {
        Double(decimal: text.replacing(",", with: "."))
    }

    /// The whole number of a cell: "1", and "1.0" as spreadsheets write it; nil for any other text.
    private static func whole(_ text: String) -> Int? {
        number(text).flatMap { Int(exactly: $0) }
    }
}
