internal import Acuity
internal import Foundation
public import LetterSpeech

/// A second opinion on what was said: small convolutional nets over the sound of one word.
///
/// Trained by `training/letter-net`; `docs/letter-net.md` is the model's card. Not thread-safe: one
/// owner.
public final class LetterNet: LetterClassifying {
    /// What a class of the nets means.
    private enum Meaning {
        case letter(Letter)
        case word(String)
        case other
    }

    /// The name of the file that comes with the program, in its folder of models.
    public static let fileName = "letters.net"

    let frontEnd = MelFrontEnd()
    let networks: [Network]
    private let meanings: [Meaning]
    /// The phones that it tells; nil where the file knows none.
    let phones: [String]?

    /// The words that it knows, in capitals.
    public let words: [String]

    /// Reads the nets.
    ///
    /// - Parameter path: a file as `training/letter-net/export.py` writes it.
    public init(path: String) throws(LetterNetError) {
        Matrix.staysOnItsThread
        let file = try NetFile(path: path)
        networks = try file.networks()
        phones = file.header.phones
        meanings = file.header.classes.map { item in
            switch item.kind {
            case "letter":
                // "ZED" is a class of its own to the nets, and the letter Z.
                item.name.first.flatMap { Letter($0) }.map(Meaning.letter) ?? .other
            case "word": .word(item.name)
            default: .other
            }
        }
        words = file.header.classes.filter { $0.kind == "word" }.map(\.name)
    }

    public func classify(_ samples: [Float], speech: Range<Int>) -> LetterEvidence {
        let inside = speech.clamped(to: 0..<samples.count)
        let canvas = frontEnd.canvas(of: samples, speech: inside)
        let opinions = networks.map { $0.opinion(of: canvas) }
        func mean(_ value: (Network.Opinion) -> Double) -> Double {
            opinions.map(value).reduce(0, +) / Double(opinions.count)
        }
        var letters: [Letter: Double] = [:]
        var words: [String: Double] = [:]
        var other = 0.0
        for (index, meaning) in meanings.enumerated() {
            let probability = mean { $0.classes[index] }
            switch meaning {
            case .letter(let letter): letters[letter, default: 0] += probability
            case .word(let word): words[word, default: 0] += probability
            case .other: other += probability
            }
        }
        return LetterEvidence(
            letters: letters.mapValues(Self.logarithm), words: words.mapValues(Self.logarithm),
            other: Self.logarithm(other), letterProbability: mean { $0.letter },
            embedding: opinions.flatMap(\.embedding))
    }

    public func makeVoice() -> (any VoiceLearning)? {
        LetterPrototypes(parts: networks.map(\.width))
    }

    /// Natural logarithms, of the impossible as of what is next to impossible.
    private static func logarithm(_ probability: Double) -> Double {
        log(max(probability, 1e-12))
    }
}
