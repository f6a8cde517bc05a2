package import Acuity
internal import PhoneticMapping
internal import Records

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
package enum WarmUpAsking: Sendable, Equatable {
    /// To say the letter that is shown.
    case read
    /// To say it once more.
    case again
    /// To say this word if it names the letter seen.
    case another(String)

    /// The request in words for the person.
    package var words: String {
        switch self {
        case .read: "Say this letter."
        case .again: GuidanceWords.onceMore
        case .another(let way): "I did not understand. Say \"\(way)\" if that is the letter."
        }
    }
}

/// An event of a warm-up, for its observers.
package enum WarmUpEvent: Sendable, Equatable {
    /// It begins with these letters, in an order that a seed draws.
    case begin([Letter], seed: UInt64)
    /// A letter is shown; `number` counts from 1.
    case show(Letter, number: Int)
    /// An answer for the letter was heard; nil for a sound that may have been a letter and was not
    /// understood.
    case heard(Letter, as: HeardAnswer?)
    /// The letter is asked for again, by another name if `way` is a word.
    case again(Letter, way: String?)
    /// The letter is finished: whether it was understood, and the word that was, if not its name.
    case letter(Letter, isUnderstood: Bool, way: String?)
    /// The person gets advice on how to speak.
    case advice(SoundAdvice)
    /// The warm-up is over, with the number of letters understood.
    case end(WarmUpEnd, understood: Int)
    /// There is no warm-up: the counts are those of the person's first eye.
    case known(PersonalHearing)
}

extension WarmUpEvent {
    /// The event as it is recorded.
    var recorded: WarmUpStep {
        switch self {
        case .begin(let letters, let seed): .begin(letters, seed: seed)
        case .show(let letter, let number): .show(letter, number: number)
        case .heard(let letter, let answer):
            if let answer, let response = answer.response {
                .heard(letter, as: response, heard: answer.heard, confidence: answer.confidence)
            } else {
                .notUnderstood(letter)
            }
        case .again(let letter, let way): .again(letter, way: way)
        case .letter(let letter, let isUnderstood, let way):
            .letter(letter, isUnderstood: isUnderstood, way: way)
        case .advice(let advice): .advice(advice.rawValue)
        case .end(let end, let understood): .end(end.rawValue, understood: understood)
        case .known(let person): .known(person)
        }
    }
}

/// The reason for the end of a warm-up.
package enum WarmUpEnd: String, Sendable, CaseIterable {
    /// All letters were shown.
    case finished
    /// The person said "stop", or somebody clicked "Skip": the test begins.
    case skipped
    /// Nothing was said for long: the test begins, and can wait longer.
    case silence
    /// The whole test must end, or can no longer hear.
    case stopped
}
