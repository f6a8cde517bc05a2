package import Acuity
package import PhoneticMapping

/// One thing said in a reading: an answer for one letter of a line, or a sound without one, as far
/// as it takes part in finding the positions.
///
/// ```swift
/// let answer = HeardAnswer(.named(.k), heard: "kay", confidence: 0.93, time: 1.2...1.6)
/// let sound = HeardAnswer(.maybe, at: 2.1...2.5)
/// ```
package struct HeardAnswer: Sendable, Equatable {
    /// The kinds of things said.
    package enum Kind: Sendable, Equatable {
        /// The letter named, or that it cannot be seen.
        case answer(Response)
        /// Not understood.
        case unclear
        /// A sound as long as a letter in which no answer was heard.
        case maybe
        /// Speech in which no answer was heard.
        case talk
        /// An answer that was taken back and not replaced.
        case retracted
    }

    /// Whether it is an answer, or a sound without one.
    package var kind: Kind
    /// The words of the answer; empty if there are none.
    package var heard = ""
    /// The wording of the answer.
    package var wording = SpokenAnswer.Wording.word
    /// The confidence of the answer, 0...1.
    package var confidence = 1.0
    /// The time at which it was said, seconds of the session's sound; nil if it was typed.
    package var time: ClosedRange<Double>?
    /// Milliseconds from the moment that the letters were shown to its beginning; nil if unknown.
    package var latency: Int?
    /// The time that shows its position in the line: that of the answer which it replaces, if it is
    /// a correction.
    var placeTime: ClosedRange<Double>?
    /// The posterior of the letters, to combine with other readings of it; nil if it is unknown, no
    /// longer matters, or it was not a letter.
    package var posterior: LetterPosterior?

    /// The text of an operator's answer, instead of the words heard.
    package static let operatorsWord = "operator"

    /// Something said without a clear answer.
    ///
    /// - Parameters:
    ///   - time: seconds of the session's sound; nil if it was typed.
    ///   - posterior: the posterior of the letters, if it may have been one.
    init(_ kind: Kind, at time: ClosedRange<Double>? = nil, posterior: LetterPosterior? = nil) {
        self.kind = kind
        self.time = time
        placeTime = time
        self.posterior = posterior
    }

    /// An answer for one letter.
    ///
    /// - Parameters:
    ///   - confidence: how sure it is, 0…1.
    ///   - time: seconds of the session's sound; nil if it was typed.
    package init(
        _ response: Response, heard: String = "", confidence: Double = 1,
        time: ClosedRange<Double>? = nil
    ) {
        kind = .answer(response)
        self.heard = heard
        self.confidence = confidence
        self.time = time
        placeTime = time
    }

    /// The answer that something said gives for one letter.
    package init(_ response: Response, _ spoken: SpokenAnswer) {
        self.init(
            response, heard: spoken.heard, confidence: spoken.confidence, time: spoken.time)
        wording = spoken.wording
        latency = spoken.latency
        if case .named = response { posterior = spoken.posterior }
    }

    /// The answer; nil for an item that is not an answer or was taken back.
    package var response: Response? {
        if case .answer(let response) = kind { response } else { nil }
    }
    /// Whether no answer was heard in it.
    var isPassing: Bool { kind == .maybe || kind == .talk }
    /// Whether it is surely one letter.
    package var isLetter: Bool { kind != .unclear && !isPassing }

    /// The letter that was named, or the one that it most likely was.
    package var likeliest: Letter? {
        switch kind {
        case .answer(.named(let letter)): letter
        case .unclear:
            posterior?.letters.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?
                .key
        case .answer(.missed), .maybe, .talk, .retracted: nil
        }
    }
}

extension [HeardAnswer] {
    /// The longest duration of a single letter, seconds: 0.91 at most in the development set
    /// `letters`.
    private static var longest: Double { 1 }
    /// A longer item, seconds, and this many times the others' median, is more than one letter if
    /// the next follows within `pause` (47 rows of five letters in AN4: 14 wrong without, 7 with
    /// it).
    private static var longInRow: Double { 0.45 }
    private static var timesOthers: Double { 1.8 }
    private static var pause: Double { 0.3 }
    /// The shortest significant pause, seconds, and its ratio to every other one.
    private static var longPause: Double { 0.95 }
    private static var timesOtherPauses: Double { 1.5 }
    /// Two names less than this far apart may be one sound, seconds.
    private static var touching: Double { 0.05 }
    /// The letters with the vowel that begins "aitch", or its variant "eye-tch".
    private static var beginH: Set<Letter> { [.a, .i, .k] }

    /// The likelihoods of each item in an alignment, by the number of letters that it covers.
    var likelihoods: [[Double]] { indices.map(likelihoods) }

    private func likelihoods(_ index: Int) -> [Double] {
        switch self[index].kind {
        case .maybe:
            // "Okay", a long pause, and the line: it may or may not be a letter.
            prefix(index).allSatisfy(\.isPassing) && isAfterWord(index)
                ? AlignmentCosts.talk : AlignmentCosts.possibleLetter
        case .talk: AlignmentCosts.talk
        case .retracted: AlignmentCosts.letter
        case .unclear:
            mayBelongToNext(index)
                ? AlignmentCosts.spareLetter
                : self[index].posterior.map { $0.presence > 0.5 } == true
                    ? AlignmentCosts.likelyLetter : AlignmentCosts.unclear
        case .answer:
            isLong(index)
                ? AlignmentCosts.longLetter
                : mayBelongToNext(index) ? AlignmentCosts.spareLetter : AlignmentCosts.letter
        }
    }

    /// Whether the pause before an item is by far the longest between items.
    func isAfterLongPause(_ index: Int) -> Bool {
        let pauses = zip(self, dropFirst()).map { before, after -> Double? in
            guard let end = before.placeTime?.upperBound, let start = after.placeTime?.lowerBound
            else { return nil }
            return start - end
        }
        guard index > 0, let own = pauses[index - 1], own >= Self.longPause else { return false }
        let others = pauses.indices.filter { $0 != index - 1 }.compactMap { pauses[$0] }
        return !others.isEmpty && others.allSatisfy { own > Self.timesOtherPauses * $0 }
    }

    /// Whether the first item that is not a passing sound comes after such a pause.
    private func isAfterWord(_ index: Int) -> Bool {
        dropFirst(index).firstIndex { !$0.isPassing }.map(isAfterLongPause) ?? false
    }

    /// The time of a letter that was said by its name, not by its word of the spelling alphabet.
    private func nameTime(_ index: Int) -> ClosedRange<Double>? {
        guard case .answer(.named) = self[index].kind, self[index].wording != .codeWord else {
            return nil
        }
        return self[index].placeTime
    }

    private func isLong(_ index: Int) -> Bool {
        guard let time = nameTime(index) else { return false }
        let seconds = time.upperBound - time.lowerBound
        if seconds > Self.longest { return true }
        let others = indices.filter { $0 != index }.compactMap(nameTime)
            .map { $0.upperBound - $0.lowerBound }.sorted()
        guard seconds > Self.longInRow, !others.isEmpty, index + 1 < count,
            case .answer = self[index + 1].kind, let next = self[index + 1].time
        else { return false }
        let usual = (others[others.count / 2] + others[(others.count - 1) / 2]) / 2
        return next.lowerBound - time.upperBound < Self.pause && seconds > Self.timesOthers * usual
    }

    /// Whether an item may be the beginning of the next one.
    private func mayBelongToNext(_ index: Int) -> Bool {
        guard index + 1 < count, let next = nameTime(index + 1),
            let named = self[index + 1].likeliest
        else { return false }
        if self[index].kind != .unclear {
            guard let own = nameTime(index), next.lowerBound - own.upperBound < Self.touching
            else { return false }
            if self[index].likeliest == named { return true }
        }
        return named == .h && self[index].likeliest.map(Self.beginH.contains) == true
    }
}
