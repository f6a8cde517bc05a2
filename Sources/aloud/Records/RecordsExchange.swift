internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import RecordExports
internal import RecordStore

/// `aloud records export` and `import`.
enum RecordsExchange {
    static func export(
        _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let person = try RecordsCommand.person(arguments, RecordsCommand.person, opened)
        let query = TestQuery(
            person: person?.key, from: try arguments[RecordsCommand.from],
            through: try arguments[RecordsCommand.through])
        let export = FormattedExport(
            format: try arguments[RecordsCommand.Export.format], query: query, opened: opened,
            nextSteps: try NextStepOption.table(arguments), environment: environment)
        do {
            try write(export, arguments, in: environment)
        } catch let stopped as ExportStopped {
            if stopped.hasLeft {
                try opened.store.note(
                    .export, of: person?.key, by: Author(opened.author.name, reason: "stopped"))
            }
            environment.complain(stopped.description)
            return .interrupted
        }
        try opened.store.note(.export, of: person?.key, by: opened.author)
        return .success
    }

    private static func write(
        _ export: FormattedExport, _ arguments: ParsedArguments,
        in environment: CommandEnvironment
    ) throws {
        let output = try arguments[RecordsCommand.Export.output]
        if export.format.isFolder {
            guard let output else {
                throw Misuse(
                    "'--format \(export.format.rawValue)' requires a folder: '--output FOLDER'.")
            }
            let count = try export.files(in: output)
            environment.say("Wrote \(count.counting("file")).")
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
                    try environment.output.write($0)
                }
            }
        } else {
            let text: String
            (text, count) = try export.text()
            if let file { try file.write(text) } else { try environment.output.write(text) }
        }
        environment.say("Exported \(count.counting("test")).")
    }

    static func `import`(
        _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let path = try arguments[RecordsCommand.Import.file]
        let console = environment.console
        let person = try PersonEntry(id: try arguments[RecordsCommand.person])
            .person(in: opened.store, by: opened.author, at: Moment(console.date()))
        var importing = RecordImport(
            into: opened.store, person: person?.key, by: opened.author,
            now: { Moment(console.date()) })
        var lines = LineReader(try input(path, in: environment), limit: Self.longestLine)
        var number = 0
        var refused = 0
        while !environment.stop.isRequested, let read = try lines.next() {
            for line in RecordImport.lines(of: read) {
                number += 1
                do {
                    try importing.take(line)
                } catch {
                    let test = importing.current.map { "test \($0): " } ?? ""
                    let fault = ImportFault(path: path, line: number, reason: "\(test)\(error)")
                    guard importing.canGoOn(after: error) else {
                        environment.say(Self.words(importing))
                        throw fault
                    }
                    refused += 1
                    if refused <= Self.mostFaults { environment.complain("\(fault)") }
                }
            }
        }
        guard !environment.stop.isRequested else {
            environment.say(Self.words(importing))
            environment.complain(
                "The import was stopped after line \(number). Run the same command again to resume; it"
                    + " skips the tests that are there.")
            return .interrupted
        }
        environment.say(Self.words(importing))
        if refused > 0 {
            environment.complain(
                "\(refused.counting("line")) of '\(FileName.shown(path))' \(refused == 1 ? "was" : "were")"
                    + " refused" + (refused > Self.mostFaults ? "; the first are named" : "")
                    + ". The rest is in the records. Correct the lines, then give the same call again."
            )
            return .failure
        }
        if importing.eventsLeftOver > 0 {
            environment.complain(
                "'\(path)' ends within a test, which is left out: its result is missing.")
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
