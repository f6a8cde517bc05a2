internal import Audio
internal import Evaluation
internal import Glibc
internal import Recognition

/// The processor time for recognising sessions of recordings, and the answers.
struct TranscriptionSpeed {
    /// Length of the recordings that could be read, seconds.
    private(set) var sound = 0.0
    /// The part of it that was segmented as speech, seconds.
    private(set) var speech = 0.0
    /// Processor time that hearing them took, reading, learning and deciding included, seconds.
    private(set) var processor = 0.0
    /// The answers of each recording; nil for one that could not be read.
    private(set) var transcripts: [[Transcript?]] = []
    /// The letters compared with what was said, if that is known.
    private(set) var tally = LetterTally()
    /// The errors of recordings that could not be read.
    private(set) var failures: [String] = []

    /// Hears the sessions on one thread.
    init(of sessions: [BenchSession], with listener: RecordingListener) {
        let start = ProcessMeter.processorSeconds
        for session in sessions {
            transcripts.append(
                session.recordings.map { recording in
                    do {
                        let transcript = try listener.transcribe(recording)
                        if let missing = transcript.missing { throw missing }
                        return transcript
                    } catch {
                        failures.append("\(error)")
                        return nil
                    }
                })
        }
        processor = ProcessMeter.processorSeconds - start
        for (session, transcripts) in zip(sessions, transcripts) {
            for (said, transcript) in zip(session.said, transcripts) {
                guard let transcript else { continue }
                sound += transcript.duration
                if let said { tally.add(said: said, heard: transcript.answers) }
            }
        }
    }

    /// Seconds of sound in a second of processor time.
    var timesRealTime: Double { processor > 0 ? sound / processor : 0 }

    /// The letters of each recording of a session, each with the end of its speech: that of the
    /// word, or that of the stretch of speech it lies in where that comes first, for the decoder
    /// counts some of the quiet behind a word to it.
    ///
    /// Counts the speech, too: call it once a session, after the time was taken.
    mutating func letters(of index: Int, in session: BenchSession) throws
        -> [[LiveLatency.Expected]]
    {
        try zip(session.recordings, transcripts[index]).map { recording, transcript in
            guard let transcript else { return [] }
            var stretches: [ClosedRange<Double>] = []
            try RecordingSpeech.segments(of: recording) { stretches.append($0.start...$0.end) }
            speech += stretches.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
            return transcript.answers.compactMap { answer in
                guard var letter = LiveLatency.Expected(answer) else { return nil }
                if let stretch = stretches.last(where: { $0.overlaps(letter.time) }) {
                    letter.time = letter.time.clamped(to: stretch)
                }
                return letter
            }
        }
    }
}

/// The processor time and memory used by this process.
enum ProcessMeter {
    /// Processor time of all its threads since it began, seconds.
    /// The corresponding C function is `clock_gettime` with `CLOCK_PROCESS_CPUTIME_ID`.
    static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Seconds since the kernel began the process, before its libraries were loaded; up to 10 ms
    /// too long, since the kernel reports that moment in hundredths. Nil if /proc cannot be read.
    static var age: Double? {
        // Field 22 of /proc/self/stat, proc(5); the program's name in parentheses, the second
        // field, may hold blanks.
        guard let text = contents(of: "/proc/self/stat"), let name = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[name...].split(separator: " ")
        guard fields.count > 20, let start = Double(fields[20]) else { return nil }
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
            - start / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The most memory it held at once, bytes: "VmHWM" of /proc/self/status, proc(5).
    static var peakBytes: Int? {
        contents(of: "/proc/self/status")?.split(separator: "\n")
            .first { $0.hasPrefix("VmHWM:") }?
            .split(whereSeparator: \.isWhitespace).dropFirst().first
            .flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// The start of a file of /proc; all that is asked for here fits.
    private static func contents(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8_192)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
