public import PhoneticMapping

/// The probabilities from which an answer counts, 0…1.
///
/// An answer between `notice` and `accept` is "unclear" and is asked for again: asking costs two
/// seconds, a wrong letter 0.02 logMAR. Below both it was no answer but a hum, a cough or talk.
public struct AcceptanceThresholds: Sendable, Equatable {
    /// Least probability to accept a letter, a direction, or a command that scores a letter as not
    /// seen.
    public var accept: Double
    /// Least probability that something was an answer, if an unclear one.
    public var notice: Double
    /// Least probability to act on a command that scores no letter.
    public var command: Double

    /// The default of `accept`.
    public static let usualAccept = 0.7

    /// The default thresholds, except for those given.
    public init(
        accept: Double = usualAccept, notice: Double = 0.2, command: Double = 0.6
    ) {
        self.accept = accept
        self.notice = notice
        self.command = command
    }

    /// The same thresholds with another `accept`, and a `notice` that does not exceed it.
    public func accepting(from accept: Double) -> AcceptanceThresholds {
        var moved = self
        moved.accept = accept
        moved.notice = min(notice, accept)
        return moved
    }

    /// The answers in a hypothesis that count, and the unclear ones.
    public func answers(to breath: UtteranceHypothesis) -> [SpokenAnswer] {
        breath.answers.compactMap(judge)
    }

    /// The same for several hypotheses, one after the other.
    public func answers(to breaths: [UtteranceHypothesis]) -> [[SpokenAnswer]] {
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
