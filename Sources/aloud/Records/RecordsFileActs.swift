internal import CommandLineKit
internal import Exam
internal import Foundation
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
                person, from, through, format, output, NextStepOption.file, RecordOptions.file,
            ],
            stopsOnRequest: true)

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try RecordsExchange.export(arguments, opened, in: environment)
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

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try RecordsExchange.import(arguments, opened, in: environment)
        }
    }

    /// `aloud records backup`.
    enum Backup: RecordsAct {
        static let file = Argument<String>(
            "file", .file, help: "The file of the backup; '-' for standard output or input.")

        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "records backup", summary: "Write an encrypted copy, also while tests run.",
            arguments: [file], options: [passphraseFile, RecordOptions.file],
            stopsOnRequest: true)

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try RecordsBackup.backup(arguments, opened, in: environment)
        }
    }

    /// `aloud records restore`.
    enum Restore: Command {
        static let verb = Verb(
            "records restore", summary: "Make the records from a backup.",
            arguments: [Backup.file], options: [passphraseFile, RecordOptions.file],
            stopsOnRequest: true)

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try RecordsBackup.restore(arguments, in: environment)
        }
    }
}
