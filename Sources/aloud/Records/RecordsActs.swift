internal import CommandLineKit
internal import Exam
internal import Platform
internal import RecordStore

/// An act of `aloud records` or another verb, which works with open records.
protocol RecordsAct: Command {
    /// The behaviour if there are no records; by default, it is `needing`.
    static var opening: RecordsOpening { get }

    /// Checks the command line before the records are opened.
    ///
    /// - Throws: `Misuse`.
    static func check(_ arguments: ParsedArguments) throws

    /// Runs the act with the records, which the caller closes.
    static func run(_ call: RecordsCall) throws -> ExitStatus
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

/// A call of an act: its command line, the open records and the console.
struct RecordsCall {
    let arguments: ParsedArguments
    let opened: OpenRecords
    let environment: CommandEnvironment

    var store: any RecordKeeping { opened.store }
    /// The store as people read it: without the results of masked trials.
    var readers: any RecordKeeping { opened.readers }
    var author: Author { opened.author }
    var now: Moment { Moment(environment.date()) }

    subscript<Value>(_ option: Option<Value>) -> Value { get throws { try arguments[option] } }
    subscript<Value>(_ argument: Argument<Value>) -> Value {
        get throws { try arguments[argument] }
    }

    func say(_ line: String) { environment.say(line) }
    func complain(_ reason: String) { environment.complain(reason) }
    func emit(_ object: some Encodable) throws { try environment.emit(object) }
}

extension CommandEnvironment {
    /// Writes lines to standard output, with their control characters made visible.
    func print(_ lines: [String], keepingLines: Bool = false) throws {
        for line in lines {
            try console.output.write(line.escapingControls(keepingLines: keepingLines) + "\n")
        }
    }
}

extension RecordsAct {
    static var opening: RecordsOpening { .needing }
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
        return try run(
            RecordsCall(arguments: arguments, opened: opened, environment: environment))
    }
}
