internal import LetterSpeech
internal import Listening

/// What listeners are made of: as many as are needed, one for each thread.
struct ListenerMaking: Sendable {
    var grammar: ListeningGrammar
    var model: String
    var mapper: PhoneticMapper
    var thresholds: HearingThresholds
    var instruments: Instruments

    /// A listener that has not heard anything yet.
    func make() throws -> LetterListener {
        LetterListener(
            recognizer: try instruments.recognizer(grammar, model), mapper: mapper,
            thresholds: thresholds)
    }
}
