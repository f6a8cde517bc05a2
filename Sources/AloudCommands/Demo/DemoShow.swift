internal import HandsFree
internal import SimulatedPatient

/// Who is told of a demonstration, and where: a person on the terminal, a program on standard
/// output, or both.
struct DemoShow {
    /// Tells people.
    let narrator: DemoNarrator
    /// Tells programs of every event; nil where they did not ask.
    private let events: EventLines?
    private let resultOutput: (any TextOutput)?

    init(
        _ arguments: ParsedArguments, in environment: CommandEnvironment, tellsScores: Bool
    ) throws {
        let hasEvents = try arguments[DemoOptions.events]
        let hasJSON = try arguments[DemoOptions.json] || hasEvents
        // Standard output belongs to the programs where they asked for it.
        narrator = DemoNarrator(
            to: hasJSON ? environment.messages : environment.output,
            hasColor: (hasJSON ? environment.terminal : environment.outputTerminal).hasColor,
            tellsScores: tellsScores)
        events = hasEvents ? EventLines(to: environment.output) : nil
        resultOutput = hasJSON ? environment.output : nil
    }

    /// Who observes the test.
    var observers: [any TestObserver] { [narrator] + (events.map { [$0] } ?? []) }

    /// Tells all what the patient says.
    func patientSays(_ remark: Remark) throws {
        try narrator.patientSays(remark)
        try events?.write(["event": "says", "text": .text(remark.text)])
    }

    /// Tells programs the result.
    func finish(with result: HandsFree.JSONValue) throws {
        try resultOutput?.write(result.line + "\n")
    }
}

/// The events of a test as JSON Lines. The result is left to whoever has more to say of it.
private final class EventLines: TestObserver {
    private let output: any TextOutput

    init(to output: any TextOutput) { self.output = output }

    func observe(_ event: TestEvent) throws {
        if case .result = event { return }
        try write(event.json)
    }

    func write(_ line: HandsFree.JSONValue) throws { try output.write(line.line + "\n") }
}
