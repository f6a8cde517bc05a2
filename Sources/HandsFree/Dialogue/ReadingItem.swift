internal import LetterSpeech

/// One thing said in a reading, as far as it takes part in finding the positions.
enum ReadingItem: Sendable, Equatable {
    /// An answer for one letter.
    case answer(HeardAnswer)
    /// Sound that may have been no letter, one, or several: what follows it has no sure position.
    ///
    /// With it goes how likely each letter is, if it was one.
    case unclear(LetterBelief?)
    /// A sound as long as a letter in which no answer was heard: a letter that nobody understood,
    /// or a hum. It counts only while fewer letters were heard than asked for.
    case maybe
    /// Speech in which no answer was heard: none, one letter, or several. It counts only while
    /// fewer letters were heard than asked for; then what follows it has no sure position.
    case talk
    /// An answer that was taken back and not replaced: surely one letter, not known which.
    case retracted

    /// Whether it surely stands for one letter.
    var isLetter: Bool { !isUnclear && !isPassing }

    /// Whether it counts as nothing where as many letters were heard as were asked for.
    var isPassing: Bool { self == .maybe || self == .talk }

    /// Whether it was not clear, and yet more likely a letter than not.
    var isLikelyLetter: Bool {
        if case .unclear(let belief?) = self { belief.presence > 0.5 } else { false }
    }

    var isUnclear: Bool { if case .unclear = self { true } else { false } }

    /// The answer, if it is one.
    var answer: HeardAnswer? {
        if case .answer(let answer) = self { return answer }
        return nil
    }
}
