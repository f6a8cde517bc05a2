public import Acuity
public import PhoneticMapping

/// Lines of decreasing size, one after the other, at which a person says where the test is to
/// start: "stop" at the smallest line that is read with ease, or its number.
///
/// What was said while a line had hardly come is about the one before. The test starts a few lines
/// larger than the chosen one. Who says nothing down to the smallest line gets the start that the
/// procedure has by itself.
public struct StartLadder: Sendable {
    /// How it ended.
    public enum Outcome: Sendable, Equatable {
        /// This line is the smallest that is read with ease.
        case chosen(SnellenLine)
        /// Nothing was chosen.
        case unchosen
    }

    /// How long each line is shown, seconds; a choice: five letters are read in half of it.
    public static let stepSeconds = 3.0
    /// Within this time of a new line what is said is still about the one before, seconds: people
    /// take about half a second to begin to name what they see (a choice, on the safe side).
    public static let reactionSeconds = 0.7
    /// How many lines larger than the chosen one the test starts: letters that are read with ease
    /// come first, as in the protocols of charts (a choice).
    public static let linesLarger = 3
    /// How many steps the smallest line stays.
    private static let lastSteps = 2.0

    /// The lines, the largest first; never empty.
    public let lines: [SnellenLine]
    /// The line that is shown, from 0.
    public private(set) var step = 0
    /// How it ended; nil while it goes on.
    public private(set) var outcome: Outcome?
    private var shownSince: Double
    /// Since when its time runs: since then, or since a pause ended.
    private var runsSince: Double
    private var isHeld = false

    /// A ladder whose first line is shown now; nil where there is no line.
    ///
    /// - Parameter now: the clock, seconds of sound.
    public init?(_ lines: [SnellenLine], now: Double) {
        guard !lines.isEmpty else { return nil }
        self.lines = lines
        shownSince = now
        runsSince = now
    }

    /// The line that the test starts at.
    public var start: SnellenLine? {
        guard case .chosen(let line) = outcome, let index = lines.firstIndex(of: line) else {
            return nil
        }
        return lines[max(0, index - Self.linesLarger)]
    }

    /// Lets time pass.
    ///
    /// - Parameters:
    ///   - now: the clock.
    ///   - isSpeaking: whether somebody is speaking; what they say is waited for.
    /// - Returns: whether another line is to be shown.
    public mutating func pass(now: Double, isSpeaking: Bool) -> Bool {
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

    /// Takes what was said.
    ///
    /// - Parameters:
    ///   - from: when it began, by the clock.
    ///   - now: the clock.
    /// - Returns: whether another line is to be shown.
    public mutating func take(_ said: SpokenSetting, from: Double, now: Double) -> Bool {
        guard outcome == nil else { return false }
        let meant = from < shownSince + Self.reactionSeconds ? max(0, step - 1) : step
        switch said {
        case .here: outcome = .chosen(lines[meant])
        // A line that was not shown yet is not what was said.
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
        case .number, .distance, .yes, .no: break
        }
        return false
    }

    private mutating func move(to step: Int, now: Double) {
        self.step = step
        shownSince = now
        runsSince = now
    }
}
