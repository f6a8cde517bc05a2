package import Audio
internal import Dispatch
package import Platform
package import Recognition
internal import Synchronization

/// Hears sessions of recordings on several cores, and writes their transcripts.
package struct TranscriptionRun: Sendable {
    /// The place for the transcripts.
    package enum Target: Sendable {
        /// One text in the order of the sessions. Takes pieces of whole lines.
        case text(TranscriptFormat, @Sendable (String) throws -> Void)
        /// JSON Lines with an object for each utterance as it ends, in any order of recordings.
        case utterances(@Sendable (String) throws -> Void)
        /// Files of each session in a folder.
        case files([TranscriptFormat], SessionStore)
    }

    /// The sessions to hear.
    package var sessions: [RecordingSession]
    package var target: Target
    /// Maximum number of sessions that are heard side by side.
    package var jobs: Int
    /// Opens a recording by its path.
    package var open: @Sendable (String) throws -> any AudioSource
    /// Makes a recogniser, on the thread that works with it.
    package var listener: @Sendable () throws -> RecordingListener
    package var meter: TranscriptionMeter
    package var stop: StopRequest
    /// Shows a person a fault of a recording.
    package var complain: @Sendable (String) -> Void

    /// Sets each property from the parameter of its name.
    package init(
        sessions: [RecordingSession], target: Target, jobs: Int,
        open: @escaping @Sendable (String) throws -> any AudioSource,
        listener: @escaping @Sendable () throws -> RecordingListener, meter: TranscriptionMeter,
        stop: StopRequest, complain: @escaping @Sendable (String) -> Void
    ) {
        self.sessions = sessions
        self.target = target
        self.jobs = jobs
        self.open = open
        self.listener = listener
        self.meter = meter
        self.stop = stop
        self.complain = complain
    }

    /// The counts of a run.
    package struct Outcome: Sendable, Equatable {
        /// Sessions that were done before.
        package var skipped = 0
        /// Sessions that were heard, with or without errors.
        package var sessions = 0
        /// Recordings that were heard to their end.
        package var whole = 0
        /// Recordings that could be heard in part only.
        package var partial = 0
        /// Recordings that could not be heard.
        package var failed = 0
        /// Files of results that were removed, because their recordings are gone.
        package var removed = 0
        /// Sound heard, seconds.
        package var seconds = 0.0
        /// Whether a request to stop ended the run.
        package var isStopped = false
    }

    /// Hears all sessions.
    ///
    /// - Throws: an error of making a recogniser or of writing. Faults of recordings are shown and
    ///   counted.
    package func run() throws -> Outcome {
        let output: OrderedText? =
            switch target {
            case .text(let format, let write):
                OrderedText(write).beginning(with: format.heading)
            case .utterances(let write): OrderedText(write)
            case .files: nil
            }
        let state = Mutex(Work())
        DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, sessions.count))) { _ in
            do {
                var own: RecordingListener?
                while let index = state.withLock({ $0.take(of: sessions.count, unless: stop) }) {
                    let worker = SessionWorker(
                        run: self, index: index, session: sessions[index], output: output)
                    let outcome = try worker.work {
                        // A thread that finds all sessions done needs no recogniser.
                        if let own { return own }
                        let made = try listener()
                        own = made
                        return made
                    }
                    state.withLock { $0.outcome.add(outcome) }
                    if let failure = output?.failure { throw failure }
                }
            } catch {
                state.withLock { $0.failure = $0.failure ?? error }
            }
        }
        meter.clear()
        output?.finish()
        return try state.withLock { state in
            if let failure = state.failure ?? output?.failure { throw failure }
            if stop.isRequested, state.outcome.sessions + state.outcome.skipped < sessions.count {
                state.outcome.isStopped = true
            }
            return state.outcome
        }
    }

    /// The work that is shared by all cores.
    private struct Work {
        var next = 0
        var outcome = Outcome()
        var failure: (any Error)?

        mutating func take(of count: Int, unless stop: StopRequest) -> Int? {
            guard failure == nil, next < count, !stop.isRequested else { return nil }
            defer { next += 1 }
            return next
        }
    }
}

extension TranscriptionRun.Outcome {
    fileprivate mutating func add(_ other: TranscriptionRun.Outcome) {
        skipped += other.skipped
        sessions += other.sessions
        whole += other.whole
        partial += other.partial
        failed += other.failed
        removed += other.removed
        seconds += other.seconds
        isStopped = isStopped || other.isStopped
    }
}

extension OrderedText {
    fileprivate func beginning(with heading: String) -> OrderedText {
        if !heading.isEmpty { add(heading, to: 0) }
        return self
    }
}

/// The progress of a transcription, in seconds of sound, shown in one line of a terminal.
package final class TranscriptionMeter: Sendable {
    private struct State {
        /// Sound heard in this call.
        var heard = 0.0
        /// Sound of sessions that were done before.
        var skipped = 0.0
        var shown: Duration?
        var isShown = false
    }

    /// The least time between two changes of the line.
    private static let pause = Duration.milliseconds(250)

    /// All sound, seconds; nil if unknown.
    private let total: Double?
    private let write: (@Sendable (String) -> Void)?
    private let time: @Sendable () -> Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - total: the length of all recordings, seconds; nil if unknown.
    ///   - time: the time since the start.
    ///   - write: writes to the terminal; nil if there is none.
    package init(
        total: Double?, time: @escaping @Sendable () -> Duration,
        write: (@Sendable (String) -> Void)?
    ) {
        self.total = total
        self.time = time
        self.write = write
    }

    /// Counts sound that was read, seconds.
    package func add(_ seconds: Double) {
        guard let write else { return }
        state.withLock { state in
            state.heard += seconds
            let now = time()
            guard state.shown.map({ now - $0 >= Self.pause }) ?? true else { return }
            state.shown = now
            state.isShown = true
            write("\r" + line(state, at: now) + "\u{1B}[K")
        }
    }

    /// Counts sound that was heard in an earlier run, seconds.
    package func skip(_ seconds: Double) { state.withLock { $0.skipped += seconds } }

    /// Removes the line, before a result or an error is written.
    package func clear() {
        state.withLock { state in
            guard state.isShown else { return }
            state.isShown = false
            // To the first column, and the rest of the line cleared (ECMA-48).
            write?("\r\u{1B}[K")
        }
    }

    /// "1:05 of 3:20:10 of sound, 31 times real time, 6 min left".
    private func line(_ state: State, at now: Duration) -> String {
        let done = state.heard + state.skipped
        var line = SoundTime.clock(done)
        if let total { line += " of " + SoundTime.clock(max(total, done)) }
        line += " of sound"
        let spent = now / .seconds(1)
        guard spent >= 1, state.heard > 0 else { return line }
        let speed = state.heard / spent
        line += ", \(fixed(speed, speed < 10 ? 1 : 0)) times real time"
        if let total { line += ", \(SoundTime.rough(max(0, total - done) / speed)) left" }
        return line
    }
}

/// Lengths of time for people.
package enum SoundTime {
    /// "1:05" or "3:20:10".
    package static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds)
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0
            ? "\(hours):\(two(minutes)):\(two(whole % 60))" : "\(minutes):\(two(whole % 60))"
    }

    /// "40 s", "6 min" or "2 h 5 min".
    package static func rough(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        if whole < 60 { return "\(whole) s" }
        let minutes = Int((seconds / 60).rounded())
        if minutes < 60 { return "\(minutes) min" }
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
