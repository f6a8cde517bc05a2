internal import PhoneticMapping
package import Records

/// The answers of a person who may be heard in another language: after two readings in which nothing
/// was understood, it asks once whether they would rather answer in that language.
package final class OfferingAnswers: AnswerSource {
    private let source: any AnswerSource
    private let offer: () throws -> RecordedEvent.Offered?
    private var readings = MisunderstoodReadings()

    /// The readings in a row that are not understood before the offer. Chosen, not measured.
    package static let mostReadings = 2

    /// Answers with an offer.
    ///
    /// - Parameters:
    ///   - source: the person's answers.
    ///   - offer: asks the person; nil if there is nothing to offer any more.
    package init(
        _ source: any AnswerSource, offer: @escaping () throws -> RecordedEvent.Offered?
    ) {
        self.source = source
        self.offer = offer
    }

    package var listened: Duration? { source.listened }

    package var soundNow: Double? { source.soundNow }

    package func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
        let event = try source.next(awaited)
        readings.take(event, while: awaited)
        guard readings.count >= Self.mostReadings else { return event }
        readings = MisunderstoodReadings()
        return try offer().map(AnswerEvent.language) ?? event
    }

    package func lettersAppear() { source.lettersAppear() }
}

/// The readings in a row in which somebody spoke and hardly anything was understood.
struct MisunderstoodReadings {
    /// The number of these readings.
    private(set) var count = 0
    /// Answers that were understood in the present reading, and other speech.
    private var understood = 0
    private var other = 0

    /// Takes the next event of the answers.
    mutating func take(_ event: AnswerEvent, while awaited: ExpectedAnswer) {
        switch event {
        case .utterance(let utterance):
            let clear = utterance.answers.count { $0.kind != .unclear }
            understood += clear
            other += utterance.answers.isEmpty ? 1 : utterance.answers.count - clear
        case .maybe, .talk: other += 1
        // The end of a line that was spoken.
        case .silence, .settled: return close()
        case .trouble, .recovered, .soundMissing, .moved, .override, .language:
            self = MisunderstoodReadings()
            return
        case .idle, .ended: return
        }
        // A letter that is asked for alone is asked for again at once.
        if case .answers(1, _) = awaited { close() }
    }

    /// Ends the present reading: one clear answer among three others is taken for chance.
    private mutating func close() {
        guard understood + other > 0 else { return }
        count = other >= 3 * max(understood, 1) || understood == 0 ? count + 1 : 0
        (understood, other) = (0, 0)
    }
}
