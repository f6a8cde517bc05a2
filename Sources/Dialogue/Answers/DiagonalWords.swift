internal import Acuity
public import PhoneticMapping

/// Joins two words that name a diagonal, "up left" or "left ... up", into one answer.
///
/// One optotype is asked for at a time. What may be half of a diagonal whose other half was not
/// understood is unclear: the person is asked again.
public struct DiagonalWords {
    /// What was said last, if it may be half of a diagonal.
    private enum Half {
        /// A straight direction, which was passed on as one.
        case straight(SpokenAnswer, Direction)
        /// Something that was not understood.
        case unclear
    }

    /// The longest quiet between the two words, seconds. After a second of quiet or more an answer
    /// stands, and what ends a stretch of speech takes a part of a second more.
    static let longestPause = 1.5

    /// How often a source is idle in a second of waiting and of speech.
    private static let mostIdles = 8.0

    private var half: Half?
    /// Where it ended, in seconds of the session's sound; nil where that is not known.
    private var end: Double?
    /// How often nothing happened since then.
    private var idles = 0

    /// Nothing was said yet.
    public init() {}

    /// Something happened that is no utterance; gives what it means.
    package mutating func note(_ event: AnswerEvent) -> AnswerEvent {
        switch event {
        case .maybe(let time):
            let before = half
            forget()
            half = .unclear
            end = time?.upperBound
            // The half that was passed on as a straight direction does not stand.
            guard case .straight = before else { return event }
            let doubt: [SpokenAnswer] = [
                SpokenAnswer(.command(.correction)), SpokenAnswer(.unclear),
            ]
            return .utterance(Utterance(doubt, isFinal: false))
        case .idle:
            idles += 1
            // Where it ended is not known: a source is idle a few times a second.
            if end == nil, Double(idles) > Self.longestPause * Self.mostIdles { forget() }
        // The other half may be what was lost: it comes next, as something unclear.
        case .soundMissing: break
        case .utterance, .talk, .settled, .silence, .trouble, .recovered, .override, .ended:
            forget()
        }
        return event
    }

    private mutating func forget() {
        half = nil
        end = nil
        idles = 0
    }

    /// What was said, with each two words that are a diagonal in one answer. Directions are as they
    /// come from the mapper. Where the first of them completes what was said before, a correction
    /// stands before the two in one.
    public mutating func join(_ answers: [SpokenAnswer]) -> [SpokenAnswer] {
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

    /// Directions said one after the other, in pairs where they make a diagonal.
    private static func pairs(of run: [SpokenAnswer]) -> [SpokenAnswer] {
        // Which words of several belong together is not sure where one was not understood.
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

    /// What a run means after what was said before it.
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

    /// Remembers what the next word may belong to.
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

    /// The diagonal that this word and the next one name; nil where they name none. It is as sure
    /// as the less sure one of them.
    fileprivate func diagonal(with next: SpokenAnswer) -> SpokenAnswer? {
        guard case .direction(let one) = kind, case .direction(let other) = next.kind,
            let diagonal = Direction(between: one, and: other)
        else { return nil }
        var answer = heard(with: [self, next])
        answer.kind = .direction(diagonal)
        return answer
    }

    /// The same answer to all that was said in a row.
    fileprivate func heard(with run: [SpokenAnswer]) -> SpokenAnswer {
        var answer = self
        answer.heard = run.map(\.heard).joined(separator: " ")
        answer.confidence = run.map(\.confidence).min() ?? confidence
        answer.presence = run.compactMap(\.presence).min()
        answer.belief = nil
        let times = run.compactMap(\.time)
        if let start = times.map(\.lowerBound).min(), let end = times.map(\.upperBound).max() {
            answer.time = start...end
        }
        return answer
    }
}
