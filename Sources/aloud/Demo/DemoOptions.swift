internal import Acuity
internal import CommandLineKit
internal import Dialogue
internal import Exam
internal import Records
internal import SimulatedPatient

/// The options of `aloud demo`, and what they make.
enum DemoOptions {
    static let acuity = Option(
        "acuity", .number("logMAR", in: -0.2...1), default: "0.3",
        help: "The acuity of the simulated patient: 0 is 20/20, 0.3 is 20/40, 1 is 20/200.")
    static let seed = Option(
        "seed", .whole("number", in: UInt64(0)...999_999), default: "1",
        help: "Draws the letters of the chart and what the patient sees by chance.")
    static let voice = Option(
        "voice", .choice(of: PatientVoice.Name.self), default: PatientVoice.Name.rms.rawValue,
        help: "Who speaks, a voice of flite; rms is heard best.")
    static let quick = Option.flag(
        "quick", help: "Start at 20/80 instead of 20/200: about half a minute.")
    static let microphone = Option.flag(
        "microphone", help: "You are the patient: listen to a real microphone.")
    static let device = Option<String?>(
        "device", .text("name"), help: "With --microphone: which, by its ALSA name (hw:1).")
    static let json = Option.flag(
        "json", help: "Print the result as one JSON object; what is for people goes elsewhere.")
    static let events = Option.flag(
        "events",
        help: "Print the test as JSON Lines while it runs; the last line is the result.")

    static let all: [any OptionDeclaration] = [
        acuity, seed, voice, quick, microphone, device, json, events,
    ]

    /// The largest line of a quick demonstration: 20/80.
    private static let quickStart = SnellenLine.nearest(to: LogMAR(0.6))

    private static func start(_ arguments: ParsedArguments) throws -> SnellenLine {
        try arguments[quick] ? quickStart : .largest
    }

    /// The chart, and where its reading starts.
    static func reading(_ arguments: ParsedArguments) throws -> ChartReading {
        ChartReading(
            chart: Chart(.random, seed: try arguments[seed]), start: try start(arguments))
    }

    /// How `aloud test` is called for the same test of a person.
    ///
    /// - Throws: `Misuse` where an option is given that is for the simulated patient.
    static func wordsForTest(_ arguments: ParsedArguments) throws -> [String] {
        let ofPatient = [acuity.name, voice.name]
        for name in ofPatient where arguments.wasGiven(name) {
            throw Misuse(
                "'--\(name)' is for the simulated patient; leave it out with '--microphone'.")
        }
        var words = ["--eye", Eye.both.rawValue, "--chart", ChartName.random.rawValue]
        words += ["--start", try start(arguments).feet]
        if arguments.wasGiven(seed) { words += ["--seed", "\(try arguments[seed])"] }
        if let name = try arguments[device] { words += ["--device", name] }
        if try arguments[json] { words.append("--json") }
        if try arguments[events] { words.append("--events") }
        if arguments.wasGiven(HearingOptions.accept) {
            words += ["--accept", "\(try arguments[HearingOptions.accept])"]
        }
        if let share = try arguments[HearingOptions.wrongAtMost] {
            words += ["--wrong-at-most", share < 1 ? "\(share)" : "100%"]
        }
        if let folder = try arguments[HearingOptions.grammars] { words += ["--grammars", folder] }
        if let model = try arguments[HearingOptions.model] { words += ["--model", model] }
        return words
    }
}

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
    func finish(with result: DemoOutcome) throws {
        if printsResult { try environment.emit(result) }
    }
}

/// The events of a test as JSON Lines, without the result: there is more to say of it.
private final class EventLines: TestObserver {
    private let environment: CommandEnvironment

    init(to environment: CommandEnvironment) { self.environment = environment }

    func observe(_ event: TestEvent) throws {
        if case .result = event { return }
        try environment.emit(event.recorded)
    }
}
