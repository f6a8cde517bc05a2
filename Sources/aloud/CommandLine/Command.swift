internal import CommandLineKit

/// A verb of the program: how it is called, and what it does.
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
    /// How the verb is called; what its help text is made from.
    static var verb: Verb { get }

    /// Does it.
    ///
    /// - Returns: what the process exits with.
    /// - Throws: `Misuse` where options contradict each other (exit 64); any other error is
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
