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

    /// Of how many words of a breath the nets make something at once: what they compute of each
    /// takes memory.
    private static let wordsAtOnce = 8

    /// From this logarithm of the likeliest class's probability on, what the first net says of a
    /// word stands; of less certain words the others say something, too. People left out are heard
    /// as well as where all words are asked about; from 0.8 on the same within two letters
    /// (docs/hearing-decisions.md). What the fusion is fitted to, and `training/letter-net/fit.py`,
    /// go by the same number.
    static let sure = log(0.9)

    let frontEnd = MelFrontEnd()
    let networks: [Network]
    /// What each net makes of silence; known from the first word on.
    private(set) lazy var silences = networks.map { $0.silence(of: MelFrontEnd.silence) }
    private let meanings: [Meaning]
    /// The phones that it tells; nil where the file knows none.
    let phones: [String]?

    /// The sound whose phones were told last, and its energies: mostly its words are asked about
    /// next.
    var last: (samples: [Float], energies: Matrix)?

    /// The words that it knows, in capitals.
    public let words: [String]

    /// Reads the nets.
    ///
    /// - Parameter path: a file as `training/letter-net/export.py` writes it.
    /// - Throws: where the file is none, or the process may not have the memory that products take.
    public init(path: String) throws(LetterNetError) {
        Matrix.staysOnItsThread
        try ProductWorkspace.take()
        let file = try NetFile(path: path)
        networks = try file.networks()
        phones = file.header.phones
        meanings = file.header.classes.map { item in
            switch item.kind {
            case "letter": item.letter.map(Meaning.letter) ?? .other
            case "word": .word(item.name)
            default: .other
            }
        }
        words = file.header.classes.filter { $0.kind == "word" }.map(\.name)
    }

    public func classify(_ samples: [Float], words: [Range<Int>]) -> [LetterEvidence] {
        let energies = last.flatMap { $0.samples == samples ? $0.energies : nil }
        let canvases = words.map { word in
            frontEnd.canvas(
                of: samples, speech: word.clamped(to: 0..<samples.count), energies: energies)
        }
        return stride(from: 0, to: canvases.count, by: Self.wordsAtOnce).flatMap { first in
            opinions(of: Array(canvases[first..<min(first + Self.wordsAtOnce, canvases.count)]))
                .map(evidence)
        }
    }

    /// What the nets that tell words say of some, of each: that of the first, and where it is not
    /// sure that of all.
    private func opinions(of canvases: [Canvas]) -> [[WordOutputs.Opinion]] {
        var opinions: [[WordOutputs.Opinion]] = canvases.map { _ in [] }
        for (network, silence) in zip(networks, silences) {
            guard let words = network.words else { continue }
            let asked = opinions.indices.filter { word in
                opinions[word].first?.classes.allSatisfy { $0 < Self.sure } ?? true
            }
            guard !asked.isEmpty else { break }
            let channels = network.channels(of: asked.map { canvases[$0] }, silence: silence)
            for (word, channels) in zip(asked, channels) {
                opinions[word].append(words.opinion(of: channels))
            }
        }
        return opinions
    }

    /// What several nets come to: the means of their logarithms and logits, brought to add up to 1.
    /// Where nets agree, that is surer than the mean of their probabilities, and likelier of what
    /// was said.
    private func evidence(of opinions: [WordOutputs.Opinion]) -> LetterEvidence {
        func mean(_ value: (WordOutputs.Opinion) -> Double) -> Double {
            opinions.map(value).reduce(0, +) / Double(opinions.count)
        }
        let classes = meanings.indices.map { index in mean { $0.classes[index] } }.logSoftmax
        var letters: [Letter: Double] = [:]
        var words: [String: Double] = [:]
        var other = 0.0
        for (meaning, logarithm) in zip(meanings, classes) {
            let probability = exp(logarithm)
            switch meaning {
            case .letter(let letter): letters[letter, default: 0] += probability
            case .word(let word): words[word, default: 0] += probability
            case .other: other += probability
            }
        }
        return LetterEvidence(
            letters: letters.mapValues(Self.logarithm), words: words.mapValues(Self.logarithm),
            other: Self.logarithm(other), letterProbability: 1 / (1 + exp(-mean { $0.letter })),
            embedding: opinions.first?.embedding ?? [])
    }

    public func makeVoice() -> (any VoiceLearning)? {
        networks.lazy.compactMap(\.words).first.map { LetterPrototypes(width: $0.width) }
    }

    /// Natural logarithms, of the impossible as of what is next to impossible.
    private static func logarithm(_ probability: Double) -> Double {
        log(max(probability, 1e-12))
    }
}
