internal import CommandLineKit
internal import Dialogue
internal import Exam
internal import Records
internal import SimulatedPatient

/// Who is told of a demonstration, and where: a person on the terminal, a program on standard
/// output, or both.
struct DemoShow {
    /// Tells people.
    let narrator: DemoNarrator
    /// Tells programs of every event; nil where they did not ask.
    private let events: EventLines?
    private let environment: CommandEnvironment
    private let printsResult: Bool

    init(_ arguments: ParsedArguments, in environment: CommandEnvironment) throws {
        self.environment = environment
        let printsEvents = try arguments[DemoOptions.events]
        printsResult = try arguments[DemoOptions.json] || printsEvents
        // Standard output belongs to programs where they asked for it.
        let terminal = printsResult ? environment.terminal : environment.outputTerminal
        narrator = DemoNarrator(
            to: printsResult ? environment.messages : environment.output,
            ink: TerminalInk(
                hasColor: terminal.hasColor,
                hasBlocks: TerminalInk.hasBlocks(environment.variables)))
        events = printsEvents ? EventLines(to: environment) : nil
    }

    /// Who observes the test.
    var observers: [any TestObserver] { [narrator] + (events.map { [$0] } ?? []) }

    /// Tells all what the patient says.
    func patientSays(_ remark: Remark) throws {
        try narrator.patientSays(remark)
        if events != nil { try environment.emit(["event": "says", "text": .string(remark.text)]) }
    }

    /// Tells programs the result.
    func finish(with result: JSONValue) throws {
        if printsResult { try environment.emit(result) }
    }
}

/// The events of a test as JSON Lines, without the result: there is more to say of it.
private final class EventLines: TestObserver {
    private let environment: CommandEnvironment

    init(to environment: CommandEnvironment) { self.environment = environment }

    func observe(_ event: TestEvent) throws {
        if case .result = event { return }
        try environment.emit(event.json)
    }
}
