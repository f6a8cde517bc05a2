internal import Acuity
internal import CommandLineKit
internal import Grammar
internal import PhoneticMapping
internal import Platform
internal import Recognition

/// What listeners are made of: as many as are needed, one for each thread.
struct ListenerMaking: Sendable {
    /// The files of the ear in the folder of models.
    struct Ear: Sendable {
        /// The weights of the net.
        var weights: String
        /// The folder of the search's model.
        var search: String
        /// The weights of how sure answers are.
        var answers: String

        /// Those of a folder of models, or of the one that `--model` names.
        init(_ models: ResourceFolder) {
            weights = models.file("ear.net")
            search = models.file("ear-search")
            answers = models.file("answers.json")
        }
    }

    var grammar: ListeningGrammar
    var ear: Ear
    var mapper: PhoneticMapper
    var thresholds: HearingThresholds
    var instruments: Instruments

    /// The words that name letters, and which.
    private var letterNames: [String: Letter] {
        let pairs = grammar.letters.compactMap { word in
            mapper.meaning(of: word)?.letter.map { (word, $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// A listener that has not heard anything yet.
    func make() throws -> LetterListener {
        let encoder = MadeAside { [instruments, ear] in try instruments.encoder(ear.weights) }
        let names = letterNames
        let search = try instruments.search(grammar, ear.search, names)
        let model = try AnswerModel(contentsOf: ear.answers)
        let net = try encoder.take()
        return LetterListener(
            encoder: net, search: search, grammar: grammar,
            evidence: AnswerEvidence(
                grammar: grammar, names: names, tokens: net.tokens, model: model),
            mapper: mapper, thresholds: thresholds)
    }
}
