package import Acuity
internal import Foundation
internal import Platform

/// A recording of somebody who reads a chart, as a row of the table of `aloud score`.
package struct ChartRecording: Sendable, Equatable {
    /// The name of the row, different from all others.
    package var record: String
    /// The person who reads; the name of the record if the table has no such column.
    package var person: String
    /// The eye that reads.
    package var eye: Eye
    /// The chart as the table names it: "1", "2", "R", or its letters.
    package var chartName: String
    /// The lines of the chart.
    package var chart: Chart
    /// The distance from the eye to the chart.
    package var distance: Distance
    /// The distance that the chart's sizes are meant for.
    package var designed: Distance
    /// The rule that ends the reading.
    package var stop: StopRule
    /// The path of the sound.
    package var file: String
    /// The channel of the reader, from 1; nil for the mean of all.
    package var channel: Int?
    /// The channel of the examiner, from 1; nil if there is none.
    package var examiner: Int?
    /// The part of the sound that holds the reading, seconds.
    package var start: Double
    package var end: Double?
    /// Its line in the table.
    package var line: Int

    /// The charts with printed letters, by their names in the table.
    static let printed: [ChartName] = [.one, .two, .refraction]

    /// The size that is added to a line's nominal size because the chart is not read at its own
    /// distance, logMAR.
    package var shift: Double { log10(designed.metres / distance.metres) }
}

/// The table of `aloud score`.
package struct ScoreTable: Sendable {
    /// Its path.
    package let path: String
    /// The recordings in the order of the table.
    package let recordings: [ChartRecording]

    private enum Column: String, CaseIterable {
        case record, person, eye, chart, distance, stop, file, channel, examiner, start, end
        case designed
    }

    /// Reads a table.
    ///
    /// - Throws: `ScoreTableErrors` with all errors at once.
    package init(_ path: String) throws(ScoreTableErrors) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ScoreTableErrors(path, [(nil, "it cannot be read; name a table of recordings")])
        }
        guard let text = String(validating: data, as: UTF8.self), !text.contains("\0") else {
            throw ScoreTableErrors(
                path, [(nil, "it is not UTF-8 text; save the table as CSV or TSV in UTF-8")])
        }
        let table: SeparatedValues
        do throws(SeparatedValues.Fault) { table = try SeparatedValues(text) } catch {
            throw ScoreTableErrors(path, [Self.words(error)])
        }
        var errors: [(line: Int?, words: String)] = []
        var places: [Column: Int] = [:]
        for (place, name) in table.heading.enumerated() {
            guard let column = Column(rawValue: name.lowercased()) else { continue }
            if places.updateValue(place, forKey: column) != nil {
                errors.append((1, "the column '\(column.rawValue)' appears twice"))
            }
        }
        for column in [Column.file, .chart] where places[column] == nil {
            errors.append(
                (
                    1,
                    "the heading has no column '\(column.rawValue)'; the columns are "
                        + Column.allCases.map(\.rawValue).joined(separator: ", ")
                ))
        }
        guard errors.isEmpty else { throw ScoreTableErrors(path, errors) }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        var recordings: [ChartRecording] = []
        var lines: [String: Int] = [:]
        for row in table.rows {
            let cells = Cells(row: row, places: places.mapKeys(\.rawValue))
            do throws(CellError) {
                let recording = try cells.recording(in: folder, number: recordings.count + 1)
                if let first = lines.updateValue(row.line, forKey: recording.record) {
                    throw CellError(
                        "the record '\(recording.record)' is also on line \(first); give each row"
                            + " a record of its own")
                }
                recordings.append(recording)
            } catch { errors.append((row.line, error.words)) }
        }
        if table.rows.isEmpty { errors.append((nil, "it has a heading and no rows")) }
        guard errors.isEmpty else { throw ScoreTableErrors(path, errors) }
        self.path = path
        self.recordings = recordings
    }

    private static func words(_ fault: SeparatedValues.Fault) -> (Int?, String) {
        switch fault {
        case .empty: (nil, "it is empty")
        case .openQuote(let line): (line, "a quoted cell has no end")
        case .tooManyCells(let line): (line, "the row has more cells than the heading")
        }
    }
}

/// The errors in a table of recordings.
package struct ScoreTableErrors: Error, Equatable, CustomStringConvertible {
    /// A sentence for each, with the place of the error.
    package let lines: [String]

    init(_ path: String, _ errors: [(line: Int?, words: String)]) {
        let name = FileName.shown(path)
        lines = errors.map { error in
            "\(name)\(error.line.map { ":\($0)" } ?? ""): \(error.words)."
        }
    }

    package var description: String { lines.joined(separator: "\n") }
}

private struct CellError: Error {
    let words: String
    init(_ words: String) { self.words = words }
}

/// The cells of one row by the names of their columns.
private struct Cells {
    let row: SeparatedValues.Row
    let places: [String: Int]

    private func text(_ column: String) -> String? {
        guard let place = places[column], place < row.cells.count, !row.cells[place].isEmpty
        else { return nil }
        return row.cells[place]
    }

    func recording(in folder: URL, number: Int) throws(CellError) -> ChartRecording {
        guard let file = text("file") else { throw CellError("the file is empty") }
        guard let chartName = text("chart") else { throw CellError("the chart is empty") }
        let record = text("record") ?? String(number)
        let distance = try distance("distance") ?? .fourMetres
        let start = try seconds("start") ?? 0
        let end = try seconds("end")
        if let end, end <= start { throw CellError("the end is not after the start") }
        return ChartRecording(
            record: record, person: text("person") ?? record, eye: try eye(),
            chartName: chartName, chart: try chart(chartName), distance: distance,
            designed: try self.distance("designed") ?? .fourMetres, stop: try stop(),
            file: file.hasPrefix("/") ? file : folder.appendingPathComponent(file).path,
            channel: try channel("channel"), examiner: try channel("examiner"), start: start,
            end: end, line: row.line)
    }

    private func eye() throws(CellError) -> Eye {
        guard let text = text("eye") else { return .both }
        let names: [String: Eye] = [
            "right": .right, "r": .right, "od": .right, "left": .left, "l": .left, "os": .left,
            "both": .both, "b": .both, "ou": .both,
        ]
        guard let eye = names[text.lowercased()] else {
            throw CellError("the eye '\(text)' is none of right, left, both (or OD, OS, OU)")
        }
        return eye
    }

    private func chart(_ name: String) throws(CellError) -> Chart {
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
        guard let text = text("stop") else { return .noneRight }
        guard let rule = StopRule(rawValue: text.lowercased()) else {
            throw CellError(
                "the stop '\(text)' is none of "
                    + StopRule.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return rule
    }

    private func distance(_ column: String) throws(CellError) -> Distance? {
        guard let text = text(column) else { return nil }
        // A number alone is in metres, as in most tables.
        let written = Double(decimal: text) == nil ? text : text + "m"
        do throws(DistanceError) { return try Distance(written) } catch {
            throw CellError(error.description)
        }
    }

    private func channel(_ column: String) throws(CellError) -> Int? {
        guard let text = text(column) else { return nil }
        guard let number = Int(text), (1...1_024).contains(number) else {
            throw CellError("the \(column) '\(text)' is no number of a channel, counted from 1")
        }
        return number
    }

    private func seconds(_ column: String) throws(CellError) -> Double? {
        guard let text = text(column) else { return nil }
        guard let number = Double(decimal: text), number >= 0 else {
            throw CellError("the \(column) '\(text)' is no time in seconds")
        }
        return number
    }
}

extension Dictionary {
    fileprivate func mapKeys<Name: Hashable>(_ name: (Key) -> Name) -> [Name: Value] {
        [Name: Value](uniqueKeysWithValues: map { (name($0.key), $0.value) })
    }
}
