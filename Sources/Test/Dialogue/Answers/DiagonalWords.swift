internal import Acuity
package import PhoneticMapping

/// Joins two words that name a diagonal, "up left" or "left ... up", into one answer.
///
/// One optotype is asked for at a time. A possible half of a diagonal is unclear if the other half
/// was not understood: the person is asked again.
package struct DiagonalWords {
    /// The last word, if it may be half of a diagonal.
    private enum Half {
        /// A straight direction that was passed on as a complete answer.
        case straight(SpokenAnswer, Direction)
        /// A word that was not understood.
        case unclear
    }

    /// The longest pause between the two words, seconds. After a second of quiet or more an answer
    /// is final, and the end of a stretch of speech takes a part of a second more.
    static let longestPause = 1.5

    /// Maximum number of idle events of a source in a second of waiting and of speech.
    private static let mostIdles = 8.0

    private var half: Half?
    /// The end of the half, in seconds of the session's sound; nil if unknown.
    private var end: Double?
    /// The number of idle events since then.
    private var idles = 0

    /// A state in which nothing was said yet.
    package init() {}

    /// Notes an event that is not an utterance, and returns its meaning.
    package mutating func note(_ event: AnswerEvent) -> AnswerEvent {
        switch event {
        case .maybe(let time):
            let before = half
            forget()
            half = .unclear
            end = time?.upperBound
            // The half that was passed on as a straight direction is taken back.
            guard case .straight = before else { return event }
            let doubt: [SpokenAnswer] = [
                SpokenAnswer(.command(.correction)), SpokenAnswer(.unclear),
            ]
            return .utterance(Utterance(doubt, isFinal: false))
        case .idle:
            idles += 1
            // The end is unknown, but a source is idle a few times a second.
            if end == nil, Double(idles) > Self.longestPause * Self.mostIdles { forget() }
        // The other half may be in the lost sound: it comes next, as something unclear.
        case .soundMissing: break
        case .utterance, .talk, .settled, .silence, .trouble, .recovered, .moved, .language,
            .override, .ended:
            forget()
        }
        return event
    }

    /// Forgets the half: the next word is an answer of its own.
    package mutating func forget() {
        half = nil
        end = nil
        idles = 0
    }

    /// The answers, with each two words that form a diagonal joined into one. Directions are as the
    /// mapper gives them. If the first answer completes an earlier half, a correction precedes the
    /// joined answer.
    package mutating func join(_ answers: [SpokenAnswer]) -> [SpokenAnswer] {
        var joined: [SpokenAnswer] = []
        var rest = answers[...]
        var isFirst = true
        while let first = rest.first {
            guard first.mayBeHalf else {
                forget()
                joined.append(first)
                rest.removeFirst()
                isFirst = false
                continue
            }
            let run = Array(rest.prefix { $0.mayBeHalf })
            rest.removeFirst(run.count)
            let own = Self.pairs(of: run)
            joined += isFirst ? following(own) : own
            keep(own)
            isFirst = false
        }
        return joined
    }

    /// Joins the directions of a run that form diagonals, in pairs.
    private static func pairs(of run: [SpokenAnswer]) -> [SpokenAnswer] {
        // If one word of several was not understood, the pairs are uncertain.
        if run.count > 1, let unclear = run.first(where: { $0.kind == .unclear }) {
            return [unclear.heard(with: run)]
        }
        var answers: [SpokenAnswer] = []
        var rest = run[...]
        while let first = rest.popFirst() {
            if let second = rest.first, let diagonal = first.diagonal(with: second) {
                rest.removeFirst()
                answers.append(diagonal)
            } else {
                answers.append(first)
            }
        }
        return answers
    }

    /// The answers of a run that follows a half.
    private func following(_ run: [SpokenAnswer]) -> [SpokenAnswer] {
        guard let half, run.count == 1, let next = run.first, isInTime(next) else { return run }
        switch half {
        case .unclear:
            guard case .direction(let direction) = next.kind, !direction.isDiagonal else {
                return run
            }
            var unclear = next
            unclear.kind = .unclear
            return [unclear]
        case .straight(let before, let direction):
            let correction = SpokenAnswer(.command(.correction), heard: before.heard)
            if next.kind == .unclear { return [correction, next] }
            if let diagonal = before.diagonal(with: next) { return [correction, diagonal] }
            if case .direction(let whole) = next.kind, whole.isDiagonal, whole.isBeside(direction) {
                return [correction, next]
            }
            return run
        }
    }

    private func isInTime(_ answer: SpokenAnswer) -> Bool {
        guard let end, let time = answer.time else { return true }
        return time.lowerBound - end <= Self.longestPause
    }

    /// Keeps the half that the next word may complete.
    private mutating func keep(_ answers: [SpokenAnswer]) {
        forget()
        guard let last = answers.last else { return }
        switch last.kind {
        case .direction(let direction) where !direction.isDiagonal:
            half = .straight(last, direction)
        case .unclear: half = .unclear
        default: return
        }
        end = last.time?.upperBound
    }
}

extension SpokenAnswer {
    /// Whether it is a direction, or may have been one.
    fileprivate var mayBeHalf: Bool {
        switch kind {
        case .direction, .unclear: true
        case .letter, .command: false
        }
    }

    /// The diagonal that this word and the next one name; nil if they name none. It is as sure
    /// as the less sure one of them.
    fileprivate func diagonal(with next: SpokenAnswer) -> SpokenAnswer? {
        guard case .direction(let one) = kind, case .direction(let other) = next.kind,
            let diagonal = Direction(between: one, and: other)
        else { return nil }
        var answer = heard(with: [self, next])
        answer.kind = .direction(diagonal)
        return answer
    }

    /// The same answer with the text of a whole run.
    fileprivate func heard(with run: [SpokenAnswer]) -> SpokenAnswer {
        var answer = self
        answer.heard = run.map(\.heard).joined(separator: " ")
        answer.confidence = run.map(\.confidence).min() ?? confidence
        answer.presence = run.compactMap(\.presence).min()
        answer.posterior = nil
        if run.count > 1 { answer.wording = .phrase }
        let times = run.compactMap(\.time)
        if let start = times.map(\.lowerBound).min(), let end = times.map(\.upperBound).max() {
            answer.time = start...end
        }
        return answer
    }
}
