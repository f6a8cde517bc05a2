internal import PhoneticMapping

/// How long somebody pauses between the letters of a line: who reads slowly may not be through when
/// as many answers were heard as the line has letters, since one of them may have been a hum.
struct ReadingPace {
    /// The longest quiet between two answers since the line was begun, seconds.
    private(set) var longestPause = 0.0
    /// Where the last of them ended, seconds of the session's sound; nil before the first.
    private var lastEnd: Double?

    /// Something was heard.
    ///
    /// - Parameters:
    ///   - answers: in it; what comes after one that only steers the test is no pause between
    ///     letters.
    ///   - isMaybe: whether there was none, and it may still have been a letter.
    ///   - time: of the sound, seconds.
    mutating func take(_ answers: [SpokenAnswer], isMaybe: Bool, at time: ClosedRange<Double>) {
        guard isMaybe || answers.contains(where: \.isOfLine) else {
            if !answers.isEmpty { lastEnd = nil }
            return
        }
        // A hum before the first letter begins nothing.
        if isMaybe, lastEnd == nil { return }
        if let lastEnd { longestPause = max(longestPause, time.lowerBound - lastEnd) }
        lastEnd = time.upperBound
    }
}

extension SpokenAnswer {
    /// Whether it may be for a letter of the line.
    fileprivate var isOfLine: Bool {
        switch kind {
        case .letter, .direction, .unclear, .command(.cannotSee): true
        case .command: false
        }
    }
}

extension [SpokenAnswer] {
    /// The longest time between two letters that were understood, or where there are none between
    /// two directions, seconds; 0 where they are typed. Among letters a direction is a remark.
    var longestPause: Double {
        let letters = filter { if case .letter = $0.kind { true } else { $0.kind.isNotSeen } }
        let directions = filter { if case .direction = $0.kind { true } else { false } }
        let answers = letters.isEmpty ? directions : letters
        return zip(answers, answers.dropFirst()).map { before, after in
            guard let end = before.time?.upperBound, let start = after.time?.lowerBound else {
                return 0
            }
            return start - end
        }.max() ?? 0
    }
}
