internal import Platform
internal import Synchronization

/// How far a transcription is, in seconds of sound, shown in one line of a terminal.
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

    /// Counts sound that was done before, seconds.
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
