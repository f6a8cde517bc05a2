public import PhoneticMapping

/// How sure a hearing must be to count, as probabilities 0…1.
///
/// Between the two an answer is "unclear" and is asked for again: asking costs two seconds, a wrong
/// letter 0.02 logMAR. Below both it was not an answer: a hum, a cough, talk.
public struct HearingThresholds: Sendable, Equatable {
    /// From here on a letter or a direction is accepted.
    public var accept: Double
    /// From here on something was an answer, if an unclear one.
    public var notice: Double
    /// From here on a command is acted on. What scores a letter as not seen must be as sure as a
    /// letter is.
    public var command: Double

    /// The usual `accept`.
    public static let usualAccept = 0.7

    /// The usual thresholds, but letters from `accept`, commands from `command`, and unclear
    /// answers from `notice` on.
    public init(
        accept: Double = usualAccept, notice: Double = 0.2, command: Double = 0.6
    ) {
        self.accept = accept
        self.notice = notice
        self.command = command
    }

    /// The same, but letters are accepted from another confidence on; what is less sure than that
    /// need not be noticed.
    public func accepting(from accept: Double) -> HearingThresholds {
        var moved = self
        moved.accept = accept
        moved.notice = min(notice, accept)
        return moved
    }

    /// What a hearing comes to: answers, unclear ones, or nothing.
    public func answers(to breath: HeardBreath) -> [SpokenAnswer] {
        breath.answers.compactMap(judge)
    }

    /// What hearings come to, one after the other.
    public func answers(to breaths: [HeardBreath]) -> [[SpokenAnswer]] {
        breaths.map { answers(to: $0) }
    }

    private func judge(_ heard: SpokenAnswer) -> SpokenAnswer? {
        var answer = heard
        answer.belief?.accept = accept
        let needed =
            switch answer.kind {
            case .letter, .direction: accept
            case .command: answer.kind.isNotSeen ? max(accept, command) : command
            case .unclear: 2.0
            }
        if answer.sureness >= needed { return answer }
        guard (answer.presence ?? answer.confidence) >= notice else { return nil }
        answer.kind = .unclear
        return answer
    }
}

/// What was heard in one stretch of speech, before anything is accepted: the same hearing can be
/// judged by any thresholds.
public struct HeardBreath: Sendable, Equatable {
    /// The words that were found, with times in seconds of the whole sound.
    public var words: [HeardWord]
    /// What the words say, each answer with how sure it is.
    public var answers: [SpokenAnswer]
    /// Where something was said that is no word of the grammar, seconds of the whole sound.
    public var talk: [ClosedRange<Double>]
    /// The probability that nothing was said at all, 0…1: tones, taps and breath.
    public var silence: Double

    /// What was heard; nothing, if nothing is given.
    public init(
        words: [HeardWord] = [], answers: [SpokenAnswer] = [], talk: [ClosedRange<Double>] = [],
        silence: Double = 1
    ) {
        self.words = words
        self.answers = answers
        self.talk = talk
        self.silence = silence
    }

    /// Whether somebody probably said something.
    public var isSpeech: Bool { silence < 0.5 }

    /// The seconds of it that are talk.
    public var secondsOfTalk: Double {
        talk.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    }

    /// The same for those who only judge it: without what its probabilities were made of.
    public func judgeable() -> HeardBreath {
        var breath = self
        for index in breath.words.indices { breath.words[index].evidence = [:] }
        return breath
    }
}
