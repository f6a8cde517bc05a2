package import Acuity
package import PhoneticMapping

/// One thing said in a reading, as far as it takes part in finding the positions.
package struct ReadingItem: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        /// An answer for one letter.
        case answer(HeardAnswer)
        /// Not understood, with the posterior of the letters, if it was one.
        case unclear(LetterPosterior?)
        /// A sound as long as a letter in which no answer was heard.
        case maybe
        /// Speech in which no answer was heard.
        case talk
        /// An answer that was taken back and not replaced.
        case retracted
    }

    package var kind: Kind
    /// When it was said, seconds of the session's sound; nil if it was typed.
    package var time: ClosedRange<Double>?

    init(_ kind: Kind, at time: ClosedRange<Double>? = nil) {
        self.kind = kind
        self.time = time
    }

    init(_ answer: HeardAnswer) { self.init(.answer(answer), at: answer.time) }

    package var answer: HeardAnswer? { if case .answer(let answer) = kind { answer } else { nil } }
    package var belief: LetterPosterior? {
        if case .unclear(let belief) = kind { belief } else { nil }
    }
    var isUnclear: Bool { if case .unclear = kind { true } else { false } }
    /// Whether no answer was heard in it.
    var isPassing: Bool { kind == .maybe || kind == .talk }
    /// Whether it is surely one letter.
    package var isLetter: Bool { !isUnclear && !isPassing }

    /// The letter that was named, or the one that it most likely was.
    package var likeliest: Letter? {
        if case .named(let letter) = answer?.response { return letter }
        return belief?.letters.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?
            .key
    }
}

extension [ReadingItem] {
    /// A letter takes no longer than this by itself, seconds: 0.91 at most in the development set
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
    /// Two names no further apart may be one sound, seconds.
    private static var touching: Double { 0.05 }
    /// The letters with a vowel that begins an "aitch", or an "eye-tch".
    private static var beginH: Set<Letter> { [.a, .i, .k] }

    /// The kind of each item in an alignment.
    var aligned: [AlignedItem] { indices.map(aligned) }

    private func aligned(_ index: Int) -> AlignedItem {
        switch self[index].kind {
        case .maybe:
            // "Okay", a long pause, and the line: it may or may not be a letter.
            prefix(index).allSatisfy(\.isPassing) && isAfterWord(index) ? .talk : .possibleLetter
        case .talk: .talk
        case .retracted: .letter
        case .unclear(let belief):
            mayBelongToNext(index)
                ? .spareLetter
                : belief.map { $0.presence > 0.5 } == true
                    ? .likelyLetter : .unclear
        case .answer: isLong(index) ? .longLetter : mayBelongToNext(index) ? .spareLetter : .letter
        }
    }

    /// Whether the pause before an item is by far the longest between items.
    func isAfterLongPause(_ index: Int) -> Bool {
        let pauses = zip(self, dropFirst()).map { before, after -> Double? in
            guard let end = before.time?.upperBound, let start = after.time?.lowerBound
            else { return nil }
            return start - end
        }
        guard index > 0, let own = pauses[index - 1], own >= Self.longPause else { return false }
        let others = pauses.indices.filter { $0 != index - 1 }.compactMap { pauses[$0] }
        return !others.isEmpty && others.allSatisfy { own > Self.timesOtherPauses * $0 }
    }

    /// Whether the first item that is no passing sound comes after such a pause.
    private func isAfterWord(_ index: Int) -> Bool {
        dropFirst(index).firstIndex { !$0.isPassing }.map(isAfterLongPause) ?? false
    }

    /// The time of a letter that was said by its name, not by its word of the spelling alphabet.
    private func nameTime(_ index: Int) -> ClosedRange<Double>? {
        guard case .named(let letter)? = self[index].answer?.response,
            self[index].answer?.heard != CodeWord.of(letter)
        else { return nil }
        return self[index].time
    }

    private func isLong(_ index: Int) -> Bool {
        guard let time = nameTime(index) else { return false }
        let seconds = time.upperBound - time.lowerBound
        if seconds > Self.longest { return true }
        let others = indices.filter { $0 != index }.compactMap(nameTime)
            .map { $0.upperBound - $0.lowerBound }.sorted()
        guard seconds > Self.longInRow, !others.isEmpty, index + 1 < count,
            let next = self[index + 1].answer?.time
        else { return false }
        let usual = (others[others.count / 2] + others[(others.count - 1) / 2]) / 2
        return next.lowerBound - time.upperBound < Self.pause && seconds > Self.timesOthers * usual
    }

    /// Whether an item may be the beginning of the next one.
    private func mayBelongToNext(_ index: Int) -> Bool {
        guard index + 1 < count, let next = nameTime(index + 1),
            let named = self[index + 1].likeliest
        else { return false }
        if !self[index].isUnclear {
            guard let own = nameTime(index), next.lowerBound - own.upperBound < Self.touching
            else { return false }
            if self[index].likeliest == named { return true }
        }
        return named == .h && self[index].likeliest.map(Self.beginH.contains) == true
    }
}

/// The answer for one letter of a line, with the words heard.
package struct HeardAnswer: Sendable, Equatable {
    /// The letter named, or that it cannot be seen.
    package var response: Response
    /// The words behind it.
    package var heard: String
    /// The confidence of the answer, 0...1.
    package var confidence: Double
    /// The time of the answer, in seconds of the session's sound; nil if it was typed.
    package var time: ClosedRange<Double>?
    /// The posterior of the letters, to combine with other readings of it; nil if it is unknown or
    /// no longer matters.
    package var belief: LetterPosterior?

    /// An answer for one letter.
    package init(
        _ response: Response, heard: String = "", confidence: Double = 1,
        time: ClosedRange<Double>? = nil
    ) {
        self.response = response
        self.heard = heard
        self.confidence = confidence
        self.time = time
    }
}

extension HeardAnswer {
    /// The answer that something said gives for one letter.
    package init(_ response: Response, _ spoken: SpokenAnswer) {
        self.init(
            response, heard: spoken.heard, confidence: spoken.confidence, time: spoken.time)
        if case .named = response { belief = spoken.belief }
    }
}
