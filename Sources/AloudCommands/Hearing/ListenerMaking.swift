internal import Acuity
internal import LetterSpeech
internal import Listening

/// What listeners are made of: as many as are needed, one for each thread.
struct ListenerMaking: Sendable {
    var grammar: ListeningGrammar
    var model: String
    /// The file of weights of the second opinion.
    var weights: String
    var mapper: PhoneticMapper
    var thresholds: HearingThresholds
    var instruments: Instruments

    /// The words that name letters, and which.
    var letterNames: [String: Letter] {
        let pairs = grammar.letters.compactMap { word in
            mapper.meaning(of: word)?.letter.map { (word, $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// A listener that has not heard anything yet.
    func make() throws -> LetterListener {
        let classifier = MadeAside { [instruments, weights] in try instruments.classifier(weights) }
        return LetterListener(
            recognizer: try instruments.recognizer(grammar, model),
            classifier: try classifier.take(),
            fusion: AnswerFusion(grammar: grammar, mapper: mapper), mapper: mapper,
            thresholds: thresholds)
    }
}
