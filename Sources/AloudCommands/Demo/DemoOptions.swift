internal import Acuity
internal import SimulatedPatient

/// The options of `aloud demo`, and what they make.
enum DemoOptions {
    static let acuity = Option(
        "acuity", .number("logMAR", in: -0.2...1), default: "0.3",
        help: "The acuity of the simulated patient; 0 is 20/20, 0.3 is 20/40, 1 is 20/200.")
    static let seed = Option(
        "seed", .whole("number", in: UInt64(0)...999_999), default: "1",
        help: "Decides the letters of the chart and what the patient sees by chance.")
    static let voice = Option(
        "voice", .choice(of: PatientVoice.Name.self), default: PatientVoice.Name.slt.rawValue,
        help: "Who speaks: slt and the others are voices of flite.")
    static let quick = Option.flag(
        "quick", help: "Start at 20/80 instead of 20/200: about half a minute.")
    static let microphone = Option.flag(
        "microphone", help: "You are the patient: listen to the real microphone.")
    static let device = Option<String?>(
        "device", .text("name"), help: "With --microphone: which, by its ALSA name (hw:1).")
    static let json = Option.flag(
        "json", help: "Print the result as one JSON object; the session goes to standard error.")
    static let events = Option.flag(
        "events", help: "Print all that happens as JSON Lines, while it happens.")

    static let all: [any OptionDeclaration] = [
        acuity, seed, voice, quick, microphone, device, json, events,
    ]

    /// The largest line that a quick demonstration shows.
    private static let quickStart = "20/80"

    /// The chart, and where its reading starts.
    static func reading(_ arguments: ParsedArguments) throws -> ChartReading {
        ChartReading(
            chart: Chart(.random, seed: try arguments[seed]),
            start: try arguments[quick] ? try SnellenLine(named: quickStart) : .largest)
    }
}
