internal import Audio
internal import CommandLineKit
internal import Exam
internal import Glibc
internal import Platform
internal import RealInstruments
internal import Recognition
internal import Records
internal import SimulatedPatient

/// The program that measures the hearing, for scripts/bench.
@main
struct BenchSpeed {
    static func main() {
        let console = Console.process()
        let program = CommandLineTool.benchSpeed(with: .real(until: console.stop))
        let status = program.run(Console.words(), in: console)
        // Threads may still compute, and exit(3) frees what they use.
        fflush(nil)
        _exit(status.rawValue)
    }
}

extension CommandLineTool {
    /// The program with its one verb.
    static func benchSpeed(with instruments: Instruments) -> CommandLineTool {
        CommandLineTool(
            name: "bench-speed", version: aloudVersion,
            overview: "Measures how fast Aloud hears.",
            commands: [
                MeasureCommand.runnable(with: instruments) { .benchSpeed(with: instruments) }
            ])
    }
}

/// `bench-speed measure`: the speed, memory and delay of hearing.
enum MeasureCommand: Command {
    private static let files = Argument<[String]>(
        repeating: "file", atLeastOne: false, .file,
        help: "Recordings, or one manifest (a .tsv as for 'aloud-workbench evaluate').")
    private static let letters = HearingOptions.letters(default: .etdrs)
    private static let set = Option<String?>(
        "set", .text("set"), help: "Use only the recordings of this set of the manifest.")
    private static let skipLive = Option.flag(
        "skip-live", help: "Skip the delay, which takes as long as the recordings last.")
    private static let save = Option<String?>(
        "save", .folder,
        help: "Also write the recordings there as raw 16 kHz sound, with a control file for"
            + " pocketsphinx_batch.")
    private static let json = Option.flag("json", help: "Print one JSON object.")

    static let verb = Verb(
        "measure", summary: "Measure speed, memory and delay.",
        discussion: """
            Measures the time until the recogniser is ready, peak memory, the speed of \
            transcription in seconds of sound per second of processor time, and the delay from \
            the end of a spoken letter to its acceptance. For the delay, the recordings are played \
            in real time through a virtual ALSA microphone.

            Recordings of one folder, or of one speaker of a manifest, are one session. Without \
            recordings, the voices of the simulated patient read the letters of the charts, one \
            every two seconds, in a quiet room.
            """,
        arguments: [files],
        options: [letters, set, ChannelOption.channel, skipLive, save, json] + HearingOptions.all,
        stopsOnRequest: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let source = BenchSource(try arguments[files], set: try arguments[set])
        guard try arguments[set] == nil || source.manifest != nil else {
            throw Misuse(
                "'--set' has no effect without a manifest; give one (a .tsv) with it.")
        }
        let raw = try arguments[save].map {
            try RawRecordings(folder: $0, sparing: Set(source.files().map(FileIdentity.init)))
        }
        let clock = ContinuousClock()
        let start = clock.now
        let listener = try HearingOptions.listener(
            for: try arguments[letters], arguments, in: environment)
        let ready = (clock.now - start) / .seconds(1)
        let readySinceStart = ProcessMeter.age

        let beforeMaking = ProcessMeter.processorSeconds
        let sessions = try source.sessions(
            hearing: arguments[letters], open: ChannelOption.opening(arguments, in: environment),
            voice: environment.instruments.voice)
        let making = source.isSynthetic ? ProcessMeter.processorSeconds - beforeMaking : 0

        var speed = TranscriptionSpeed(of: sessions, with: RecordingListener(listener))
        let processProcessor = ProcessMeter.processorSeconds - making
        let peakBytes = ProcessMeter.peakBytes
        for failure in speed.failures { environment.complain(failure) }
        // No sound was recognised, so there is no speed to measure.
        guard speed.sound > 0 || speed.failures.isEmpty else { return .failure }

        try raw?.write(sessions)
        let letters = try sessions.indices.map { index in
            try speed.letters(of: index, in: sessions[index])
        }
        var live: LiveLatency?
        if try !arguments[skipLive] {
            live = try latency(of: sessions, letters, with: listener, in: environment)
        }
        let result = BenchResult(
            sessions: sessions.count, recordings: sessions.reduce(0) { $0 + $1.recordings.count },
            isSynthetic: source.isSynthetic, ready: ready, readySinceStart: readySinceStart,
            peakBytes: peakBytes, speed: speed, processProcessor: processProcessor, live: live)
        try environment.deliver(arguments[json] ? result.jsonText + "\n" : result.text)
        return speed.failures.isEmpty ? .success : .failure
    }

    /// Plays each session into a microphone of its own.
    private static func latency(
        of sessions: [BenchSession], _ letters: [[[LiveLatency.Expected]]],
        with listener: LetterListener, in environment: CommandEnvironment
    ) throws -> LiveLatency {
        var latency = LiveLatency()
        for (session, letters) in zip(sessions, letters) {
            guard !environment.stop.isRequested else { break }
            let sounds = session.recordings.map { recording in
                (try? recording.open().readAll().samples) ?? []
            }
            let seconds =
                Double(sounds.reduce(0) { $0 + $1.count }) / Double(speechRate)
                + Double(sounds.count) * Playback.gap
            environment.say("Playing \(session.name), \(Int(seconds.rounded())) s.")
            try latency.measure(
                sounds, letters: letters, with: listener,
                through: try environment.instruments.virtualMicrophone(), stop: environment.stop)
        }
        return latency
    }
}
