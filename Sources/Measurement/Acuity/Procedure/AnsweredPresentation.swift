/// Letters that were shown, with the answer to each.
///
/// ```swift
/// let line = Presentation(line: 1, size: LogMAR(0.8), letters: [.k, .c])
/// let answers = [Answer(.named(.k)), Answer(.missed)]
/// try AnsweredPresentation(line, answers).judged  // true, false
/// ```
public struct AnsweredPresentation: Sendable, Hashable {
    /// The letters shown.
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

    /// Letters with responses that count as certain, without any data on how they were heard.
    ///
    /// - Throws: `ProcedureError.wrongCount` unless there is one response for each letter.
    public init(
        _ presentation: Presentation, _ responses: [Response]
    ) throws(ProcedureError) {
        try self.init(presentation, responses.map { Answer($0) })
    }

    /// The responses, without how they were heard; nil for an unclear one.
    public var responses: [Response?] { answers.map(\.response) }

    /// For each letter, whether it was named rightly.
    public var judged: [Bool] {
        zip(presentation.letters, answers).map { $1.isRight(for: $0) }
    }

    /// The number of letters named rightly.
    public var right: Int { judged.count { $0 } }
}

extension [AnsweredPresentation] {
    /// The number of letters named rightly in all.
    var lettersRight: Int { reduce(0) { $0 + $1.right } }

    /// How many answers were unclear, and their share of all answers. People repeat a letter in the
    /// same way, so one that was never understood counts once.
    public var unclear: (count: Int, share: Double) {
        let answers = flatMap(\.answers)
        let count = answers.reduce(0) { $0 + ($1.response == nil ? 1 : $1.unclearBefore) }
        let clear = answers.count { $0.response != nil }
        return (count, Double(count) / Double(Swift.max(1, count + clear)))
    }
}

/// The answer to one letter, with how it was heard.
///
/// Procedures score the response by their own rules. The estimate uses the rest, to allow for
/// mishearing.
public struct Answer: Sendable, Hashable {
    /// The letter named, or a miss; nil if the answer was not understood. Such an answer does not
    /// count as right, and it is not evidence that the letter was not seen.
    public var response: Response?
    /// The confidence that the response was heard correctly, 0...1; 1 if it could not be misheard,
    /// or if nothing is known.
    public var confidence: Double
    /// The number of unclear answers to this letter before the response. A request to repeat after
    /// silence does not count.
    public var unclearBefore: Int
    /// Milliseconds from the moment that the letters were shown to the beginning of the answer; nil if
    /// unknown. No figure of the test depends on it.
    public var latency: Int?

    /// An answer for one letter.
    public init(
        _ response: Response?, confidence: Double = 1, unclearBefore: Int = 0, latency: Int? = nil
    ) {
        self.response = response
        self.confidence = confidence
        self.unclearBefore = unclearBefore
        self.latency = latency
    }

    /// An answer that was not understood.
    public static let unclear = Answer(nil)

    /// Whether the letter that was shown is the one that was named.
    public func isRight(for shown: Letter) -> Bool { response?.isRight(for: shown) ?? false }
}

/// The response to one letter that was shown.
public enum Response: Sendable, Hashable {
    /// Any letter of the alphabet was named. A letter that no chart shows is a wrong answer.
    case named(Letter)
    /// The person said that they cannot see it.
    case missed

    /// Whether the letter that was shown is the one that was named.
    public func isRight(for shown: Letter) -> Bool { self == .named(shown) }
}

/// The letters shown at one time: one letter, or letters side by side.
public struct Presentation: Sendable, Hashable {
    /// The number of the line on its chart, 1 for the largest; without a chart, the number of the
    /// presentation in its test, from 1.
    public let line: Int
    /// The letters from left to right.
    public let letters: [Letter]
    /// The size of each letter.
    public let sizes: [LogMAR]
    /// The set that the letters are drawn from.
    public let optotypes: OptotypeSet
    /// The reading distance if it differs from the test's, else nil. The sizes are those at this
    /// distance.
    public let distance: Distance?
    /// Whether this is a single letter that replaces a letter of a chart that was never understood.
    public let isFresh: Bool
    /// The contrast of each letter; nil for black letters on white.
    public private(set) var contrasts: LetterContrasts?

    /// Letters of one size.
    public init(
        line: Int, size: LogMAR, letters: [Letter], optotypes: OptotypeSet = .sloan,
        distance: Distance? = nil, isFresh: Bool = false
    ) {
        self.line = line
        self.letters = letters
        self.optotypes = optotypes
        self.distance = distance
        self.isFresh = isFresh
        sizes = Array(repeating: size, count: letters.count)
    }

    /// Letters of several sizes.
    ///
    /// - Parameters:
    ///   - line: the number of the line or of the presentation, from 1.
    ///   - letters: each with its size, from left to right; at least one.
    ///   - optotypes: the set that they are drawn from.
    public init(
        line: Int, letters: [(letter: Letter, size: LogMAR)], optotypes: OptotypeSet = .sloan
    ) {
        self.line = line
        self.letters = letters.map(\.letter)
        self.optotypes = optotypes
        distance = nil
        isFresh = false
        sizes = letters.map(\.size)
    }

    /// The size of the letters; of the largest if they differ.
    public var size: LogMAR { sizes.max() ?? LogMAR(0) }

    /// The mean size of the letters.
    public var meanSize: LogMAR {
        guard !isOfOneSize else { return size }
        return LogMAR(sizes.reduce(0) { $0 + $1.value } / Double(sizes.count))
    }

    /// The same letters in other contrasts and sizes.
    ///
    /// - Parameters:
    ///   - contrasts: one for each letter.
    ///   - size: the size of all letters; nil to keep their own.
    public func shown(in contrasts: LetterContrasts, size: LogMAR? = nil) -> Presentation {
        let all = size.map { Array(repeating: $0, count: letters.count) }
        var shown = Presentation(
            line: line, letters: letters, sizes: all ?? sizes,
            optotypes: optotypes, distance: distance, isFresh: isFresh)
        shown.contrasts = contrasts
        return shown
    }

    private init(
        line: Int, letters: [Letter], sizes: [LogMAR], optotypes: OptotypeSet,
        distance: Distance?, isFresh: Bool
    ) {
        self.line = line
        self.letters = letters
        self.sizes = sizes
        self.optotypes = optotypes
        self.distance = distance
        self.isFresh = isFresh
    }

    /// The place of each letter on the axis of the psychometric function: its size, or, where the
    /// contrast is measured, the logarithm of its contrast. Larger is easier.
    var levels: [LogMAR] {
        guard let contrasts, contrasts.isMeasured else { return sizes }
        return contrasts.letters.map(\.level)
    }

    /// Whether all letters are of one size.
    public var isOfOneSize: Bool { sizes.allSatisfy { $0 == size } }
}
