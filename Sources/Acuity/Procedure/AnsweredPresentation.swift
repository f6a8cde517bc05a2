/// Letters that were shown, and what was answered for each.
public struct AnsweredPresentation: Sendable, Hashable {
    /// What was shown.
    public let presentation: Presentation
    /// One response for each letter, from left to right.
    public let responses: [Response]

    /// Letters with their answers.
    ///
    /// - Throws: `ProcedureError.wrongCount` unless there is one response for each letter.
    public init(
        _ presentation: Presentation, _ responses: [Response]
    ) throws(ProcedureError) {
        guard responses.count == presentation.letters.count else {
            throw .wrongCount(expected: presentation.letters.count, got: responses.count)
        }
        self.presentation = presentation
        self.responses = responses
    }

    /// For each letter, whether it was named rightly.
    public var judged: [Bool] {
        zip(presentation.letters, responses).map { $1.isRight(for: $0) }
    }

    /// How many letters were named rightly.
    public var right: Int { judged.count { $0 } }
}
