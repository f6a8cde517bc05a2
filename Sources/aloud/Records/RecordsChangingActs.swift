internal import CommandLineKit
internal import Exam
internal import RecordStore

extension RecordsCommand {
    /// `aloud records amend`.
    enum Amend: RecordsAct {
        static let toPerson = Option<String?>(
            "to-person", .text("id"), help: "The person whom the test belongs to.")
        static let correction = Option<Correction?>(
            "correction", .choice(of: Correction.self), help: "The correction worn.")
        static let void = Option.flag("void", help: "Declare the test a mistake.")

        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "records amend",
            summary: "Move a test to the right person, or declare it a mistake.",
            discussion: "The former version of the test is kept.",
            arguments: [test],
            options: [toPerson, correction, void, reason, RecordOptions.file],
            stopsOnRequest: true)

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try RecordsChange.amend(arguments, opened, in: environment)
        }
    }

    /// `aloud records close`.
    enum Close: RecordsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "records close",
            summary: "Close a test that is still \"running\" after the end of its lane.",
            arguments: [test], options: [reason, RecordOptions.file], stopsOnRequest: true)

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try RecordsChange.close(arguments, opened, in: environment)
        }
    }

    /// `aloud records verify`.
    enum Verify: RecordsAct {
        static let end = Argument<String?>(
            optional: "end", .text("end"),
            help:
                "An end of the audit trail that was printed before. A trail that was truncated"
                + " or rewritten lacks it.")
        static let head = Option.flag(
            "head", help: "Print the end of the audit trail, to be kept elsewhere.")

        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "records verify", summary: "Check the file, its references and the audit trail.",
            arguments: [end], options: [json, head, RecordOptions.file], stopsOnRequest: true)

        static func check(_ arguments: ParsedArguments) throws {
            if let end = try arguments[end], try !arguments[head] {
                throw Misuse("Unexpected argument '\(end)': an end needs '--head' before it.")
            }
        }

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try RecordsChange.verify(arguments, opened, in: environment)
        }
    }

    /// `aloud records erase`.
    enum Erase: RecordsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "records erase", summary: "Erase a person with all tests, or one test.",
            arguments: [testIfAny], options: [person, reason, RecordOptions.file],
            stopsOnRequest: true)

        static func check(_ arguments: ParsedArguments) throws {
            try checkSubject(arguments, of: verb)
        }

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try RecordsChange.erase(arguments, opened, in: environment)
        }
    }
}
