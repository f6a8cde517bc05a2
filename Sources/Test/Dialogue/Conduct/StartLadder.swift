package import Acuity
package import PhoneticMapping

/// Lines of decreasing size, one after the other. The person says at which one the test starts:
/// "stop" at the smallest line that is easy to read, or its number.
///
/// Speech just after a line appears refers to the line before. The test starts a few lines larger
/// than the chosen one. If the person says nothing down to the smallest line, the test gets the
/// procedure's own start.
package struct StartLadder: Sendable {
    /// The end of a ladder.
    package enum Outcome: Sendable, Equatable {
        /// This line is the smallest that is read with ease.
        case chosen(SnellenLine)
        /// Nothing was chosen.
        case unchosen
    }

    /// The time for each line, seconds; a choice: five letters are read in half of it.
    package static let stepSeconds = 3.0
    /// Speech within this time of a new line refers to the line before, seconds: people take about
    /// half a second to begin to name what they see (a choice, on the safe side).
    package static let reactionSeconds = 0.7
    /// The start is this many lines larger than the chosen line: letters that are easy to read come
    /// first, as in the protocols of charts (a choice).
    package static let linesLarger = 3
    /// The number of steps that the smallest line stays.
    private static let lastSteps = 2.0

    /// The lines, the largest first; never empty.
    package let lines: [SnellenLine]
    /// The line that is shown, from 0.
    package private(set) var step = 0
    /// The outcome; nil while the ladder runs.
    package private(set) var outcome: Outcome?
    private var shownSince: Double
    /// The start of its time: the moment it was shown, or the end of a pause.
    private var runsSince: Double
    private var isHeld = false

    /// A ladder that shows its first line now; nil if there are no lines.
    ///
    /// - Parameter now: the clock, seconds of sound.
    package init?(_ lines: [SnellenLine], now: Double) {
        guard !lines.isEmpty else { return nil }
        self.lines = lines
        shownSince = now
        runsSince = now
    }

    /// The line that the test starts at.
    package var start: SnellenLine? {
        guard case .chosen(let line) = outcome else { return nil }
        return Self.start(for: line, in: lines)
    }

    /// The start for a line that is read with ease, one of `lines`, the largest first.
    static func start(for chosen: SnellenLine, in lines: [SnellenLine]) -> SnellenLine? {
        lines.firstIndex(of: chosen).map { lines[max(0, $0 - linesLarger)] }
    }

    /// Advances the time.
    ///
    /// - Parameters:
    ///   - now: the clock.
    ///   - isSpeaking: whether somebody is speaking; the ladder waits for the end.
    /// - Returns: whether to show another line.
    package mutating func pass(now: Double, isSpeaking: Bool) -> Bool {
        guard outcome == nil, !isHeld, !isSpeaking else { return false }
        let isLast = step == lines.count - 1
        guard now - runsSince >= Self.stepSeconds * (isLast ? Self.lastSteps : 1) else {
            return false
        }
        guard !isLast else {
            outcome = .unchosen
            return false
        }
        move(to: step + 1, now: now)
        return true
    }

    /// Takes an utterance.
    ///
    /// - Parameters:
    ///   - from: the start of the utterance, by the clock.
    ///   - now: the clock.
    /// - Returns: whether to show another line.
    package mutating func take(_ said: SpokenSetting, from: Double, now: Double) -> Bool {
        guard outcome == nil else { return false }
        let meant = from < shownSince + Self.reactionSeconds ? max(0, step - 1) : step
        switch said {
        case .here: outcome = .chosen(lines[meant])
        // The number of a line that was not shown yet is a mishearing.
        case .number(let number) where (1...step + 1).contains(number):
            outcome = .chosen(lines[number - 1])
        case .cannotSee: outcome = .chosen(lines[max(0, meant - 1)])
        case .again:
            isHeld = false
            move(to: 0, now: now)
            return true
        case .pause: isHeld = true
        case .resume:
            isHeld = false
            runsSince = now
        case .number, .distance, .yes, .no, .answer: break
        }
        return false
    }

    private mutating func move(to step: Int, now: Double) {
        self.step = step
        shownSince = now
        runsSince = now
    }
}
