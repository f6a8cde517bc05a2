import FliteVoice
import Foundation
public import LetterNet
public import LetterSpeech
public import Listening
public import SphinxRecognizer

/// The hearing of the program, made of the real parts and the shipped files.
public enum RealHearing {
    /// One of the shipped grammars, "etdrs" or "alphabet".
    public static func grammar(_ name: String) throws -> ListeningGrammar {
        func bytes(_ file: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(filePath: "\(Checkout.grammars)/\(file)")))
        }
        return try ListeningGrammar(
            bytes: bytes(name + ".gram"), file: name + ".gram",
            dictionary: PronunciationDictionary.load(
                bytes: bytes("letters.dict"), file: "letters.dict"),
            accents: PronunciationDictionary.load(
                bytes: bytes("accents.dict"), file: "accents.dict"),
            everyday: PronunciationDictionary.load(
                bytes: bytes("everyday.dict"), file: "everyday.dict"))
    }

    /// A recogniser that has not heard anything yet.
    public static func recognizer(_ name: String = "etdrs") throws -> SphinxRecognizer {
        try SphinxRecognizer(
            SphinxConfiguration(scoringModel: Checkout.model, grammar: grammar(name)))
    }

    /// The nets of the second opinion.
    public static func net() throws -> LetterNet {
        try LetterNet(path: Checkout.root.appending(path: "models/letters.net").path())
    }

    /// The mapper; made once, since it reads 3 MB.
    private static let madeMapper = Result {
        try PhoneticMapper(grammars: Checkout.grammars, guess: FlitePronouncer())
    }

    public static func mapper() throws -> PhoneticMapper { try madeMapper.get() }

    /// A listener that has not heard anything yet.
    public static func listener(
        _ name: String = "etdrs", thresholds: HearingThresholds = HearingThresholds()
    ) throws -> LetterListener {
        let grammar = try grammar(name)
        let mapper = try mapper()
        return LetterListener(
            recognizer: try SphinxRecognizer(
                SphinxConfiguration(scoringModel: Checkout.model, grammar: grammar)),
            classifier: try net(),
            fusion: AnswerFusion(grammar: grammar, mapper: mapper), mapper: mapper,
            thresholds: thresholds)
    }
}
