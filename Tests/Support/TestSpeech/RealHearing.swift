package import Acuity
import FliteVoice
import Foundation
package import Grammar
package import PhoneticMapping
package import Recognition
import SpeechEncoder
import SphinxRecognizer

/// The hearing of the program, made of the real parts and the shipped files.
package enum RealHearing {
    /// One of the shipped grammars, "etdrs" or "alphabet".
    package static func grammar(_ name: String) throws -> ListeningGrammar {
        func bytes(_ file: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: "\(Checkout.grammars)/\(file)")))
        }
        return try ListeningGrammar(
            bytes: bytes(name + ".gram"), file: "\(Checkout.grammars)/\(name).gram",
            dictionary: PronunciationDictionary.load(
                bytes: bytes("letters.dict"), file: "letters.dict"))
    }

    /// The mapper; made once, since it reads 3 MB.
    private static let madeMapper = Result {
        try PhoneticMapper(grammars: Checkout.grammars, guess: FlitePronouncer())
    }

    package static func mapper() throws -> PhoneticMapper { try madeMapper.get() }

    /// The words of a grammar that name letters, and which.
    package static func letters(of grammar: ListeningGrammar) throws -> [String: Letter] {
        let mapper = try mapper()
        return grammar.letters.reduce(into: [:]) { letters, word in
            let heard = WordHypothesis(word, time: 0...0, confidence: 1)
            if case .letter(let letter)? = mapper.answers(to: [heard]).first?.kind {
                letters[word] = letter
            }
        }
    }

    /// A listener that has not heard anything yet.
    package static func listener(
        _ name: String = "etdrs", thresholds: AcceptanceThresholds = AcceptanceThresholds()
    ) throws -> LetterListener {
        let grammar = try grammar(name)
        let letters = try letters(of: grammar)
        let encoder = try SpeechEncoder(contentsOf: Checkout.model + "/ear.net")
        return LetterListener(
            encoder: encoder,
            search: try TokenSearch(
                model: Checkout.model + "/ear-search", grammar: grammar, letters: letters),
            grammar: grammar,
            evidence: AnswerEvidence(
                grammar: grammar, names: letters, tokens: encoder.tokens,
                model: try AnswerModel(contentsOf: Checkout.model + "/answers.json")),
            mapper: try mapper(), thresholds: thresholds)
    }
}
