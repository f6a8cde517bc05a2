internal import Acuity
internal import PhoneticMapping

/// The dialogue about one letter of a warm-up: what was heard for it, and what is to be asked next.
///
/// A letter misheard is asked for again. Misheard twice, another way to say it is asked for: "zed",
/// else its code word, which is always understood.
struct WarmUpLetter {
    /// What comes next.
    enum Step: Equatable {
        /// To say it once more.
        case again
        /// To say this instead.
        case another(String)
        /// The next letter.
        case done
    }

    /// The letter that is shown.
    let letter: Letter
    /// How often it was asked for, the first time included.
    private(set) var askings = 1
    /// Whether it is known that the person meant this letter.
    private(set) var isConfirmed = false
    /// Which other way was asked for, if one was.
    private(set) var otherWay: String?
    /// What was left of ways to ask for it.
    private var ways: [String]

    init(_ letter: Letter) {
        self.letter = letter
        ways = (letter == .z ? ["zed"] : []) + [CodeWord.of(letter)]
    }

    /// Takes what was heard; nil for something that may have been a letter and was not understood.
    mutating func take(_ answer: SpokenAnswer?) -> Step {
        if answer?.kind == .letter(letter) {
            isConfirmed = true
            return .done
        }
        return ask()
    }

    /// Takes that the person cannot see it, or that another letter comes for any other reason.
    func give() -> Step { .done }

    /// Asks again, as far as that makes sense.
    mutating func ask() -> Step {
        askings += 1
        if askings == 2 { return .again }
        guard !ways.isEmpty else { return .done }
        let way = ways.removeFirst()
        otherWay = way
        return .another(way)
    }
}

/// What is asked of the person at a moment of a warm-up.
public enum WarmUpAsking: Sendable, Equatable {
    /// To say the letter that is shown.
    case read
    /// To say it once more.
    case again
    /// To say it by this word, if it is what is seen.
    case another(String)

    /// The asking in words for the person.
    public var words: String {
        switch self {
        case .read: "Say this letter."
        case .again: GuidanceWords.onceMore
        case .another(let way): "I did not understand. Say \"\(way)\" if that is the letter."
        }
    }
}
