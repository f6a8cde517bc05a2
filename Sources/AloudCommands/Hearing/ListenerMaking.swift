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

    /// A listener that has not heard anything yet.
    func make() throws -> LetterListener {
        LetterListener(
            recognizer: try instruments.recognizer(grammar, model),
            classifier: try instruments.classifier(weights),
            fusion: AnswerFusion(grammar: grammar, mapper: mapper), mapper: mapper,
            thresholds: thresholds)
    }
}
