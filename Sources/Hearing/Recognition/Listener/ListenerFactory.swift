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
        /// Whether the net hears letters best with its memory of earlier ones.
        package var remembersLetters: Bool

        /// The files in a folder of models.
        ///
        /// - Parameter language: the language that is heard; nil for English.
        package init(folder: String, language: HearingLanguage? = nil) {
            weights = folder + "/" + (language?.ear ?? "ear.net")
            search = folder + "/ear-search"
            answers = folder + "/" + (language?.answers ?? "answers.json")
            remembersLetters = language == nil
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

        /// Sets each property from the parameter of its name.
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
    private let profile: HearingProfile?
    /// Words other than names of letters that sound like one.
    private let homophones: [String: Letter]
    /// Makes the listener for another language's names of letters; nil for none.
    private var beside: (@Sendable () throws -> LetterListener)?
    /// The acceptance thresholds of the listeners.
    package let thresholds: AcceptanceThresholds

    /// Sets each property from the parameter of its name.
    ///
    /// - Parameter homophones: words other than names of letters that sound like one, with the letter.
    package init(
        grammar: ListeningGrammar, ear: Ear, mapper: PhoneticMapper,
        thresholds: AcceptanceThresholds = AcceptanceThresholds(), engines: Engines,
        profile: HearingProfile? = nil, homophones: [String: Letter] = [:]
    ) {
        self.grammar = profile?.weighing(grammar) ?? grammar
        self.profile = profile
        self.ear = ear
        self.mapper = mapper
        self.thresholds = thresholds
        self.engines = engines
        self.homophones = homophones
    }

    /// The same factory for another grammar and profile.
    package func tuned(_ grammar: ListeningGrammar, by profile: HearingProfile) -> ListenerFactory {
        var tuned = ListenerFactory(
            grammar: grammar, ear: ear, mapper: mapper,
            thresholds: thresholds.accepting(from: profile.card.accept), engines: engines,
            profile: profile, homophones: homophones)
        tuned.beside = beside
        return tuned
    }

    /// This factory, with listeners that also hear the names of letters as the listeners of another
    /// factory do.
    package func beside(_ other: ListenerFactory) -> ListenerFactory {
        var both = self
        both.beside = { try other.make() }
        return both
    }

    /// The words that name letters, each with its letter.
    package var letterNames: [String: Letter] {
        let pairs = grammar.letters.compactMap { word in
            mapper.meaning(of: word)?.letter.map { (word, $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    /// The words that the net may give a letter's token, each with that letter.
    private var letterSounds: [String: Letter] {
        letterNames.merging(homophones) { name, _ in name }
    }

    /// A listener that has not heard anything yet.
    ///
    /// - Throws: an error if the encoder, the search or the answer model cannot be opened.
    package func make() throws -> LetterListener {
        let encoder = BackgroundResult { [engines, ear] in
            let encoder = try engines.encoder(ear.weights)
            // The first sound takes longer, because the net plans its matrix products then.
            _ = encoder.frames(of: [])
            return encoder
        }
        let names = letterNames
        let search = try engines.search(grammar, ear.search, letterSounds)
        let model = try answerModel()
        let net = try encoder.take()
        let evidence = AnswerEvidence(
            grammar: grammar, names: names, homophones: homophones, tokens: net.tokens,
            model: model,
            setting: { mapper.setting(in: $0, ofForm: true) })
        let emphasis = profile?.card.emphasis ?? 0
        return LetterListener(
            encoder: emphasis == 0 ? net : EmphasisingEncoder(net, coefficient: emphasis),
            search: search, grammar: grammar, evidence: evidence, mapper: mapper,
            thresholds: thresholds, beside: try beside?(),
            remembersLetters: ear.remembersLetters)
    }

    /// A reader of stored output of a net with these tokens.
    ///
    /// - Parameter searching: whether the reader can search for words itself.
    /// - Throws: an error if the search or the answer model cannot be opened.
    package func makeReader(tokens: [String], searching: Bool) throws -> FrameReader {
        let names = letterNames
        return FrameReader(
            search: searching ? try engines.search(grammar, ear.search, letterSounds) : NoSearch(),
            grammar: grammar,
            evidence: AnswerEvidence(
                grammar: grammar, names: names, homophones: homophones, tokens: tokens,
                model: try answerModel()),
            mapper: mapper)
    }

    /// The weights of the decision.
    package func answerModel() throws -> AnswerModel {
        try profile?.answers ?? AnswerModel(contentsOf: ear.answers)
    }
}

/// A search that finds nothing, for a reader whose words are already known.
private final class NoSearch: WordSearching {
    func words(in frames: TokenFrames) -> [FoundWord] { [] }
}
