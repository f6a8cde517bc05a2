package import Acuity
package import CommandLineKit
package import Dialogue
package import PhoneticMapping
package import Platform

/// Answers as lines of text, by an operator or a program: each line is a whole answer.
package final class TypedAnswers: AnswerSource {
    private let lines: TimedLineReader
    private let mapper: PhoneticMapper
    private let stop: StopRequest
    private let optotypes: OptotypeSet
    private let complain: (String) -> Void
    /// Letters in the line shown: those awaited before any of them was asked again.
    private var lettersInLine = 0

    /// The longest wait for a line before a page or an operator is looked at, seconds.
    private static let patience = 0.05

    /// - Parameters:
    ///   - lines: the typed lines.
    ///   - mapper: finds the letters and commands in them.
    ///   - optotypes: the optotypes asked for, and so whether words such as "up" are answers.
    ///   - stop: once requested, no line counts any more.
    ///   - complain: called with a sentence about a line that is no text.
    package init(
        _ lines: TimedLineReader, mapper: PhoneticMapper, optotypes: OptotypeSet = .sloan,
        stop: StopRequest, complain: @escaping (String) -> Void
    ) {
        self.optotypes = optotypes
        self.lines = lines
        self.mapper = mapper
        self.stop = stop
        self.complain = complain
    }

    package func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
        if case .answers(let count, again: false) = awaited { lettersInLine = count }
        let next = try lines.next(within: Self.patience)
        // A stop also ends the input, perhaps within a line, which is no answer then.
        if stop.isRequested { return .idle }
        let line: String
        switch next {
        case .waiting: return .idle
        case .ended: return .ended
        case .line(let typed): line = typed
        }
        switch UtteranceReader.Line(line) {
        case .text(let text):
            return .utterance(Utterance(answers(to: text, awaited), isFinal: true))
        case .noText(let reason):
            complain("A line of the answers is no text (\(reason)): no answer.")
            return .utterance(Utterance([], isFinal: true))
        case .tooLong(let limit):
            throw InputError.lineTooLong(limit: limit)
        }
    }

    /// The answers of a line. Directions are mapped as letters: a word that only sounds like one of
    /// those letters, such as "see", is unclear and asked again.
    private func answers(to text: String, _ awaited: ExpectedAnswer) -> [SpokenAnswer] {
        guard optotypes.areDirections else {
            return mapper.answers(to: text, awaiting: row(for: awaited))
        }
        let words = DirectionWords.spelled(text, among: optotypes)
        return mapper.answers(to: words).map { answer in
            guard case .letter = answer.kind, !DirectionWords.names(answer, among: optotypes)
            else { return answer }
            var unclear = answer
            unclear.kind = .unclear
            return unclear
        }
    }

    /// The lengths of a word in capitals that is read as a row of letters.
    private func row(for awaited: ExpectedAnswer) -> TypedLetterRow {
        guard case .answers(let count, _) = awaited else { return .lineOfChart }
        return TypedLetterRow(lengths: [count, lettersInLine], choices: Set(optotypes.choices))
    }
}
