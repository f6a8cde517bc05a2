internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import RecordExports
internal import RecordStore

extension RecordsCommand {
    /// `aloud records export`.
    enum Export: RecordsAct {
        static let output = Option<String?>(
            "output", short: "o", .file,
            help: "The file to export to (default: standard output), or the folder for a format of"
                + " several files.")
        static let format = Option<ExportFormat>(
            "format", .choice(of: ExportFormat.self), default: "jsonl", help: "The format.")
        static let noPDF = Option.flag(
            "no-pdf",
            help: "Leave the PDFs out of '--format fhir': printing takes 1 to 2 s a sitting.")

        /// A line for each format, in columns.
        private static var formats: [String] {
            ExportFormat.allCases.map { format in
                let name = format.rawValue.padding(
                    toLength: 19, withPad: " ", startingAt: 0)
                return "  \(name) \(format.summary), for \(format.readers)"
            }
        }

        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "records export", summary: "Write tests in a format for other programs.",
            discussion: "The formats:\n\n" + formats.joined(separator: "\n"),
            options: [
                person, from, through, format, noPDF, output, NextStepOption.file,
                RecordOptions.file,
            ],
            stopsOnRequest: true)

        static func check(_ arguments: ParsedArguments) throws {
            guard try arguments[noPDF], try arguments[format] != .fhir else { return }
            throw Misuse("'--no-pdf' has no effect without '--format fhir'; leave it out.")
        }

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let person = try person(call, person)
            let query = TestQuery(
                person: person?.key, from: try call[from], through: try call[through])
            let export = FormattedExport(
                format: try call[format], query: query, opened: call.opened,
                nextSteps: try NextStepOption.table(call.arguments), hasPDF: try !call[noPDF],
                environment: call.environment)
            do {
                try write(export, call)
            } catch let stopped as ExportStopped {
                if stopped.hasLeft {
                    try call.store.note(
                        .export, of: person?.key, by: Author(call.author.name, reason: "stopped"))
                }
                call.complain(stopped.description)
                return .interrupted
            }
            try call.store.note(.export, of: person?.key, by: call.author)
            return .success
        }

        private static func write(_ export: FormattedExport, _ call: RecordsCall) throws {
            let output = try call[output]
            if export.format.isFolder {
                guard let output else {
                    throw Misuse(
                        "'--format \(export.format.rawValue)' requires a folder: '--output FOLDER'."
                    )
                }
                let count = try export.files(in: output)
                call.say("Wrote \(count.counting("file")).")
                return
            }
            let file = try output.map { try ResultFile($0, for: "the export") }
            let count: Int
            if let write = export.writer {
                if let file {
                    count = try file.write { add in
                        try write {
                            try export.goOn(.nothing)
                            try add(Data($0.utf8))
                        }
                    }
                } else {
                    count = try write {
                        try export.goOn(.text)
                        try call.environment.output.write($0)
                    }
                }
            } else {
                let text: String
                (text, count) = try export.text()
                if let file {
                    try file.write(text)
                } else {
                    try call.environment.output.write(text)
                }
            }
            call.say("Exported \(count.counting("test")).")
        }
    }

    /// `aloud records import`.
    enum Import: RecordsAct {
        static let file = Argument<String>(
            "file", .file, help: "The file; '-' for standard input.")

        static let opening = RecordsOpening.making
        static let verb = Verb(
            "records import", summary: "Add tests from a file.",
            discussion: """
                Reads the JSON Lines of 'aloud records export', the events that 'aloud test' \
                prints, and results of FrACT10. Existing tests are skipped.
                """,
            arguments: [file], options: [person, RecordOptions.file], stopsOnRequest: true)

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let path = try call[file]
            let console = call.environment.console
            let person = try PersonEntry(id: try call[person])
                .person(in: call.store, by: call.author, at: Moment(console.date()))
            var importing = RecordImport(
                into: call.store, person: person?.key, by: call.author,
                now: { Moment(console.date()) })
            var lines = LineReader(try input(path, in: call.environment), limit: Self.longestLine)
            var number = 0
            var refused = 0
            while !call.environment.stop.isRequested, let read = try lines.next() {
                for line in RecordImport.lines(of: read) {
                    number += 1
                    do {
                        try importing.take(line)
                    } catch {
                        let test = importing.current.map { "test \($0): " } ?? ""
                        let fault = ImportFault(path: path, line: number, reason: "\(test)\(error)")
                        guard importing.canGoOn(after: error) else {
                            call.say(Self.words(importing))
                            throw fault
                        }
                        refused += 1
                        if refused <= Self.mostFaults { call.complain("\(fault)") }
                    }
                }
            }
            guard !call.environment.stop.isRequested else {
                call.say(Self.words(importing))
                call.complain(
                    "The import was stopped after line \(number). Run the same command again to resume; it"
                        + " skips the tests that are there.")
                return .interrupted
            }
            call.say(Self.words(importing))
            if refused > 0 {
                call.complain(
                    "\(refused.counting("line")) of '\(FileName.shown(path))' \(refused == 1 ? "was" : "were")"
                        + " refused" + (refused > Self.mostFaults ? "; the first are named" : "")
                        + ". The rest is in the records. Correct the lines, then give the same call again."
                )
                return .failure
            }
            if importing.testsCutOff > 0 {
                call.complain(
                    "'\(FileName.shown(path))' has \(importing.testsCutOff.counting("test")) without a"
                        + " result, left out. The records of the lane may have the answers.")
                return .failure
            }
            return .success
        }

        /// Maximum number of refused lines that are named one by one.
        private static let mostFaults = 100

        /// The longest line of a file to import, bytes: a test with all its events.
        private static let longestLine = 64 << 20

        private static func input(
            _ path: String, in environment: CommandEnvironment
        ) throws -> any ByteInput {
            do { return try environment.console.input(at: path) } catch {
                throw UnreadableImport(path: path)
            }
        }

        private static func words(_ importing: RecordImport) -> String {
            "Added \(importing.added.counting("test"));"
                + " \(importing.known.counting("test")) had been there before."
        }
    }
}

/// An export that was stopped by a signal.
struct ExportStopped: Error, CustomStringConvertible {
    /// The part that was written before.
    enum Written: Equatable {
        case nothing
        /// A part of the text on standard output.
        case text
        /// Whole files.
        case files(Int)
    }

    let written: Written

    /// Whether data of patients may have left the records.
    var hasLeft: Bool { written != .nothing && written != .files(0) }

    var description: String {
        switch written {
        case .nothing, .files(0): "The export was stopped. Nothing was written."
        case .text: "The export was stopped. The output is not complete."
        case .files(let count):
            "The export was stopped after \(count.counting("file")), which are complete."
        }
    }
}

/// A line of a file that cannot be imported.
struct ImportFault: Error, CustomStringConvertible {
    let path: String
    let line: Int
    let reason: String

    var description: String { "\(path):\(line): \(reason)" }
}

/// A file to import that cannot be read.
private struct UnreadableImport: Error, CustomStringConvertible {
    let path: String

    var description: String {
        "'\(FileName.shown(path))' cannot be read. Name a file of 'aloud records export',"
            + " 'aloud test --events' or FrACT10."
    }
}
