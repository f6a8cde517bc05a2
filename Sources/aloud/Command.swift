public import CommandLineKit
internal import Grammar
internal import Records

/// A verb of the program: its declaration and its action.
///
/// ```swift
/// enum MapCommand: Command {
///     static let json = Option.flag("json", help: "Print JSON Lines.")
///     static let verb = Verb("map", summary: "Turns words into letters.", options: [json])
///
///     static func run(
///         _ arguments: ParsedArguments, in environment: CommandEnvironment
///     ) throws -> ExitStatus {
///         if try arguments[json] { … }
///         return .success
///     }
/// }
/// ```
protocol Command: SendableMetatype {
    /// The verb's name, arguments and help text.
    static var verb: Verb { get }

    /// Runs the verb.
    ///
    /// - Returns: the exit status of the process.
    /// - Throws: `Misuse` if options contradict each other (exit 64); any other error is
    ///   shown after `Error: ` by its description (exit 1).
    static func run(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws
        -> ExitStatus
}

extension Command {
    /// The verb with these real parts.
    static func runnable(with instruments: Instruments) -> RunnableVerb {
        RunnableVerb(verb) { arguments, console in
            try run(
                arguments, in: CommandEnvironment(console: console, instruments: instruments))
        }
    }
}

/// The console that a verb works at, and the real parts that it works with.
@dynamicMemberLookup
struct CommandEnvironment: Sendable {
    var console: Console
    var instruments: Instruments

    /// The properties of the console: its streams, the terminal, variables, the date.
    subscript<Part>(dynamicMember part: WritableKeyPath<Console, Part>) -> Part {
        get { console[keyPath: part] }
        set { console[keyPath: part] = newValue }
    }

    /// The read-only properties of the console.
    subscript<Part>(dynamicMember part: KeyPath<Console, Part>) -> Part { console[keyPath: part] }

    /// Writes one object of JSON Lines to standard output.
    func emit(_ object: some Encodable) throws(OutputError) {
        try console.output.write(object.jsonText + "\n")
    }

    /// Writes one object of JSON Lines to standard output.
    func emit(_ object: JSONObject) throws(OutputError) {
        try console.output.write(object.jsonText + "\n")
    }

    /// See `Console.deliver`.
    func deliver(_ result: String) throws(OutputError) { try console.deliver(result) }

    /// See `Console.say`.
    func say(_ line: String) { console.say(line) }

    /// See `Console.complain`.
    func complain(_ reason: String) { console.complain(reason) }

    /// See `Console.grammars`.
    func grammars(named: String?) throws(ResourceFolderError) -> ResourceFolder {
        try console.grammars(named: named)
    }

    /// See `Console.models`.
    func models(named: String? = nil) throws(ResourceFolderError) -> ResourceFolder {
        try console.models(named: named)
    }
}

extension GrammarProblems: ErrorOfSeveralLines {
    package var lines: [String] { problems.map { "\($0)" } }
}
