public import Foundation
public import Platform

/// What a verb has to do with the world: streams, the terminal, variables, signals, the date.
public struct Console: Sendable {
    /// Standard output: results only, for programs to read.
    public var output: any TextOutput
    /// Standard error: words for people. Use `say`.
    public var messages: any TextOutput
    /// Standard input.
    public let input: any ByteInput
    /// The lines of standard input, for one test after the other.
    public let lines: LineFeed
    /// What `messages` shows on.
    public var terminal: Terminal
    /// What `output` shows on.
    public var outputTerminal: Terminal
    /// The environment variables.
    public var variables: [String: String]
    /// The path of the running program, links resolved.
    public var executable: String
    /// The request that the verb come to an end, as by Ctrl-C.
    public var stop: StopRequest
    /// Makes signals request `stop`; called before a verb that heeds it. Nil: signals are left
    /// alone.
    public var trapSignals: (@Sendable (StopRequest) throws -> Void)?
    /// What tells the date.
    public var date: @Sendable () -> Date

    /// The parameters as the properties of their names. What is not given is that of a process without a
    /// terminal and without variables, which nobody asks to stop.
    public init(
        output: any TextOutput, messages: any TextOutput, input: any ByteInput,
        terminal: Terminal = Terminal(), outputTerminal: Terminal = Terminal(),
        variables: [String: String] = [:], executable: String = "",
        stop: StopRequest = StopRequest(),
        trapSignals: (@Sendable (StopRequest) throws -> Void)? = nil,
        date: @escaping @Sendable () -> Date = { .now }
    ) {
        self.output = output
        self.messages = messages
        self.input = input
        lines = LineFeed(input)
        self.terminal = terminal
        self.outputTerminal = outputTerminal
        self.variables = variables
        self.executable = executable
        self.stop = stop
        self.trapSignals = trapSignals
        self.date = date
    }

    /// Writes the result of long work to standard output; where that cannot be written to, as on a
    /// full disk, to standard error, so that the work is not lost.
    ///
    /// - Throws: what standard output said, all the same.
    public func deliver(_ result: String) throws(OutputError) {
        do throws(OutputError) {
            try output.write(result)
        } catch {
            if error != .readerGone {
                say("This is the result, which could not be written where it belongs:")
                try? messages.write(result)
            }
            throw error
        }
    }

    /// Writes a line of words for people to standard error, or several.
    public func say(_ line: String) {
        // If the words cannot be shown, there is no place left to say so, and the result on
        // standard output is worth going on for.
        try? messages.write(line.escapingControls(keepingLines: true) + "\n")
    }

    /// Writes what went wrong to standard error, in one line.
    public func complain(_ reason: String) {
        say("Error: " + reason.escapingControls(keepingLines: false))
    }
}
