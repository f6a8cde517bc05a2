internal import CommandLineKit
internal import Exam
internal import Platform
internal import Recognition
internal import Records
internal import Transcripts

/// `aloud transcribe`: the letters and commands in recordings.
enum TranscribeCommand: Command {
    static let verb = Verb(
        "transcribe", summary: "Print the letters and commands in recordings.",
        discussion: """
            Prints one JSON object for each recording: the letters and commands, each with its time \
            in seconds and its confidence. The recordings of a folder are a session: they are heard \
            in order, each after the last letters of the one before, and are printed together. \
            Sessions are heard side by side. A folder's files are heard if their names end like \
            sound (.wav, .m4a, .webm and others, in small or large letters) or their first bytes \
            are those of sound. Text and hidden files are left out; a note has the number of others, \
            with their endings. Links to folders are not followed; a note has their number, and \
            such a link can be named itself.

            With --output each session has a file of its own in that folder, with the path of the \
            session's folder; TextGrid, SRT and VTT have one for each recording. A session whose \
            sound, options, models, program and kind of processor have not changed is skipped, so \
            the same call resumes after Ctrl-C, a crash or new recordings. When a session is heard again, its results of \
            recordings that are gone or renamed are removed, unless somebody has changed them. \
            With --shard several machines share the work; \
            'aloud merge' puts their results together.

            Several channels are mixed, except those more than 40 dB softer than the loudest; if \
            they cancel each other, only the loudest is heard. If two people have a microphone \
            each, transcribe each channel in its own run with --channel. Several tracks are mixed \
            in the same way, and their channels are numbered in sequence; of tracks in several \
            languages only one is heard, the default one or the first with sound. A note says so.

            Times count from the start of the file, also where its sound begins later.

            A recording that cannot be read gives an object with an error; a truncated or damaged \
            one gives its answers and an error. The others are still transcribed. The exit status \
            is 1 if some recordings failed, 2 if none could be heard, and 130 after Ctrl-C.

              aloud transcribe a.wav b.wav
              aloud transcribe -r study --output results --format jsonl,textgrid
              find study -name '*.wav' -print0 | aloud transcribe --list - --output results
              arecord -f S16_LE -r 16000 -t wav | aloud transcribe --stream -
            """,
        arguments: [TranscribeOptions.files], options: TranscribeOptions.all,
        stopsOnRequest: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let form = try TranscribeOptions.form(arguments)
        let jobs = try TranscribeOptions.jobs(arguments)
        let finder = try TranscribeOptions.recordings(arguments, in: environment)
        for problem in finder.problems { environment.complain(problem) }
        for note in finder.notes { environment.say("Note: " + note) }
        guard !finder.found.isEmpty else { return .totalFailure }
        let alone = try arguments[TranscribeOptions.alone]
        let sessions = try RecordingSession.sessions(of: finder.found, alone: alone)
        if !alone, let note = RecordingSession.note(on: finder.found) {
            environment.say("Note: " + note)
        }
        if case .text(let format) = form, format.isPerRecording, finder.found.count > 1 {
            throw Misuse(
                "'--format \(format.rawValue)' makes a file for each recording: name a folder with"
                    + " '--output'.")
        }
        let folder: ResultFolder? =
            if case .files(_, let path) = form { try ResultFolder(path) } else { nil }
        let shard = try arguments[TranscribeOptions.shard] ?? .whole
        let plan = try arguments[TranscribeOptions.plan]
        let isMeasured = environment.terminal.isTerminal || shard.count > 1 || plan != nil
        let lengths =
            isMeasured
            ? try lengths(of: sessions, keptIn: folder, jobs: jobs, in: environment) : nil
        if let plan {
            try show(sessions, lengths ?? [], shards: plan, in: environment)
            let missing = finder.missing
            for problem in missing { environment.complain(problem) }
            return finder.problems.isEmpty && missing.isEmpty ? .success : .failure
        }
        let indices =
            shard.count == 1
            ? Array(sessions.indices)
            : Shard.deal(lengths ?? [], to: shard.count)[shard.number - 1]
        let listeners = try HearingOptions.listeners(
            for: try arguments[TranscribeOptions.letters], arguments, in: environment)
        let target: TranscriptionRun.Target
        switch form {
        case .text(let format): target = .text(format) { try environment.output.write($0) }
        case .utterances: target = .utterances { try environment.output.write($0) }
        case .files(let formats, let path):
            let store = SessionStore(
                folder: try folder ?? ResultFolder(path),
                settings: try settings(arguments, in: environment), program: aloudVersion)
            try store.keep(shard, of: sessions, indices: indices)
            target = .files(formats, store)
        }
        let total = lengths.map { lengths in indices.map { lengths[$0] }.reduce(0, +) }
        let run = TranscriptionRun(
            sessions: indices.map { sessions[$0] }, target: target, jobs: jobs,
            open: try ChannelOption.opening(arguments, in: environment),
            listener: { RecordingListener(try listeners.make()) },
            meter: meter(total: total, in: environment), stop: environment.stop,
            complain: { environment.complain($0) })
        let outcome = try run.run()
        report(outcome, of: indices.count, wroteFiles: folder != nil, in: environment)
        return status(of: outcome, isComplete: finder.problems.isEmpty)
    }

    private static func meter(
        total: Double?, in environment: CommandEnvironment
    ) -> TranscriptionMeter {
        let start = ContinuousClock.now
        let time: @Sendable () -> Duration = { start.duration(to: .now) }
        guard environment.terminal.hasColor else {
            return TranscriptionMeter(total: total, time: time, write: nil)
        }
        return TranscriptionMeter(total: total, time: time) {
            try? environment.messages.write($0)
        }
    }

    private static func settings(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> String {
        let folders = try environment.console.folders(
            grammars: arguments[HearingOptions.grammars], models: arguments[HearingOptions.model])
        let profile = try HearingOptions.profile(arguments, with: folders)
        return try SessionStore.settings(
            executable: environment.executable,
            folders: [folders.models.path, folders.grammars.path],
            // Processors with other instructions hear a little differently.
            options: [aloudVersion, environment.instruments.engines.kernel]
                + TranscribeOptions.deciding(arguments)
                + [profile].compactMap { $0?.decidingText })
    }

    /// The length of each session, seconds.
    private static func lengths(
        of sessions: [RecordingSession], keptIn folder: ResultFolder?, jobs: Int,
        in environment: CommandEnvironment
    ) throws -> [Double] {
        let seconds = try RecordingLengths.seconds(
            of: sessions.flatMap(\.files), keptIn: folder, jobs: jobs,
            read: environment.instruments.recordingSeconds)
        var rest = seconds[...]
        return sessions.map { session in
            defer { rest = rest.dropFirst(session.files.count) }
            return rest.prefix(session.files.count).reduce(0, +)
        }
    }

    /// Prints the sessions of each shard, one object a line, and a summary for people.
    private static func show(
        _ sessions: [RecordingSession], _ lengths: [Double], shards: Int,
        in environment: CommandEnvironment
    ) throws {
        let parts = Shard.deal(lengths, to: shards)
        for (number, part) in parts.enumerated() {
            for index in part {
                try environment.emit([
                    "shard": number + 1, "session": FileName.shown(sessions[index].name),
                    "recordings": sessions[index].files.count,
                    "seconds": rounded(lengths[index]),
                ])
            }
        }
        let sums = parts.map { part in part.reduce(0) { $0 + lengths[$1] } }
        environment.say(
            "\(sessions.count.counting("session")),"
                + " \(sessions.reduce(0) { $0 + $1.files.count }.counting("recording")),"
                + " \(SoundTime.clock(lengths.reduce(0, +))) of sound. A shard has"
                + " \(SoundTime.clock(sums.min() ?? 0)) to \(SoundTime.clock(sums.max() ?? 0)).")
    }

    private static func report(
        _ outcome: TranscriptionRun.Outcome, of count: Int, wroteFiles: Bool,
        in environment: CommandEnvironment
    ) {
        if wroteFiles {
            let recordings = outcome.whole + outcome.partial + outcome.failed
            let faults = outcome.partial + outcome.failed
            environment.say(
                "\(outcome.skipped.counting("session")) done before, \(outcome.sessions) heard:"
                    + " \(recordings.counting("recording")),"
                    + " \(SoundTime.clock(outcome.seconds)) of sound"
                    + (faults > 0 ? ", \(faults) not heard to the end." : "."))
            if outcome.removed > 0 {
                environment.say(
                    "Removed \(outcome.removed.counting("old file")) of results, because recordings"
                        + " are gone or their results have other names.")
            }
        }
        guard outcome.isStopped else { return }
        let left = count - outcome.skipped - outcome.sessions
        environment.say(
            wroteFiles
                ? "Stopped: \(left.counting("session")) left. Run the same command again: it"
                    + " skips what is done."
                : "Stopped: every line above is whole. To be able to go on, give --output: the same"
                    + " call then skips what is done.")
    }

    private static func status(
        of outcome: TranscriptionRun.Outcome, isComplete: Bool
    ) -> ExitStatus {
        if outcome.isStopped { return .interrupted }
        let isNothingHeard = outcome.whole + outcome.partial + outcome.skipped == 0
        if isNothingHeard, outcome.failed > 0 { return .totalFailure }
        return outcome.failed + outcome.partial == 0 && isComplete ? .success : .failure
    }
}

/// `aloud merge`: the transcripts of all shards as one text.
enum MergeCommand: Command {
    private static let folder = Argument<String>(
        "folder", .folder, help: "The folder that was given to 'aloud transcribe --output'.")
    private static let format = Option<TranscriptFormat>(
        "format", .choice(among: TranscriptFormat.allCases.filter { !$0.isPerRecording }),
        default: TranscriptFormat.jsonl.rawValue, help: "The form of the transcripts to merge.")

    static let verb = Verb(
        "merge", summary: "Put the transcripts of all shards together.",
        discussion: """
            Checks that every session of every shard of 'aloud transcribe --output' is there, and \
            prints their transcripts in the order of a single run without --shard. If something is \
            missing, it prints nothing, names the shards to run again, and exits with status 1.

              aloud merge results > all.jsonl
              aloud merge --format csv results > all.csv
            """,
        arguments: [folder], options: [format])

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let merge = try ShardMerge(
            of: ResultFolder(existing: try arguments[folder]), in: try arguments[format])
        try merge.write { try environment.output.write($0) }
        if merge.isMixed {
            environment.say(
                "Note: the sessions were heard with different options, models, programs or kinds of"
                    + " processor. To hear all alike, give one call of 'aloud transcribe' again on"
                    + " one kind of processor.")
        }
        guard merge.failures > 0 else { return .success }
        environment.say(
            "Note: \(merge.failures.counting("recording")) could not be heard to the end; their"
                + " lines have the reason.")
        return .success
    }
}
