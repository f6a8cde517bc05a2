import Foundation
import TestProgram

/// A patient that knows nothing of Aloud but its command line: it starts the program, reads the
/// letters from its events, and types what it sees.
///
/// Its eye is written anew here, with the system's error function and a generator of its own, so that
/// a fault in the simulated observer of the bench does not hide itself.
struct TypingPatient {
    /// The size at which a letter is seen half of the time, logMAR.
    var threshold: Double
    /// The standard deviation of the curve, logMAR.
    var sigma = 0.08
    private var state: UInt64

    init(threshold: Double, seed: UInt64) {
        self.threshold = threshold
        state = seed &* 2 &+ 1
    }

    /// The result event of a test, and how many letters were typed rightly.
    struct Outcome {
        var result: [String: Any]
        var letters: Int
        var right: Int
        /// All that the program printed.
        var events: String
    }

    /// Takes a whole test.
    mutating func take(_ words: [String]) throws -> Outcome {
        var (letters, right) = (0, 0)
        let test = try TypedConversation(words) { event in
            let answer = look(at: event)
            letters += answer.count
            right += answer.count { $0.shown == $0.said }
            return answer.map { String($0.said) }.joined(separator: " ")
        }
        return Outcome(result: test.result, letters: letters, right: right, events: test.events)
    }

    private mutating func look(at event: [String: Any]) -> [(shown: Character, said: Character)] {
        let choices = Self.choices(event["optotypes"] as? String)
        return TypedConversation.letters(of: event).map { letter, size in
            let seeing = 0.5 * erfc(-(size - threshold) / sigma / 2.0.squareRoot())
            let guess = 1 / Double(choices.count)
            let isRight = fraction() < 0.01 * guess + 0.99 * (guess + (1 - guess) * seeing)
            let others = choices.filter { $0 != letter }
            let other = others[Int(fraction() * Double(others.count))]
            return (letter, isRight ? letter : other)
        }
    }

    /// The answers that it chooses from.
    private static func choices(_ optotypes: String?) -> [Character] {
        switch optotypes {
        case "hotv": Array("HOTV")
        case "tumbling-e", "landolt": Array("UDLR")
        case "landolt-8": Array("UDLRQEZC")
        default: Array("CDHKNORSVZ")
        }
    }

    /// A number from 0 up to 1: the upper half of a linear congruential generator (Knuth DE. The
    /// art of computer programming, volume 2, section 3.3.4, the multiplier of MMIX).
    private mutating func fraction() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 33) / Double(1 << 31)
    }
}
