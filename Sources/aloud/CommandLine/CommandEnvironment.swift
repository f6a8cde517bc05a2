internal import CommandLineKit
internal import Records

/// The console that a verb works at, and the real parts that it works with.
@dynamicMemberLookup
struct CommandEnvironment: Sendable {
    var console: Console
    var instruments: Instruments

    /// What the console has: its streams, the terminal, variables, the date.
    subscript<Part>(dynamicMember part: WritableKeyPath<Console, Part>) -> Part {
        get { console[keyPath: part] }
        set { console[keyPath: part] = newValue }
    }

    /// What the console has and nobody sets.
    subscript<Part>(dynamicMember part: KeyPath<Console, Part>) -> Part { console[keyPath: part] }

    /// Writes one object of JSON Lines to standard output.
    func emit(_ object: JSONValue) throws(OutputError) {
        try console.output.write(object.text + "\n")
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
