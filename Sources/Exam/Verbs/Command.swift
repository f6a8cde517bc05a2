package import CommandLineKit
package import Grammar

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
package protocol Command: SendableMetatype {
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

/// A verb that consists of acts, each its own command, such as `aloud records export`.
package protocol CommandOfActs: Command {
    /// Its acts, in the order of the help text; the name of each begins with that of the verb.
    static var acts: [any Command.Type] { get }
}

extension CommandOfActs {
    /// Never called: the program runs an act.
    package static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus { throw Misuse("Name what to do.") }
}

extension Command {
    /// The verb with these real parts.
    ///
    /// - Parameter program: the program that the verb belongs to.
    package static func runnable(
        with instruments: Instruments, in program: @escaping @Sendable () -> CommandLineTool
    ) -> RunnableVerb {
        if let group = self as? any CommandOfActs.Type {
            return RunnableVerb(
                verb, acts: group.acts.map { $0.runnable(with: instruments, in: program) })
        }
        return RunnableVerb(verb) { arguments, console in
            try run(
                arguments,
                in: CommandEnvironment(
                    console: console, instruments: instruments, program: program))
        }
    }
}

extension GrammarProblems: ErrorOfSeveralLines {
    package var lines: [String] { problems.map { "\($0)" } }
}
