package import Acuity
package import PhoneticMapping

/// All sizes on the screen at once. The person says or taps the smallest one that is easy to see:
/// "three", "the third". As after a `StartLadder`, the test starts a few lines larger.
package struct StartSizes: Sendable {
    /// The time for an answer, seconds. Chosen: people look through fourteen sizes in half of it.
    package static let patience = 15.0
    /// The number of questions. Then the test gets the procedure's own start.
    package static let mostAskings = 2

    /// The lines that the sizes are of, the largest first; never empty. They are numbered from 1.
    package let lines: [SnellenLine]
    /// The outcome; nil while the person looks.
    package private(set) var outcome: StartLadder.Outcome?
    private var askings = 1
    /// The start of the time for an answer, seconds of the clock; nil during a pause.
    private var since: Double?

    /// Sizes that are shown now; nil if there are none.
    ///
    /// - Parameter now: the clock, seconds.
    package init?(_ lines: [SnellenLine], now: Double) {
        guard !lines.isEmpty else { return nil }
        self.lines = lines
        since = now
    }

    /// The line that the test starts at.
    package var start: SnellenLine? {
        guard case .chosen(let line) = outcome else { return nil }
        return StartLadder.start(for: line, in: lines)
    }

    /// Chooses the size of a number; another number changes nothing.
    package mutating func choose(_ number: Int) {
        guard outcome == nil, lines.indices.contains(number - 1) else { return }
        outcome = .chosen(lines[number - 1])
    }

    /// Leaves the start to the procedure.
    package mutating func leave() { outcome = outcome ?? .unchosen }

    /// Takes an utterance.
    ///
    /// - Parameter now: the clock.
    /// - Returns: whether to ask again.
    package mutating func take(_ said: SpokenSetting, now: Double) -> Bool {
        switch said {
        case .number(let number): choose(number)
        case .cannotSee: leave()
        case .again:
            since = now
            return outcome == nil
        case .pause: since = nil
        case .resume: since = now
        case .here, .distance, .yes, .no, .answer: break
        }
        return false
    }

    /// Lets time pass.
    ///
    /// - Parameters:
    ///   - now: the clock.
    ///   - isSpeaking: whether somebody is speaking; the time for an answer waits for the end.
    /// - Returns: whether to ask again.
    package mutating func pass(now: Double, isSpeaking: Bool) -> Bool {
        guard outcome == nil, !isSpeaking, let since, now - since >= Self.patience else {
            return false
        }
        guard askings < Self.mostAskings else {
            outcome = .unchosen
            return false
        }
        askings += 1
        self.since = now
        return true
    }
}
