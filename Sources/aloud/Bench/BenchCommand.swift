internal import Audio
internal import CommandLineKit
internal import Foundation
internal import Platform
internal import Recognition
internal import Records
internal import SimulatedPatient
internal import Workbench

/// `aloud bench`: how fast it hears, with how much memory, and how soon after a letter's end.
enum BenchCommand: Command {
    private static let files = Argument<[String]>(
        repeating: "file", atLeastOne: false, .file,
        help: "Recordings, or one manifest (a .tsv as for 'aloud evaluate').")
    private static let letters = HearingOptions.letters(default: .etdrs)
    private static let set = Option<String?>(
        "set", .text("set"), help: "Of a manifest, only the recordings of this set.")
    private static let skipLive = Option.flag(
        "skip-live", help: "Leave out what takes as long as the recordings last.")
    private static let save = Option<String?>(
        "save", .folder,
        help: "Also write the recordings there as raw 16 kHz sound, with a control file for"
            + " pocketsphinx_batch.")
    private static let json = Option.flag("json", help: "Print one JSON object.")

    static let verb = Verb(
        "bench", summary: "Measure speed, memory and delay.",
        discussion: """
            Measures the time until the decoder is ready, the memory at its peak, the speed of \
            transcription in seconds of sound per second of processor time, and the delay from \
            the end of a spoken letter to its acceptance, with the recordings played through a \
            virtual ALSA microphone at their own pace.

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
        guard try arguments[set] == nil || manifest(of: arguments[files]) != nil else {
            throw Misuse(
                "'--set' chooses among the recordings of a manifest: give one (a .tsv) with it.")
        }
        let raw = try arguments[save].map {
            try RawRecordings(folder: $0, sparing: Set(paths(arguments).map(FileIdentity.init)))
        }
        let clock = ContinuousClock()
        let start = clock.now
        let listener = try HearingOptions.listener(
            for: try arguments[letters], arguments, in: environment)
        let ready = (clock.now - start) / .seconds(1)
        let readySinceStart = ProcessMeter.age

        let beforeMaking = ProcessMeter.processorSeconds
        let sessions = try sessions(arguments, in: environment)
        let isSynthetic = try arguments[files].isEmpty
        let making = isSynthetic ? ProcessMeter.processorSeconds - beforeMaking : 0

        var speed = TranscriptionSpeed(of: sessions, with: RecordingListener(listener))
        let processProcessor = ProcessMeter.processorSeconds - making
        let peakBytes = ProcessMeter.peakBytes
        for failure in speed.failures { environment.complain(failure) }
        // Nothing was heard, so there is nothing to measure.
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
            isSynthetic: isSynthetic, ready: ready, readySinceStart: readySinceStart,
            peakBytes: peakBytes, speed: speed, processProcessor: processProcessor, live: live)
        try environment.deliver(arguments[json] ? result.jsonText + "\n" : result.text)
        return speed.failures.isEmpty ? .success : .failure
    }

    /// The files that are read: the recordings, or a manifest and those it names.
    private static func paths(_ arguments: ParsedArguments) throws -> [String] {
        let paths = try arguments[files]
        guard let manifest = manifest(of: paths) else { return paths }
        return [manifest] + (try ReferenceRow.read(manifest).map { $0.file(of: manifest) })
    }

    /// The manifest, where the operands are one and not recordings.
    private static func manifest(of paths: [String]) -> String? {
        paths.count == 1 && paths[0].hasSuffix(".tsv") ? paths[0] : nil
    }

    private static func sessions(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> [BenchSession] {
        let paths = try arguments[files]
        let open = try ChannelOption.opening(arguments, in: environment)
        if paths.isEmpty { return try SyntheticSession.all(environment.instruments.voice) }
        if let manifest = manifest(of: paths) {
            return try BenchSession.sessions(
                ofManifest: manifest, set: try arguments[set], letters: try arguments[letters],
                open: open)
        }
        return BenchSession.sessions(of: paths, open: open)
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
