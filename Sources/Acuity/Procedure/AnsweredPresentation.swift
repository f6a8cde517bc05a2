/// Letters that were shown, and what was answered for each.
public struct AnsweredPresentation: Sendable, Hashable {
    /// What was shown.
    public let presentation: Presentation
    /// One answer for each letter, from left to right.
    public let answers: [Answer]

    /// Letters with their answers.
    ///
    /// - Throws: `ProcedureError.wrongCount` unless there is one answer for each letter.
    public init(_ presentation: Presentation, _ answers: [Answer]) throws(ProcedureError) {
        guard answers.count == presentation.letters.count else {
            throw .wrongCount(expected: presentation.letters.count, got: answers.count)
        }
        self.presentation = presentation
        self.answers = answers
    }

    /// Letters with responses of whose hearing nothing is known but that they are sure.
    ///
    /// - Throws: `ProcedureError.wrongCount` unless there is one response for each letter.
    public init(
        _ presentation: Presentation, _ responses: [Response]
    ) throws(ProcedureError) {
        try self.init(presentation, responses.map { Answer($0) })
    }

    /// What was answered, without how it was heard; nil for what was unclear.
    public var responses: [Response?] { answers.map(\.response) }

    /// For each letter, whether it was named rightly.
    public var judged: [Bool] {
        zip(presentation.letters, answers).map { $1.isRight(for: $0) }
    }

    /// How many letters were named rightly.
    public var right: Int { judged.count { $0 } }
}

extension [AnsweredPresentation] {
    /// How many letters of all were named rightly.
    var lettersRight: Int { reduce(0) { $0 + $1.right } }
}
