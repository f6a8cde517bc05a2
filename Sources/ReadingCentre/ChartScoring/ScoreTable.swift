package import CommandLineKit
internal import Foundation
internal import Platform

/// The table of `aloud-workbench score`.
package struct ScoreTable: Sendable {
    /// The recordings in the order of the table.
    package let recordings: [ChartRecording]

    /// Reads the table of a path; "-" is standard input. Nil if a request to stop came first.
    ///
    /// The paths of recordings are relative to the table, or to the working folder if it comes from
    /// a pipe.
    ///
    /// - Throws: `ScoreTableErrors` with all errors at once.
    package init?(_ path: String, in console: Console) throws(ScoreTableErrors) {
        let bytes: [UInt8]
        do throws(InputError) { bytes = try console.bytes(at: path) } catch {
            throw ScoreTableErrors(lines: [
                "\(error) Name a table of recordings, or '-' for standard input."
            ])
        }
        guard !console.stop.isRequested else { return nil }
        if path == "-" || FileInput.isPipe(path) {
            try self.init(
                bytes, named: path == "-" ? "standard input" : path,
                in: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
        } else {
            try self.init(
                bytes, named: FileName.shown(path),
                in: URL(fileURLWithPath: path).deletingLastPathComponent())
        }
    }

    /// Reads the content of a table.
    ///
    /// - Parameters:
    ///   - name: its name in messages.
    ///   - folder: the folder that the paths of recordings are relative to.
    /// - Throws: `ScoreTableErrors` with all errors at once.
    init(_ bytes: [UInt8], named name: String, in folder: URL) throws(ScoreTableErrors) {
        guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
            throw ScoreTableErrors(
                name, [(nil, "it is not UTF-8 text; save the table as CSV or TSV in UTF-8")])
        }
        let table: SeparatedValues
        do throws(SeparatedValues.Fault) { table = try SeparatedValues(text) } catch {
            throw ScoreTableErrors(name, [Self.words(error)])
        }
        let heading = ScoreHeading(of: table)
        var errors: [(line: Int?, words: String)] = heading.faults.map { (1, $0) }
        var recordings: [ChartRecording] = []
        var lines: [String: Int] = [:]
        for (index, cells) in table.rows.enumerated() {
            var row = ScoreRow(cells, under: heading, number: index + 1)
            if let recording = row.recording(in: folder) { recordings.append(recording) }
            if !row.isShifted, let first = lines.updateValue(cells.line, forKey: row.record) {
                row.faults.append(
                    "the record '\(row.record)' is also on line \(first); give each row its own"
                        + " record")
            }
            errors += row.faults.map { (cells.line, $0) }
        }
        if table.rows.isEmpty { errors.append((nil, "it has a heading and no rows")) }
        guard errors.isEmpty else { throw ScoreTableErrors(name, errors) }
        self.recordings = recordings
    }

    private static func words(_ fault: SeparatedValues.Fault) -> (Int?, String) {
        switch fault {
        case .empty: (nil, "it is empty")
        case .openQuote(let line): (line, "a quoted cell has no end")
        }
    }
}

/// The errors in a table of recordings.
package struct ScoreTableErrors: ErrorOfSeveralLines, Equatable, CustomStringConvertible {
    /// A sentence for each, with the place of the error.
    package let lines: [String]

    init(lines: [String]) { self.lines = lines }

    init(_ name: String, _ errors: [(line: Int?, words: String)]) {
        lines = errors.map { error in
            let end = error.words.hasSuffix("?") || error.words.hasSuffix(".") ? "" : "."
            return "\(name)\(error.line.map { ":\($0)" } ?? ""): \(error.words)\(end)"
        }
    }

    package var description: String { lines.joined(separator: "\n") }
}
