package import Acuity

/// One thing that a person said, after the phonetic mapper: a letter, a direction, a command, or an
/// answer that is too unsure to take.
///
/// ```swift
/// let answer = SpokenAnswer(.letter(.c), heard: "see", confidence: 0.97)
/// answer.isCodeWord  // false; "charlie" is one
/// ```
package struct SpokenAnswer: Sendable, Equatable {
    /// The wording of an answer.
    package enum Wording: Sendable, Equatable {
        /// One word: the name of a letter, or "pass".
        case word
        /// The letter's word of the spelling alphabet.
        case codeWord
        /// Several words: "I can't see it", "N, November".
        case phrase
    }

    /// The kind of an answer, with its value.
    package enum Kind: Sendable, Equatable {
        /// The name of a letter, or its word of the spelling alphabet.
        case letter(Letter)
        /// Something about the test, or that a letter cannot be seen.
        case command(SpokenCommand)
        /// A direction; among letters it is a remark.
        case direction(Direction)
        /// Possibly a letter, but no letter is sure enough: ask again.
        case unclear

        /// Whether it says that one or all letters cannot be seen; a test scores these as not seen.
        package var isNotSeen: Bool {
            self == .command(.cannotSee) || self == .command(.cannotSeeAny)
        }
    }

    /// The answer, as far as it was understood.
    package var kind: Kind
    /// The words that it stems from, as the recogniser or the typist wrote them; empty if there are
    /// none.
    package var heard: String
    /// The probability that `kind` was said, if it was an answer, 0…1.
    package var confidence: Double
    /// The probability that it was any answer at all, 0…1; nil if that was not judged.
    package var presence: Double?
    /// The posterior of the letters, to combine with another hearing of the same letter; nil if it
    /// was not computed.
    package var posterior: LetterPosterior?
    /// The time of the answer, in seconds from the start of the recording or of the session's
    /// sound; nil for a typed answer.
    package var time: ClosedRange<Double>?
    /// Milliseconds from the moment that the letters were shown to its beginning; nil if unknown.
    package var latency: Int?

    /// Its wording.
    package var wording: Wording
    /// Whether its words are also heard when the opposite is said.
    package var isAmbiguous: Bool

    /// The probability that it was an answer, and this one, 0…1; decides whether it counts.
    package var sureness: Double { confidence * (presence ?? 1) }

    /// Whether it names a direction.
    package var isDirection: Bool { if case .direction = kind { true } else { false } }

    /// Something that was said. The defaults are for an answer of one word, typed or not judged.
    ///
    /// - Parameters:
    ///   - confidence: how sure it is that `kind` was said, if it was an answer, 0…1.
    ///   - time: seconds of the recording or of the session's sound.
    ///   - presence: how sure it is that it was an answer at all, 0…1.
    ///   - isAmbiguous: whether its words are also heard when the opposite is said.
    package init(
        _ kind: Kind, heard: String = "", confidence: Double = 1, time: ClosedRange<Double>? = nil,
        presence: Double? = nil, posterior: LetterPosterior? = nil, wording: Wording = .word,
        isAmbiguous: Bool = false
    ) {
        self.kind = kind
        self.heard = heard
        self.confidence = confidence
        self.time = time
        self.presence = presence
        self.posterior = posterior
        self.wording = wording
        self.isAmbiguous = isAmbiguous
    }
}

extension SpokenAnswer.Wording {
    /// The wording of an answer.
    ///
    /// - Parameters:
    ///   - words: its words as they were heard or typed.
    ///   - letter: the letter that it names; nil if it names none.
    package init(of words: [some StringProtocol], for letter: Letter?) {
        if words.count > 1 {
            self = .phrase
        } else if let letter, let word = words.first, word == CodeWord.of(letter) {
            self = .codeWord
        } else {
            self = .word
        }
    }
}

/// The words of the spelling alphabet, which are always understood as their letters (ICAO Annex 10,
/// vol. II, as the grammars write them).
///
/// ```swift
/// CodeWord.of(.c)  // "charlie"
/// CodeWord.letter(of: "charlie")  // C
/// ```
package enum CodeWord {
    private static let words = [
        "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india",
        "juliet", "kilo", "lima", "mike", "november", "oscar", "papa", "quebec", "romeo", "sierra",
        "tango", "uniform", "victor", "whiskey", "x-ray", "yankee", "zulu",
    ]

    /// The word for a letter, in lower case.
    package static func of(_ letter: Letter) -> String {
        words[Letter.allCases.firstIndex(of: letter) ?? 0]
    }

    /// The letter of a word, in lower case; nil for any other word.
    package static func letter(of word: String) -> Letter? {
        words.firstIndex(of: word).map { Letter.allCases[$0] }
    }
}

extension SpokenAnswer.Kind {
    /// The letter, if it is one.
    package var letter: Letter? { if case .letter(let letter) = self { letter } else { nil } }
}

extension SpokenAnswer.Kind {
    /// As `PhoneticMapper.line(for:)` writes it: a letter, the name of a command or direction, or "?".
    package var word: String {
        switch self {
        case .letter(let letter): letter.description
        case .command(let command): command.rawValue
        case .direction(let direction): direction.rawValue
        case .unclear: "?"
        }
    }
}

/// A command that a person may say to the test.
package enum SpokenCommand: String, CaseIterable, Sendable, Codable {
    /// "I can't see it", "pass", "blank", "don't know": this letter is missed, move on.
    case cannotSee
    /// "I can't see any", "nothing", "none of them": every letter still asked for is missed.
    case cannotSeeAny
    /// "again", "repeat": ask once more.
    case again
    /// "no, N", "correction, N": the next letter corrects the previous one.
    case correction
    /// "wait", "pause".
    case pause
    /// "go on", "continue".
    case resume
    /// "stop": end the test here.
    case stop
}

extension Direction {
    /// The straight direction that a word of a grammar names; nil for any other word. A diagonal is
    /// said in two words.
    package init?(word: String) {
        switch word.lowercased() {
        case "up", "top", "upper": self = .up
        case "down", "bottom", "lower": self = .down
        case "left": self = .left
        case "right": self = .right
        default: return nil
        }
    }
}

extension SpokenAnswer {
    /// The same answer in a test of directions: a direction becomes its letter. The probabilities
    /// of letter names do not apply there and are left out.
    package var namingDirection: SpokenAnswer {
        var named = self
        named.posterior = nil
        if case .direction(let direction) = kind { named.kind = .letter(direction.letter) }
        return named
    }
}
