internal import Audio
public import LetterSpeech

/// PocketSphinx held to a grammar of letter names and commands.
///
/// Each stretch of speech is brought to one level, freed of the mean that this session has learnt,
/// and decoded; then every answer found is put to the question: the same sound is decoded again
/// with that answer at a penalty, and how much worse the next best does is its margin.
/// How well every word explains the sound is told by a second acoustic model, which was trained to
/// tell letters apart but finds words in a breath less well.
/// Not thread-safe: one owner.
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
    /// PocketSphinx's score unit in nats: its log base is 1.0001, its scores are shifted by 10 bits.
    static let scoreUnit = 1024 * 0.000_099_995

    /// How many Gaussians of a codebook count in a frame where words are found: as many as
    /// PocketSphinx takes (`-topn`).
    static let findingBest = 4
    /// How many where they are compared. The model was trained with all; 4 lose 2.5 % of 249 letters.
    private static let judgingBest = 8

    private static let breathSearch = "several answers"
    private static let answerSearch = "one answer"

    let decoder: SphinxDecoder
    /// Scores the sounds among which the words are found.
    let finder: SenoneScorer
    /// Scores the sounds by which the words found are compared; nil if by those of `finder`.
    private let judge: SenoneScorer?
    /// Scores the words that each are an answer alone.
    private let wordScorer: WordScorer
    let configuration: SphinxConfiguration
    let costs: [String: Double]
    private let owners: [PhoneInventory.Owner]
    private var votes: PhoneVotes?
    private var mean = CepstralMean()
    private var questions = RecentSearches()
    var last: Stretch?
    /// Scores the sounds among which talk is searched; nil until it is asked for.
    var talkScorer: SenoneScorer?

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
            pronunciations: grammar.pronunciations)
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
        owners = model.inventory.senoneOwners()
        try decoder.setSearch(
            named: Self.breathSearch, network: grammar.breath.network.withoutSkips, costs: costs)
        try decoder.setSearch(
            named: Self.answerSearch, network: grammar.answer.network, costs: costs)
    }

    /// What each word costs beside the name of a letter that may be on the chart.
    private static func costs(of grammar: ListeningGrammar, _ configuration: SphinxConfiguration)
        -> [String: Double]
    {
        var costs: [String: Double] = [:]
        // Before a test there are only commands, of words that mean nothing by themselves: "eight feet".
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
                costs[word] = configuration.talkCost
            } else if grammar.answer.network.accepts([word]) {
                costs[word] = configuration.commandCost
            } else {
                // A command of several words shares the cost among them.
                costs[word] = configuration.commandCost / 2
            }
        }
        // Costs are those beside a letter. A diagonal is two words: what it costs beside one word
        // must not be more than what its second word explains.
        guard !grammar.diagonals.isEmpty else { return costs }
        return costs.mapValues { max(0, $0 - configuration.commandCost) }
    }

    public func hear(_ samples: [Float], phones: PhoneLikelihoods?, learning: Bool) throws
        -> [HeardWord]
    {
        last = nil
        let speech = Self.speechFrames(samples)
        guard let first = speech.firstIndex(of: true), let end = speech.lastIndex(of: true) else {
            return []
        }
        let raw = try decoder.cepstra(Conditioning.condition(samples))
        if learning { mean.learn(raw, speech: speech) }
        let cepstra = raw.subtracting(mean.value)
        let one = Double(end - first + 1) / Cepstra.frameRate <= configuration.oneAnswer
        let from = max(0, first - Self.context)
        let to = min(cepstra.frames - 1, end + Self.context)
        // A sound of one frame may have none of cepstra, whose frames are a little longer.
        guard from <= to else { return [] }
        let span = cepstra.slice(from...to)
        let told = phones?.slice(from...to)
        let sounds = finder.scores(of: span)
        let scores = weighed(sounds, with: told)
        guard var hearing = try decode(scores, search: one ? Self.answerSearch : Self.breathSearch)
        else { return [] }
        // What was searched for several answers and held one is searched for one: the beams were
        // taken up with what might have followed.
        if !one, phrases(in: hearing).count == 1,
            let alone = try decode(scores, search: Self.answerSearch)
        {
            hearing = alone
        }
        last = Stretch(
            cepstra: span, phones: told, speechFrames: end - first + 1,
            search: one || phrases(in: hearing).count == 1 ? Self.answerSearch : Self.breathSearch)
        return try answers(in: hearing, of: span, sounds, from: from)
    }

    /// Acoustic scores with what a second opinion makes of the phones, if it knows those of the model.
    func weighed(_ scores: SenoneScores, with phones: PhoneLikelihoods?) -> SenoneScores {
        guard let phones, phones.frames > 0 else { return scores }
        if votes?.phones != phones.phones { votes = PhoneVotes(owners, phones: phones.phones) }
        guard let votes else { return scores }
        var weighed = scores
        votes.add(phones, to: &weighed)
        return weighed
    }

    public func attune(to samples: [Float]) throws {
        mean.learn(
            try decoder.cepstra(Conditioning.condition(samples)),
            speech: Self.speechFrames(samples))
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
        var energy = SpeechEnergy()
        let levels = energy.take(samples)
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
        /// How many frames of it are speech, 1 and up.
        var speechFrames: Int
        /// The search by which its answers were found.
        var search: String
    }

    func decode(_ scores: SenoneScores, search: String) throws -> Hearing? {
        try decoder.decode(scores, search: search).map { Hearing(path: $0, scores: scores) }
    }

    func phrases(in hearing: Hearing) -> [SpokenPhrase] {
        let grammar = configuration.grammar
        return SpokenPhrase.phrases(
            in: hearing.path.segments,
            of: [grammar.answer.network] + (grammar.talk.map { [$0.network] } ?? []))
    }

    /// The answers of a hearing, each with the time it takes and how sure it is.
    ///
    /// - Parameter plain: the scores of the sounds by the model that finds words, alone.
    private func answers(
        in hearing: Hearing, of cepstra: Cepstra, _ plain: SenoneScores, from first: Int
    ) throws -> [HeardWord] {
        let phrases = phrases(in: hearing)
        let talk = configuration.grammar.talk?.network
        guard !phrases.isEmpty else { return [] }
        let sounds = judge?.scores(of: cepstra) ?? plain
        if let diagonal = diagonal(in: phrases, of: sounds, from: first) { return [diagonal] }
        return try phrases.filter { talk?.accepts($0.words) != true }.map { phrase in
            let start = Double(first + phrase.frames.lowerBound) / Cepstra.frameRate
            let end = Double(first + phrase.frames.upperBound + 1) / Cepstra.frameRate
            let evidence =
                phrases.count == 1
                ? try question(only: phrase, in: hearing, plain)
                : try question(phrase, alone: hearing.scores)
            let own = phrases.count == 1 ? sounds : sounds.slice(Self.surroundings(of: phrase))
            let scored = wordScorer.scores(of: own)
            let command =
                phrases.count == 1 ? try command(scored?.words.first, in: plain) : nil
            return HeardWord(
                command ?? name(of: phrase), time: start...end, confidence: evidence.confidence,
                scores: scored?.words ?? [], fit: scored?.fit ?? evidence.fit)
        }
    }

    /// The command that the models alone find where they also score it best of all words.
    ///
    /// "Pass" and S have their longest sound in common, and phones that were told weigh each sound
    /// alike: so a command is not outvoted in silence, but left to what weighs all that is known.
    private func command(_ best: WordScore?, in plain: SenoneScores) throws -> String? {
        guard let best, configuration.grammar.commands.contains(best.word),
            let alone = try decode(plain, search: Self.answerSearch)
        else { return nil }
        let found = phrases(in: alone)
        return found.count == 1 && found[0].words == [best.word] ? best.word : nil
    }

    /// The diagonal that a stretch of sound names as a whole, if it does; of one that may, how little
    /// that is sure.
    ///
    /// A search finds "left" in "up left" and takes the rest for a breath. So the whole sound is
    /// held against each diagonal.
    private func diagonal(
        in phrases: [SpokenPhrase], of sounds: SenoneScores, from first: Int
    ) -> HeardWord? {
        let grammar = configuration.grammar
        guard !grammar.diagonals.isEmpty else { return nil }
        let said = phrases.filter { grammar.talk?.network.accepts($0.words) != true }
        guard let start = said.first?.frames.lowerBound, let end = said.last?.frames.upperBound,
            said.allSatisfy({ $0.words.count == 1 || grammar.isDiagonal($0.words) })
        else { return nil }
        let own =
            said.count == phrases.count
            ? sounds : sounds.slice(start - Self.spanMargin...end + Self.spanMargin)
        guard let scored = wordScorer.scores(of: own),
            let verdict = DiagonalVerdict(scored.words, fit: scored.fit)
        else { return nil }
        let time =
            Double(first + start) / Cepstra.frameRate...Double(first + end + 1) / Cepstra.frameRate
        return HeardWord(
            verdict.words, time: time, confidence: verdict.confidence, scores: scored.words,
            fit: scored.fit)
    }

    /// How a phrase is told: a word that is no answer stands in brackets, as silence and noise do.
    private func name(of phrase: SpokenPhrase) -> String {
        let text = phrase.words.joined(separator: " ")
        return phrase.words.count == 1 && configuration.grammar.others.contains(text)
            ? "<\(text)>" : text
    }

    /// The frames of a phrase, with some of what lies around it.
    private static func surroundings(of phrase: SpokenPhrase) -> ClosedRange<Int> {
        phrase.frames.lowerBound - spanMargin...phrase.frames.upperBound + spanMargin
    }

    /// Puts one of several answers in a breath to the question: it is decoded alone.
    private func question(_ phrase: SpokenPhrase, alone scores: SenoneScores) throws -> Evidence {
        let own = scores.slice(Self.surroundings(of: phrase))
        let nothing = Evidence(margin: -Evidence.mostMargin, fit: 10)
        guard let alone = try decode(own, search: Self.answerSearch) else { return nothing }
        let winners = phrases(in: alone)
        guard winners.count == 1 else { return nothing }
        var evidence = try question(winners[0], in: alone)
        if winners[0].words != phrase.words { evidence.margin = -evidence.margin }
        return evidence
    }

    /// Puts the one answer of a stretch of speech to the question.
    ///
    /// How sure an answer of several words is, is told by this evidence alone, which was fitted to
    /// what the models tell by themselves; so it is sought there, if they find such an answer, too.
    private func question(
        only phrase: SpokenPhrase, in hearing: Hearing, _ plain: SenoneScores
    ) throws -> Evidence {
        if phrase.words.count > 1, let alone = try decode(plain, search: Self.answerSearch) {
            let found = phrases(in: alone)
            if found.count == 1, found[0].words.count > 1 {
                return try question(found[0], in: alone)
            }
        }
        return try question(phrase, in: hearing)
    }

    /// Puts the one answer of a hearing to the question: what would be heard if it were unlikely?
    private func question(_ phrase: SpokenPhrase, in hearing: Hearing) throws -> Evidence {
        let words = Set(phrase.words)
        let name = words.sorted().joined(separator: " ")
        let (isNew, forgotten) = questions.use(name)
        if let forgotten { decoder.removeSearch(named: forgotten) }
        if isNew {
            let penalties = words.map { ($0, Self.penalty / Double(words.count)) }
            try decoder.setSearch(
                named: name, network: configuration.grammar.answer.network,
                costs: costs.merging(penalties) { $0 + $1 }, beam: Self.questionBeam)
        }
        let other = try decoder.decode(hearing.scores, search: name)?.score
        let loss = other.map { Double(hearing.path.score - $0) * Self.scoreUnit } ?? Self.penalty
        return Evidence(
            margin: loss,
            fit: Double(-hearing.path.score) * Self.scoreUnit / Double(hearing.scores.frames))
    }
}
