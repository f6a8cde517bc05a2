internal import Audio
public import LetterSpeech

/// PocketSphinx held to a grammar of letter names and commands.
///
/// Each stretch of speech is brought to one level, freed of the mean that this session has learnt,
/// and decoded; then every answer found whose sureness counts is put to the question: the same
/// sound is decoded again with that answer at a penalty, and how much worse the next best does is
/// its margin. How well every word explains the sound is told by a second acoustic model, which was
/// trained to tell letters apart but finds words in a breath less well. Not thread-safe: one owner.
public final class SphinxRecognizer: Recognizing {
    /// What a questioned answer has to overcome, in nats: no more than the beams leave alive.
    static let penalty = Evidence.mostMargin
    /// How unlikely a path may be that is followed when an answer is questioned: what counts there
    /// is no further than `penalty` behind the best at the end. With 1e-80, as the other searches
    /// have it, 1,196 recordings were heard as the same, and 3 of 1,700 words as surer or less sure
    /// by more than 0.01.
    static let questionBeam = 1e-60
    /// How many frames around the speech are decoded with it.
    static let context = 10
    /// How many frames around an answer are decoded with it when it is questioned.
    static let spanMargin = 3
    /// PocketSphinx's score unit in nats: its log base is 1.0001, its scores are shifted by 10
    /// bits.
    static let scoreUnit = 1024 * 0.000_099_995

    /// How many Gaussians of a codebook count in a frame where words are found: as many as
    /// PocketSphinx takes (`-topn`).
    static let findingBest = 4
    /// How many where they are compared. The model was trained with all; 4 lose 2.5 % of 249
    /// letters.
    private static let judgingBest = 8

    static let breathSearch = "several answers"
    static let answerSearch = "one answer"

    let decoder: SphinxDecoder
    /// Scores the sounds among which the words are found.
    let finder: SenoneScorer
    /// Scores the sounds by which the words found are compared; nil if by those of `finder`.
    let judge: SenoneScorer?
    /// Scores the words that each are an answer alone.
    let wordScorer: WordScorer
    let configuration: SphinxConfiguration
    let costs: [String: Double]
    let contexts: LeftContexts
    private let owners: [PhoneInventory.Owner]
    private var votes: PhoneVotes?
    private var mean = CepstralMean()
    var questions = RecentSearches()
    var last: Stretch?
    /// Scores the sounds among which talk is searched; nil until it is asked for.
    var talkScorer: SenoneScorer?
    /// Whether letters alone have been asked for, and are searched.
    var searchesLetters = false

    /// A recogniser that is ready to hear.
    ///
    /// - Throws: `SphinxError` where an acoustic model is not there, damaged or of a kind that
    ///   cannot be used, and where a word or a grammar cannot be taken.
    public init(_ configuration: SphinxConfiguration) throws {
        let grammar = configuration.grammar
        let model = try AcousticModel(configuration.model)
        decoder = try SphinxDecoder.start(model: configuration.model, tuning: configuration.tuning)
        for entry in grammar.pronunciations {
            try decoder.add(word: entry.word, phones: entry.phones)
        }
        costs = Self.costs(of: grammar, configuration)
        let alone = grammar.answer.words.filter { grammar.answer.network.accepts([$0]) }
        let scoringModel =
            if let path = configuration.scoringModel, path != configuration.model {
                try AcousticModel(path)
            } else {
                model
            }
        wordScorer = try WordScorer(
            model: scoringModel, words: grammar.letters.union(alone).sorted(),
            pairs: grammar.diagonals.map { ($0.first, $0.second) },
            pronunciations: grammar.pronunciations + grammar.accents)
        var found = model.inventory.senones(of: grammar.pronunciations.map(\.phones))
        if scoringModel.folder != model.folder {
            judge = try SenoneScorer(
                scoringModel, best: Self.judgingBest, senones: wordScorer.senones)
        } else {
            judge = nil
            found.formUnion(wordScorer.senones)
        }
        finder = try SenoneScorer(model, best: Self.findingBest, senones: found)
        self.configuration = configuration
        contexts = LeftContexts(grammar.pronunciations)
        owners = model.inventory.senoneOwners()
        try decoder.setSearch(
            named: Self.breathSearch,
            contexts.split(grammar.breath.network.withoutSkips.withStatesMerged), costs: costs)
        try decoder.setSearch(
            named: Self.answerSearch, SearchNetwork(grammar.answer.network.withStatesMerged),
            costs: costs)
    }

    /// What each word costs beside the name of a letter that may be on the chart.
    private static func costs(of grammar: ListeningGrammar, _ configuration: SphinxConfiguration)
        -> [String: Double]
    {
        var costs: [String: Double] = [:]
        let beginTalk = grammar.talk?.network.firstWords ?? []
        let beginAnswers = grammar.answer.network.firstWords
        // Before a test there are only commands, of words that mean nothing by themselves: "eight
        // feet".
        let isSetting = grammar.letters.isEmpty && grammar.directions.isEmpty
        for word in grammar.offChart { costs[word] = configuration.offChartCost }
        for word in grammar.breath.words.union(grammar.answer.words).subtracting(grammar.letters) {
            if grammar.codeWords.contains(word) {
                costs[word] = configuration.codeWordCost
            } else if grammar.directions.contains(word) {
                costs[word] = configuration.directionCost
            } else if grammar.others.contains(word),
                !(isSetting && grammar.commands.contains(word))
            {
                costs[word] = configuration.otherCost
            } else if !grammar.commands.contains(word) {
                // Words that no phrase begins with cost nothing: "a" and "an" only follow.
                costs[word] = beginTalk.contains(word) ? configuration.talkCost : 0
            } else if grammar.answer.network.accepts([word]) {
                costs[word] = configuration.commandCost
            } else {
                // A command of several words shares the cost among its first two; the rest follow.
                costs[word] = beginAnswers.contains(word) ? configuration.commandCost / 2 : 0
            }
        }
        // Costs are those beside a letter. A diagonal is two words: what it costs beside one word
        // must not be more than what its second word explains.
        guard !grammar.diagonals.isEmpty else { return costs }
        return costs.mapValues { max(0, $0 - configuration.commandCost) }
    }

    public func hear(
        _ samples: [Float], features: SoundFeatures?, phones: PhoneLikelihoods?, learning: Bool,
        confidenceCounts counts: (_ word: String, _ words: Int) -> Bool
    ) throws -> [HeardWord] {
        last = nil
        let speech = features?.isSpeech ?? Self.speechFrames(samples)
        guard let first = speech.firstIndex(of: true), let end = speech.lastIndex(of: true) else {
            return []
        }
        let raw =
            try features.map { Cepstra(values: $0.values) }
            ?? decoder.cepstra(Conditioning.condition(samples))
        if learning { mean.learn(raw, speech: speech) }
        let cepstra = raw.subtracting(mean.value)
        let seconds = Double(end - first + 1) / Cepstra.frameRate
        let from = max(0, first - Self.context)
        let to = min(cepstra.frames - 1, end + Self.context)
        // A sound of one frame may have none of cepstra, whose frames are a little longer.
        guard from <= to else { return [] }
        let span = cepstra.slice(from...to)
        let told = phones?.slice(from...to)
        let sounds = finder.scores(of: span)
        let scores = weighed(sounds, with: told)
        guard let (hearing, search) = try search(scores, seconds: seconds) else { return [] }
        last = Stretch(
            cepstra: span, phones: told, first: from, speech: first - from...end - from,
            search: search, score: hearing.path.score)
        return try answers(
            in: hearing, of: span, sounds, from: from, speech: first - from...end - from,
            confidenceCounts: counts)
    }

    /// Acoustic scores with what a second opinion makes of the phones, if it knows those of the
    /// model.
    ///
    /// - Parameter scores: changed in their place where they are not needed any more.
    func weighed(
        _ scores: consuming SenoneScores, with phones: PhoneLikelihoods?
    ) -> SenoneScores {
        guard let phones, phones.frames > 0 else { return scores }
        if votes?.phones != phones.phones { votes = PhoneVotes(owners, phones: phones.phones) }
        guard let votes else { return scores }
        votes.add(phones, to: &scores)
        return scores
    }

    public func hearOneAnswer(
        confidenceCounts counts: (_ word: String, _ words: Int) -> Bool
    ) throws -> HeardWord? {
        guard let stretch = last else { return nil }
        return try hear(stretch, by: Self.answerSearch, confidenceCounts: counts)?.words.first
    }

    /// What another search finds in a stretch that was heard, and how well it explains it, in
    /// PocketSphinx's units; nil where it finds no way to its end.
    func hear(
        _ stretch: Stretch, by search: String,
        confidenceCounts counts: (_ word: String, _ words: Int) -> Bool
    ) throws -> (words: [HeardWord], score: Int)? {
        let sounds = finder.scores(of: stretch.cepstra)
        let scores = weighed(sounds, with: stretch.phones)
        guard let hearing = try decode(scores, search: search) else { return nil }
        let words = try answers(
            in: hearing, of: stretch.cepstra, sounds, from: stretch.first, speech: stretch.speech,
            confidenceCounts: counts)
        return (words, hearing.path.score)
    }

    @discardableResult
    public func attune(to samples: [Float]) throws -> SoundFeatures? {
        let cepstra = try decoder.cepstra(Conditioning.condition(samples))
        let speech = Self.speechFrames(samples)
        mean.learn(cepstra, speech: speech)
        return SoundFeatures(values: cepstra.values, isSpeech: speech)
    }

    public func forgetSession() { mean = CepstralMean() }

    /// The features that a recording would be decoded by, whole: conditioned, and freed of the mean
    /// of the session. What an acoustic model that hears this recogniser's way is trained on.
    ///
    /// - Returns: frame after frame, 13 cepstral coefficients each, 100 frames a second.
    public func features(of samples: [Float]) throws -> [Float] {
        try decoder.cepstra(Conditioning.condition(samples)).subtracting(mean.value).values
    }

    private static func speechFrames(_ samples: [Float]) -> [Bool] {
        let levels = SpeechLevels(of: samples).values
        guard let peak = levels.max(), let noise = SpeechThreshold.noise(of: levels) else {
            return []
        }
        let threshold = SpeechThreshold.level(peak: peak, noise: noise)
        return levels.map { $0 > threshold }
    }

    /// A path and the acoustic scores that it was found in.
    struct Hearing {
        var path: SphinxDecoder.Path
        var scores: SenoneScores
    }

    /// What was heard last.
    struct Stretch {
        var cepstra: Cepstra
        /// What a second opinion made of the phones in it.
        var phones: PhoneLikelihoods?
        /// The first frame of the cepstra in the whole sound.
        var first: Int
        /// Which frames of the cepstra are speech.
        var speech: ClosedRange<Int>
        /// The search by which its answers were found.
        var search: String
        /// How well they explain it, less what they cost, in PocketSphinx's units.
        var score: Int
    }

    func decode(
        _ scores: SenoneScores, search: String, allStates: Bool = false
    ) throws -> Hearing? {
        try decoder.decode(scores, search: search, allStates: allStates).map {
            Hearing(path: $0, scores: scores)
        }
    }

    func phrases(in hearing: Hearing) -> [SpokenPhrase] {
        let grammar = configuration.grammar
        let phrases = SpokenPhrase.phrases(
            in: hearing.path.segments,
            of: [grammar.answer.network] + (grammar.talk.map { [$0.network] } ?? []))
        return grammar.talk.map { $0.network.takingArticles(in: phrases) } ?? phrases
    }
}
