internal import Audio
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import HTTP
internal import Listening
internal import Platform
internal import Recognition
internal import TestPages

/// `aloud listen`: answers of people for other programs.
enum ListenCommand: Command {
    static let verb = Verb(
        "listen", summary: "Print letters and commands as they are spoken, for other programs.",
        discussion: """
            Listens until it is stopped, and prints one JSON object for each answer as soon as it is \
            heard, with the keys of 'aloud transcribe'. The first object is "ready", the last "end".

              aloud listen --letters etdrs
              {"event":"ready","letters":"etdrs","live":true,"paused":false,"version":1}
              {"clock":2.13,"confidence":0.98,"end":1.9,"event":"answer","heard":"see",
               "kind":"letter","letter":"C","presence":0.99,"start":1.52,"time":1792060000.52}

            (an object is one line). "Wait" pauses, and "go on" ends the pause.

            If standard input is a pipe or a file, another program controls the listening by lines:

              {"listen":false}              report nothing
              {"listen":true}               report what is said from now on
              {"listen":true,"expect":1}    the same, and pause after one answer
              {"forget":true}               another person speaks from now on
              {"stop":true}                 end

            The end of a pipe ends the listening, because the other program has ended.

            A reader that reads nothing for 10 seconds then loses the oldest answers; "lost" has \
            their number. With --input nothing is lost: the recording waits for the reader.

            With --websocket or --sse pages of this machine get the same objects, at the addresses in \
            "ready" and on standard error. An address has a token, which changes with each start. A \
            page also needs an --origin. A WebSocket takes control lines. With --microphone page it \
            also takes the sound of the page's microphone.

            With --keys each accepted answer is also typed into the program that has the focus, as if on \
            a keyboard. Such a program needs no change.

              aloud listen --letters directions --keys

            Nothing that is heard is kept. A recording from a pipe is in an unnamed temporary file \
            until the program ends; raw sound is in none. Ctrl-C and SIGTERM end the listening with \
            status 0.

              aloud listen --letters etdrs --expect 1 < /dev/null
              aloud listen --letters directions --input answers.wav
              arecord -t raw -f S16_LE -r 16000 -c 1 | aloud listen --input -
            """,
        options: ListenOptions.all, stopsOnRequest: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let sound = try ListenOptions.sound(arguments)
        let settings = try ListenOptions.settings(arguments)
        let ports = try ListenOptions.ports(arguments)
        try KeyOptions.check(arguments)
        let again = try arguments[KeyOptions.keys] ? arguments[KeyOptions.again] : .off
        let asker = again.asker(in: environment)
        let typist = try KeyOptions.typist(arguments, asker: asker, in: environment)
        let listener = try HearingOptions.listener(
            for: settings.letters, arguments, in: environment)
        var source = try sound.open(in: environment)
        let isLive = source is any LiveAudioSource
        if let asker, let live = source as? any LiveAudioSource {
            source = GatedMicrophone(live, gate: asker.gate)
        }
        let stop = environment.stop
        let outlet = EventOutlet(
            to: environment.output, isLive: isLive, now: environment.uptime,
            onFailure: { stop.request() })
        let control = ControlQueue(onStop: { stop.request() })
        let pages = try ListenPages(
            ports, origins: try arguments[ListenOptions.origin],
            control: control, sound: sound.ofPage, in: environment)
        defer { pages.stop() }
        let report: (ListenEvent) -> Void = { event in
            outlet.put(event)
            pages.put(event)
            typist?.take(event)
        }
        report(
            .ready(
                letters: settings.letters, isLive: isLive, isPaused: settings.isPaused,
                addresses: pages.addresses))
        if !sound.isStandardInput, environment.inputKind != .other {
            let endsWithInput = environment.inputKind == .stream
            control.read(environment.input) { if endsWithInput { stop.request() } }
        }
        if environment.terminal.isTerminal { environment.say("Listening. Ctrl-C ends.") }
        let listening = ContinuousListener(
            source, listener: listener, settings: settings, control: control,
            now: { Date().timeIntervalSince1970 }, report: report)
        let result = Result { try listening.run(until: stop) }
        if let live = source as? any LiveAudioSource {
            live.stop()
            // The last events wait only briefly for a reader; those of a recording wait until it reads.
            stop.request()
        }
        try outlet.finish()
        try result.get()
        return typist?.hasFailed == true ? .failure : .success
    }
}

/// The options of `aloud listen`.
enum ListenOptions {
    static let letters = HearingOptions.letters(default: .alphabet)
    static let input = Option<String?>(
        "input", .recording,
        help:
            "A recording instead of the microphone; '-' for standard input: raw 16 kHz mono PCM"
            + " of 16 bits, little-endian, or a recording while another program writes it.")
    static let channel = Option<Int?>(
        "channel", .whole("number", in: 1...1_024),
        help: "Hear only this channel of the microphone or the recording, counted from 1"
            + " (default: the mean of the channels that are at most 40 dB softer than the"
            + " loudest).")
    static let microphone = Option<AnswerOptions.Place>(
        "microphone", .choice(), default: AnswerOptions.Place.computer.rawValue,
        help: "The place of the microphone: this computer, or the page that is connected by"
            + " --websocket.")
    static let expect = Option<Int?>(
        "expect", .whole("answers", in: 1...ControlLine.mostExpected),
        help: "End after this number of answers: letters, directions, and \"I can't see it\". The"
            + " last one is printed sooner than the others.")
    static let paused = Option.flag(
        "paused", help: "Report nothing until the first {\"listen\":true}.")
    static let meter = Option.flag(
        "meter", help: "Also print the level of the sound, twice a second.")

    static let websocket = Option<Int?>(
        "websocket", .whole("port", in: 0...65_535),
        help:
            "Send the objects to programs and pages of this machine over a WebSocket at this"
            + " port; 0 picks a free one.")
    static let sse = Option<Int?>(
        "sse", .whole("port", in: 0...65_535),
        help: "Send them as server-sent events at this port, which may be that of --websocket.")
    static let origin = Option<[String]>(
        repeating: "origin",
        ValueKind(
            "origin",
            expected: "the scheme, host and port alone, such as https://lab.example, or 'null'"
        ) {
            $0.wholeMatch(of: #/null|[A-Za-z][A-Za-z0-9+.\-]*:\/\/[^\/\s?#]+/#) == nil ? nil : $0
        },
        help: "A page of this origin may connect, such as https://lab.example; 'null' for a page"
            + " that was opened as a file. May be repeated.")

    static let all: [any OptionDeclaration] =
        [
            letters, AnswerOptions.device, microphone, input, channel, expect, paused, meter,
            websocket, sse,
            origin,
        ] + KeyOptions.all
        + HearingOptions.all

    /// The sound of a command line.
    ///
    /// - Throws: `Misuse` if it names two, or the microphone of a page that cannot connect.
    static func sound(_ arguments: ParsedArguments) throws -> ListenedSound {
        let channel = try arguments[channel]
        if try arguments[microphone] == .page {
            for other in [AnswerOptions.device.name, input.name, Self.channel.name]
            where arguments.wasGiven(other) {
                throw Misuse("'--\(other)' has no effect with '--microphone page'.")
            }
            guard try arguments[websocket] != nil else {
                throw Misuse("'--microphone page' needs '--websocket', where the page connects.")
            }
            return .page(PageSound())
        }
        guard let path = try arguments[input] else {
            return .microphone(device: try arguments[AnswerOptions.device], channel: channel)
        }
        guard !arguments.wasGiven(AnswerOptions.device) else {
            throw Misuse("'--device' and '--input' are two sources of sound; leave out one.")
        }
        return path == "-" ? .standardInput(channel: channel) : .recording(path, channel: channel)
    }

    /// The ports of a command line, with the kinds of connections at each.
    ///
    /// - Throws: `Misuse` if an origin is named and there is no port.
    static func ports(
        _ arguments: ParsedArguments
    ) throws -> [(port: Int, kinds: Set<EventPages.Kind>)] {
        let ports = (sse: try arguments[sse], websocket: try arguments[websocket])
        if ports.sse == nil, ports.websocket == nil, arguments.wasGiven(origin.name) {
            throw Misuse("'--origin' is for '--websocket' and '--sse'.")
        }
        if let port = ports.sse, port > 0, port == ports.websocket {
            return [(port, Set(EventPages.Kind.allCases))]
        }
        var found: [(port: Int, kinds: Set<EventPages.Kind>)] = []
        if let port = ports.sse { found.append((port, [.sse])) }
        if let port = ports.websocket { found.append((port, [.websocket])) }
        return found
    }

    /// The settings of a command line.
    ///
    /// - Throws: `Misuse` if nothing could end the pause of '--paused'.
    static func settings(_ arguments: ParsedArguments) throws -> ContinuousListener.Settings {
        let isPaused = try arguments[paused]
        if isPaused, try arguments[input] == "-", try arguments[websocket] == nil {
            throw Misuse(
                "'--paused' needs control lines, but standard input is the sound: add"
                    + " '--websocket'.")
        }
        return ContinuousListener.Settings(
            letters: try arguments[letters], expected: try arguments[expect], isPaused: isPaused,
            hasMeter: try arguments[meter])
    }
}
