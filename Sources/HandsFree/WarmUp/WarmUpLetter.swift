internal import Acuity
internal import LetterSpeech

/// The dialogue about one letter of a warm-up: what was heard for it, what is to be asked next, and
/// what may be learnt.
///
/// A letter misheard is asked for again. Misheard twice, another way to say it is asked for: "zed",
/// else its code word, which is always understood. Learnt are readings that were heard right, and
/// unclear ones once the letter was heard right or its other way was. What was clearly heard as
/// another letter is never learnt, whatever comes after it: the person may have read another one,
/// and who reads D as V would be heard right in the test that is to find it. Nor does a word prove
/// what was seen that the screen has just asked for.
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
    /// When it was said, as far as it may be learnt.
    private(set) var readings: [ClosedRange<Double>] = []
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
        let isRight = answer?.kind == .letter(letter)
        // A code word teaches nothing of how the letter's name sounds.
        if let answer, let time = answer.time, isRight || answer.kind == .unclear,
            !isCodeWord(answer)
        {
            readings.append(time)
        }
        if isRight {
            isConfirmed = true
            return .done
        }
        return ask()
    }

    /// Takes that the person cannot see it, or that another letter comes for any other reason.
    mutating func give() -> Step {
        readings = []
        return .done
    }

    /// Asks again, as far as that makes sense.
    mutating func ask() -> Step {
        askings += 1
        if askings == 2 { return .again }
        guard !ways.isEmpty else { return .done }
        let way = ways.removeFirst()
        otherWay = way
        return .another(way)
    }

    private func isCodeWord(_ answer: SpokenAnswer?) -> Bool {
        answer?.heard.lowercased() == CodeWord.of(letter)
    }
}
