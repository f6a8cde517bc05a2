package import CommandLineKit
package import Records

/// The console that a verb works at, and the real parts that it works with.
@dynamicMemberLookup
package struct CommandEnvironment: Sendable {
    package var console: Console
    package var instruments: Instruments
    /// The program that the verb belongs to, for verbs about its verbs.
    package var program: @Sendable () -> CommandLineTool

    /// Sets each property from the parameter of its name.
    package init(
        console: Console, instruments: Instruments,
        program: @escaping @Sendable () -> CommandLineTool
    ) {
        self.console = console
        self.instruments = instruments
        self.program = program
    }

    /// The properties of the console: its streams, the terminal, variables, the date.
    package subscript<Part>(dynamicMember part: WritableKeyPath<Console, Part>) -> Part {
        get { console[keyPath: part] }
        set { console[keyPath: part] = newValue }
    }

    /// The read-only properties of the console.
    package subscript<Part>(dynamicMember part: KeyPath<Console, Part>) -> Part {
        console[keyPath: part]
    }

    /// Writes one object of JSON Lines to standard output.
    package func emit(_ object: some Encodable) throws(OutputError) {
        try console.output.write(object.jsonText + "\n")
    }

    /// Writes one object of JSON Lines to standard output.
    package func emit(_ object: JSONObject) throws(OutputError) {
        try console.output.write(object.jsonText + "\n")
    }

    /// See `Console.deliver`.
    package func deliver(_ result: String) throws(OutputError) { try console.deliver(result) }

    /// See `Console.say`.
    package func say(_ line: String) { console.say(line) }

    /// See `Console.complain`.
    package func complain(_ reason: String) { console.complain(reason) }

    /// See `Console.grammars`.
    package func grammars(named: String?) throws(ResourceFolderError) -> ResourceFolder {
        try console.grammars(named: named)
    }

    /// See `Console.models`.
    package func models(named: String? = nil) throws(ResourceFolderError) -> ResourceFolder {
        try console.models(named: named)
    }
}
