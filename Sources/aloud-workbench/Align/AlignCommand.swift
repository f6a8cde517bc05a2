internal import CommandLineKit
internal import Evaluation
internal import Exam
internal import Recognition

/// `aloud-workbench align`: how recordings were heard, over an axis of time.
enum AlignCommand: Command {
    private static let recordings = Argument<[String]>(
        repeating: "recording", atLeastOne: true, .recording,
        help: "Recordings in any format that 'aloud transcribe' hears.")
    private static let letters = HearingOptions.letters(default: .alphabet)
    private static let alone = Option.flag(
        "each-alone",
        help: "Hear each recording by itself, without the one before it in its folder.")
    private static let html = Option<String?>(
        "html", .file,
        help:
            "Also write a page to this file: waveform, scores every 20 ms, words and answers. It holds"
            + " the sound of the first \(HearingView.mostStretches) stretches of speech.")
    private static let json = Option.flag(
        "json", help: "Print one JSON object for each stretch of speech.")

    static let verb = Verb(
        "align", summary: "Show how recordings are heard: scores every 20 ms, words, answers.",
        discussion: """
            Hears recordings as 'aloud transcribe' does, and prints for each stretch of speech: the \
            two likeliest tokens of the net in each run of frames, with their mean probabilities \
            (capitals are names of letters, small letters are phones, '-' is the blank); the words \
            that were decided on, with the first and the last frame in which the search found each \
            (none if it did not: the word is a phrase of a list, or a letter by the English net); \
            talk; and the answers, with the thresholds. A frame is 20 ms; frame 0 is before the \
            sound of the stretch.

            --html draws the same over the waveform, with the sound. --json has the probabilities \
            of all tokens that reach 0.1, frame by frame.

            The exit status is 1 if a recording cannot be heard to its end, or has no speech.

              aloud-workbench align heard-wrong.wav
              aloud-workbench align --html heard.html --letters chart p07/*.wav
              aloud-workbench align --language de --letters directions oben.m4a
            """,
        arguments: [recordings],
        options: [letters, alone, ChannelOption.channel, html, json] + HearingOptions.all)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let recordings = try arguments[recordings]
        let page = try arguments[html].map {
            try ResultFile($0, for: "the page", sparing: Set(recordings.map(FileIdentity.init)))
        }
        let listener = try HearingOptions.listener(
            for: try arguments[letters], arguments, in: environment)
        return try AlignRun(
            listener: listener, open: try ChannelOption.opening(arguments, in: environment),
            alone: try arguments[alone], json: try arguments[json], page: page, in: environment
        ).run(recordings)
    }
}
