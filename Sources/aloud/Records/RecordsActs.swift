internal import CommandLineKit
internal import Exam
internal import RecordStore

/// An act of `aloud records` or `aloud accounts`, which works with open records.
protocol RecordsAct: Command {
    /// The action if there are no records.
    static var opening: RecordsOpening { get }

    /// Checks the command line before the records are opened.
    ///
    /// - Throws: `Misuse`.
    static func check(_ arguments: ParsedArguments) throws

    /// Does it with the records; the caller closes them.
    static func run(
        _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
    ) throws -> ExitStatus
}

/// The behaviour of an act if there are no records.
enum RecordsOpening {
    /// Create them.
    case making
    /// Stop with an error.
    case needing
    /// Print that there are none.
    case looking
}

extension RecordsAct {
    static func check(_ arguments: ParsedArguments) throws {}

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        try check(arguments)
        let opened =
            switch opening {
            case .making: try RecordOptions.open(reading: arguments, in: environment)
            case .needing:
                try RecordOptions.open(existing: arguments, isNeeded: true, in: environment)
            case .looking:
                try RecordOptions.open(existing: arguments, isNeeded: false, in: environment)
            }
        defer { opened.close() }
        return try run(arguments, opened, in: environment)
    }
}

extension RecordsCommand {
    /// `aloud records list`.
    enum List: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "records list", summary: "List the tests, the latest first.",
            options: [person, search, from, through, limit, json, RecordOptions.file],
            stopsOnRequest: true)

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try RecordsListing.list(arguments, opened, in: environment)
        }
    }

    /// `aloud records show`.
    enum Show: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "records show", summary: "Show the history of a person, or one test with its letters.",
            arguments: [testIfAny], options: [person, from, through, json, RecordOptions.file],
            stopsOnRequest: true)

        static func check(_ arguments: ParsedArguments) throws {
            try checkSubject(arguments, of: verb)
        }

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try RecordsListing.show(arguments, opened, in: environment)
        }
    }

    /// `aloud records people`.
    enum People: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "records people", summary: "List the people, by name or identifier.",
            options: [search, from, through, limit, json, RecordOptions.file],
            stopsOnRequest: true)

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try RecordsListing.people(arguments, opened, in: environment)
        }
    }

    /// `aloud records trail`.
    enum Trail: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "records trail",
            summary: "Print the audit trail: who did and saw what, when and why.",
            options: [limit, json, RecordOptions.file], stopsOnRequest: true)

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try RecordsListing.trail(arguments, opened, in: environment)
        }
    }

    /// Makes sure that a command line names either a person or a test.
    ///
    /// - Throws: `Misuse`.
    static func checkSubject(_ arguments: ParsedArguments, of verb: Verb) throws {
        guard try (arguments[testIfAny] == nil) == arguments.wasGiven(person) else {
            throw Misuse(
                "'\(verb.name)' requires '--person ID', or one test as 'records list' names it.")
        }
    }
}
