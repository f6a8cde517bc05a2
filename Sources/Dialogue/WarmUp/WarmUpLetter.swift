internal import Acuity
internal import PhoneticMapping

/// The dialogue about one letter of a warm-up: its answers and the next request.
///
/// A misheard letter is asked for again. After a second mishearing the person is asked for another
/// way to say it: "zed", or its code word, which is always understood.
struct WarmUpLetter {
    /// The next step.
    enum Step: Equatable {
        /// Ask to say it once more.
        case again
        /// To say this instead.
        case another(String)
        /// The next letter.
        case done
    }

    /// The letter that is shown.
    let letter: Letter
    /// The number of requests for it, the first included.
    private(set) var askings = 1
    /// Whether it is known that the person meant this letter.
    private(set) var isConfirmed = false
    /// The other way that was asked for, if any.
    private(set) var otherWay: String?
    /// The ways to ask for it that are left.
    private var ways: [String]

    init(_ letter: Letter) {
        self.letter = letter
        ways = (letter == .z ? ["zed"] : []) + [CodeWord.of(letter)]
    }

    /// Takes an answer; nil for a sound that may have been a letter and was not understood.
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

/// The request to the person at a moment of a warm-up.
public enum WarmUpAsking: Sendable, Equatable {
    /// To say the letter that is shown.
    case read
    /// To say it once more.
    case again
    /// To say this word if it names the letter seen.
    case another(String)

    /// The request in words for the person.
    public var words: String {
        switch self {
        case .read: "Say this letter."
        case .again: GuidanceWords.onceMore
        case .another(let way): "I did not understand. Say \"\(way)\" if that is the letter."
        }
    }
}
