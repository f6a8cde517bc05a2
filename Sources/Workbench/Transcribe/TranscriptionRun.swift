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
        /// JSON Lines with an object for each breath as it ends, in any order of recordings.
        case breaths(@Sendable (String) throws -> Void)
        /// Files of each session in a folder.
        case files([TranscriptFormat], SessionStore)
    }

    /// The sessions to hear.
    package var sessions: [RecordingSession]
    package var target: Target
    /// The most sessions that are heard side by side.
    package var jobs: Int
    /// Opens a recording by its path.
    package var open: @Sendable (String) throws -> any AudioSource
    /// Makes a recogniser, on the thread that works with it.
    package var listener: @Sendable () throws -> RecordingListener
    package var meter: TranscriptionMeter
    package var stop: StopRequest
    /// Shows a person a fault of a recording.
    package var complain: @Sendable (String) -> Void

    /// The parameters as the properties of their names.
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
        /// Sessions that were heard to their end, or could not be.
        package var sessions = 0
        /// Recordings that were heard to their end.
        package var whole = 0
        /// Recordings of which only a part could be heard.
        package var partial = 0
        /// Recordings that could not be heard.
        package var failed = 0
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
            case .breaths(let write): OrderedText(write)
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
                        // A core that finds all done needs no recogniser.
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
