package import Acuity
package import Grammar
package import PhoneticMapping
internal import Platform

/// Makes letter listeners for one grammar, one for each thread.
package struct ListenerFactory: Sendable {
    /// The files of the speech encoder and its search in a folder of models.
    package struct Ear: Sendable {
        /// The file of the encoder's weights.
        package var weights: String
        /// The folder of the search's acoustic model.
        package var search: String
        /// The file of the weights that give an answer its confidence.
        package var answers: String

        /// The files in a folder of models.
        package init(folder: String) {
            weights = folder + "/ear.net"
            search = folder + "/ear-search"
            answers = folder + "/answers.json"
        }
    }

    /// Opens the encoder and the search, which C libraries compute.
    package struct Engines: Sendable {
        /// Opens the speech encoder from its file of weights.
        package var encoder: @Sendable (_ weights: String) throws -> sending any SpeechEncoding
        /// Opens a search for the words of a grammar with the model in a folder; some of the words
        /// name letters.
        package var search:
            @Sendable (_ grammar: ListeningGrammar, _ model: String, _ letters: [String: Letter])
                throws -> any WordSearching

        /// The library and the instruction set that multiply the encoder's matrices here, for
        /// people.
        package var kernel: String

        /// The parameters as the properties of their names.
        package init(
            kernel: String = "",
            encoder: @escaping @Sendable (_ weights: String) throws -> sending any SpeechEncoding,
            search:
                @escaping @Sendable (
                    _ grammar: ListeningGrammar, _ model: String, _ letters: [String: Letter]
                ) throws -> any WordSearching
        ) {
            self.kernel = kernel
            self.encoder = encoder
            self.search = search
        }
    }

    private let grammar: ListeningGrammar
    private let ear: Ear
    private let mapper: PhoneticMapper
    private let engines: Engines
    /// The acceptance thresholds of the listeners.
    package let thresholds: AcceptanceThresholds

    /// The parameters as the properties of their names.
    package init(
        grammar: ListeningGrammar, ear: Ear, mapper: PhoneticMapper,
        thresholds: AcceptanceThresholds = AcceptanceThresholds(), engines: Engines
    ) {
        self.grammar = grammar
        self.ear = ear
        self.mapper = mapper
        self.thresholds = thresholds
        self.engines = engines
    }

    /// The words that name letters, and which.
    private var letterNames: [String: Letter] {
        let pairs = grammar.letters.compactMap { word in
            mapper.meaning(of: word)?.letter.map { (word, $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// A listener that has not heard anything yet.
    ///
    /// - Throws: why the encoder, the search or the answer model cannot be opened.
    package func make() throws -> LetterListener {
        let encoder = BackgroundResult { [engines, ear] in try engines.encoder(ear.weights) }
        let names = letterNames
        let search = try engines.search(grammar, ear.search, names)
        let model = try AnswerModel(contentsOf: ear.answers)
        let net = try encoder.take()
        return LetterListener(
            encoder: net, search: search, grammar: grammar,
            evidence: AnswerEvidence(
                grammar: grammar, names: names, tokens: net.tokens, model: model),
            mapper: mapper, thresholds: thresholds)
    }
}
