internal import Audio
internal import PhoneticMapping
internal import Recognition

/// Decides which answers in a stretch of speech count: those by the person at the microphone, for
/// the letters shown, recorded whole. All times are seconds of the session's sound.
struct AnswerJudge {
    /// The state of the test that the judgement of a stretch depends on.
    struct Waiting {
        var awaited: ExpectedAnswer
        /// Earliest start of an answer to the present letters.
        var soonestAnswer: Double
        /// Sound heard so far.
        var clock: Double
    }

    /// Longest pause between two answers of one stretch. Talk has longer ones; then only commands
    /// that steer the test count.
    private let longestPause: Double
    private var personLevel = PersonLevel()
    /// Start of listening after the program spoke or the microphone was lost; nil after the first
    /// answer since.
    private var heardSince: Double?
    private var gap = SoundGap()
    /// End of the last letter or direction, if nothing was heard since.
    private var letterEnd: Double?

    /// Time after the program's speech and its echo in which the start of an answer may have been
    /// missed, seconds. Answers begin 0.2 s after a question on average (Stivers 2009), and the
    /// echo takes 0.35 s: a letter's length is left.
    private static let soonestWhole = 0.5
    /// Longest pause between a letter and talk that may correct it, seconds. Not measured.
    private static let soonAfterLetter = 0.6
    /// Shortest such talk, seconds: "I mean D" takes 0.77, an unclear letter mostly less.
    private static let shortestRemark = 0.7

    init(longestPause: Double) { self.longestPause = longestPause }

    /// Leaves the answers in a stretch of speech that count.
    ///
    /// - Parameters:
    ///   - answers: those in it that the thresholds accept, and the unclear ones.
    ///   - utterance: the hypothesis that they come from.
    /// - Returns: the other meanings of the stretch, which come before the answers.
    mutating func select(
        _ answers: inout [SpokenAnswer], in utterance: UtteranceHypothesis,
        of segment: SpeechSegment, while waiting: Waiting
    ) -> [AnswerEvent] {
        let heard = answers
        answers =
            heard.longestPause >= longestPause
            ? heard.filter(\.steersTest) : ofPerson(heard, segment.analysis, waiting.awaited)
        let isTooSoon =
            answers.first.map { $0.begins(before: waiting.soonestAnswer) }
            ?? (segment.start < waiting.soonestAnswer)
        var events: [AnswerEvent] = []
        if isTooSoon, !answers.isEmpty {
            let end = answers.removeFirst().time?.upperBound ?? segment.end
            if !answers.isEmpty {
                events.append(.talk(segment.start...max(segment.start, end)))
            }
        }
        if heard.isEmpty, isRemark(utterance, in: segment, waiting.awaited) {
            // "I mean D", not understood at all.
            let doubt = SpokenAnswer(.command(.correction), time: segment.time)
            events.append(.utterance(Utterance([doubt], isFinal: false, clock: waiting.clock)))
            events.append(.talk(segment.time))
        } else if heard.isEmpty, !isTooSoon, utterance.mayBeLetter(segment) {
            events.append(.maybe(segment.time))
        } else if answers.isEmpty,
            !heard.isEmpty || utterance.mayBeLetters(segment)
                || isTooSoon && utterance.mayBeLetter(segment)
        {
            events.append(.talk(segment.time))
        }
        return events
    }

    /// Adjusts the answers that count to the events around them.
    ///
    /// - Parameter isBroken: whether sound is missing in the stretch, or other letters have appeared
    ///   in it, which makes all its answers unsure but commands that steer the test.
    /// - Returns: what may have been said before the first of them; it comes before the answers.
    mutating func adjust(
        _ answers: inout [SpokenAnswer], of segment: SpeechSegment, isBroken: Bool
    ) -> [AnswerEvent] {
        if isBroken {
            for index in answers.indices where !answers[index].steersTest {
                answers[index].makeDoubtful()
            }
        }
        letterEnd = nil
        guard let first = answers.first, let last = answers.last else { return [] }
        if last.isOptotype { letterEnd = last.time?.upperBound }
        if gap.mayCut(first.time?.lowerBound), !first.steersTest { answers[0].makeDoubtful() }
        defer { self.heardSince = nil }
        guard let heardSince, let start = first.time?.lowerBound,
            start < heardSince + Self.soonestWhole
        else { return [] }
        if start < heardSince + SoundGap.reach, !first.steersTest {
            answers[0].makeDoubtful()
        }
        // The answer may have begun before anyone listened.
        return [.talk(segment.start...max(segment.start, start))]
    }

    /// Sound was left out until now, while the program itself spoke.
    mutating func programSpoke(at time: Double) { heardSince = time }

    /// Sound was lost until now.
    mutating func soundWasLost(at time: Double) { gap.ends(at: time) }

    /// The microphone was lost; its levels say nothing about another one.
    mutating func microphoneLost() { personLevel = PersonLevel() }

    /// The microphone is back.
    mutating func microphoneReturned(at time: Double) { heardSince = time }

    /// Judges the answers by their loudness. In a stretch too faint for the person, only commands
    /// that steer the test count. After a request, or in a pause, people may be faint.
    private mutating func ofPerson(
        _ answers: [SpokenAnswer], _ stretch: SpeechAnalysis, _ awaited: ExpectedAnswer
    ) -> [SpokenAnswer] {
        guard !awaited.isAgain, awaited != .resumption,
            personLevel.isBehind(stretch.loudestVowel)
        else {
            personLevel.take(answers, at: stretch.loudestVowel)
            return answers
        }
        return answers.filter(\.steersTest)
    }

    /// Whether a stretch without an answer corrects the letter right before it in words that are
    /// not listened for.
    private func isRemark(
        _ utterance: UtteranceHypothesis, in segment: SpeechSegment, _ awaited: ExpectedAnswer
    ) -> Bool {
        guard case .answers = awaited, let letterEnd,
            segment.start - letterEnd <= Self.soonAfterLetter,
            segment.seconds >= Self.shortestRemark
        else { return false }
        return utterance.secondsOfTalk >= Self.shortestRemark / 2
    }
}

/// The usual level of a person's answers. Other people in the room and a television are farther
/// away and fainter; their speech may sound like letters, so it is asked for once more.
private struct PersonLevel {
    /// Speech this far below the person's median level is someone else's, dB. Only 3 of 1,483
    /// recordings of letters by 92 people are lower.
    private static let behind = 10.0
    /// Minimum number of answers for a median, and the maximum that it uses.
    private static let least = 5
    private static let most = 15
    /// Probability of an answer that is surely the person's.
    private static let sure = 0.9

    /// The loudest vowel of each stretch with an answer, dB.
    private var levels: [Double] = []

    /// Takes the loudest vowel of a stretch of the person; only sure letters and directions count.
    mutating func take(_ answers: [SpokenAnswer], at level: Double) {
        guard answers.contains(where: { $0.isOptotype && $0.sureness >= Self.sure }) else { return }
        levels = (levels + [level]).suffix(Self.most)
    }

    /// Whether a stretch with this loudest vowel, dB, is too faint for the person.
    func isBehind(_ level: Double) -> Bool {
        guard levels.count >= Self.least else { return false }
        return level < levels.sorted()[levels.count / 2] - Self.behind
    }
}

extension ExpectedAnswer {
    /// Whether answers are asked for again.
    fileprivate var isAgain: Bool { if case .answers(_, let again) = self { again } else { false } }
}

extension SpokenAnswer {
    /// Whether it is a command that only steers the test. Such a command counts, whoever says it.
    var steersTest: Bool {
        guard case .command(let command) = kind else { return false }
        return !kind.isNotSeen && command != .correction
    }

    /// Makes it an unclear answer without a posterior: the sound is not that of one whole letter, so
    /// its letter must not count when the person is asked again.
    fileprivate mutating func makeDoubtful() {
        kind = .unclear
        posterior = nil
    }

    /// Whether it names a letter or a direction.
    fileprivate var isOptotype: Bool {
        switch kind {
        case .letter, .direction: true
        case .command, .unclear: false
        }
    }

    /// Whether it is an answer to a letter that nobody can have read when it began. Commands that
    /// steer the test and "no" count at any time.
    fileprivate func begins(before soonest: Double) -> Bool {
        guard let time, !steersTest, kind != .command(.correction) else { return false }
        return time.lowerBound < soonest
    }
}

extension [SpokenAnswer] {
    /// Longest time between two letters that were understood, or between two directions if there is
    /// no letter, seconds; 0 if they were typed. Among letters a direction is a remark.
    fileprivate var longestPause: Double {
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
