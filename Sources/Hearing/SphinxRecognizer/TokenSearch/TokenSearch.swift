package import Acuity
package import Grammar
package import Recognition

/// Finds words of a grammar in the tokens of a net: PocketSphinx's search, with the net's scores
/// instead of those of an acoustic model. Not thread-safe: one owner.
///
/// It finds only words of the grammar. A word is found by its phones as the dictionary has them,
/// and one that names a letter by the letter's own token as well. Anything else is talk.
package final class TokenSearch: WordSearching {
    /// The part of the grammar to search.
    package enum Scope: String, CaseIterable, Sendable {
        /// The public rule of the grammar: several answers in a breath.
        case utterance
        /// The rule `answer`: one at most.
        case answer
        /// The rule `letter`, any number of times, and no talk.
        case letters
    }

    /// The cost of every word, in nats. A letter may follow itself without a blank between. The
    /// tokens of a net are then the same as for a single letter, and this cost makes it a single
    /// one.
    static let wordCost = 0.125
    /// The cost of a stretch of talk, in nats, besides its phones (`TalkPath.phoneCost`).
    static let talkCost = 1.0
    /// The beam of a scope. If several answers are allowed, the best path is nearly always the best
    /// so far, and a narrow beam suffices. Scopes that allow less than was said need a wider beam.
    /// On 100 artificial sounds with false tokens, both give the same results as a search without a
    /// beam, but the narrow one would change 8 of 100 results of the other scopes.
    static func beam(_ scope: Scope) -> TokenDecoder.Beam {
        scope == .utterance ? .init(inWord: 25, wordEnd: 15) : .init(inWord: 40, wordEnd: 30)
    }

    private let decoder: TokenDecoder
    private let model: TokenModel
    /// The pronunciations, by their names in the decoder's dictionary.
    private let said: [String: Way]
    /// The tokens that some word has.
    private let known: Set<String>
    private var networks: [Scope: TokenNetwork] = [:]
    /// The graphs of the words that join into phrases.
    private let phrases: [WordGraph]
    /// The networks that are searched without a beam if it loses the way to the end.
    private var exact: Set<Scope> = []

    /// A way to say a word.
    private struct Way {
        var word: String
        var tokens: [String]
    }

    /// Opens the token model and makes a search for each scope.
    ///
    /// - Parameters:
    ///   - folder: the folder of the token model, models/ear-search.
    ///   - grammar: the words and sentences to find.
    ///   - letters: the letter of each word that names one: "dee" is D, "zee" and "zed" are Z.
    ///   - costs: additional costs of words, in nats; 0 for words that are not listed.
    package convenience init(
        model folder: String, grammar: ListeningGrammar, letters: [String: Letter],
        costs: [String: Double] = [:]
    ) throws(SphinxError) {
        try self.init(
            model: folder, grammar: grammar, letters: letters, costs: costs, beam: Self.beam(_:))
    }

    /// A search with its own beams.
    init(
        model folder: String, grammar: ListeningGrammar, letters: [String: Letter],
        costs: [String: Double],
        beam: (Scope) -> TokenDecoder.Beam?
    ) throws(SphinxError) {
        let model = try TokenModel(folder: folder)
        let decoder = try TokenDecoder.start(model: folder)
        var said: [String: Way] = [:]
        var ways: [String: [String]] = [:]
        let pronunciations = SpokenTokens.ways(in: grammar, letters: letters)
        for (word, variants) in pronunciations.sorted(by: { $0.key < $1.key }) {
            for (number, tokens) in variants.enumerated() {
                // The model has one word for each letter; other words for it are added.
                var name = TokenDecoder.letterName(tokens) ?? ""
                if name.isEmpty || said[name] != nil {
                    name = "\(word)#\(number)"
                    try decoder.add(name: name, phones: tokens.map { TokenModel.phone(for: $0) })
                }
                said[name] = Way(word: word, tokens: tokens)
                ways[word, default: []].append(name)
            }
        }
        let utterance = WordGraph(grammar.utterance.network.withStatesMerged).reduced()
        let answer = WordGraph(grammar.answer.network.withStatesMerged).reduced()
        var graphs: [Scope: WordGraph] = [.utterance: utterance, .answer: answer]
        if !grammar.letters.isEmpty {
            graphs[.letters] = WordGraph(GrammarNetwork(loopOf: grammar.letters))
        }
        for scope in Scope.allCases {
            guard let graph = graphs[scope] else { continue }
            let network = TokenNetwork(graph, ways: ways, hearsTalk: scope != .letters) {
                Self.wordCost + (costs[$0] ?? grammar.costs[$0] ?? 0)
            }
            networks[scope] = network
            try decoder.setSearch(
                named: scope.rawValue, network, beam: beam(scope), talkCost: Self.talkCost)
        }
        self.said = said
        known = Set(said.values.flatMap(\.tokens))
        phrases = [answer] + (grammar.talk.map { [WordGraph($0.network)] } ?? [])
        self.decoder = decoder
        self.model = model
    }

    /// The best reading of the frames under the public rule of the grammar, phrases as one word.
    package func words(in scores: TokenFrames) throws(SphinxError) -> [FoundWord] {
        try reading(of: scores).phrases
    }

    /// The best reading of the frames, and its probability.
    ///
    /// - Parameter scope: the part to search. If the grammar has no letters, `letters` finds
    ///   nothing.
    package func reading(
        of whole: TokenFrames, as scope: Scope = .utterance
    ) throws(SphinxError) -> TokenReading {
        guard whole.frames > 0, networks[scope] != nil else {
            return TokenReading(words: [], phrases: [], score: 0)
        }
        let places = Dictionary(
            whole.tokens.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        guard let blank = places[TokenFrames.blank] else {
            throw .decoding(reason: "the tokens have no blank")
        }
        let sparse = SparseFrames(whole, blank: blank)
        let sound = sparse.sound
        // A letter that the grammar does not have is talk, as any sound is.
        let talk = TalkPath(
            sound,
            tokens: sound.tokens.indices.filter { place in
                let token = sound.tokens[place]
                return place != blank
                    && (token.first?.isLowercase == true || !known.contains(token))
            }, blank: blank)
        let owners = Dictionary(
            sound.tokens.map { (TokenModel.phone(for: $0), $0) },
            uniquingKeysWith: { first, _ in first })
        let tokens = model.phones.map { phone -> Int? in
            phone == TokenModel.silence ? blank : owners[phone].flatMap { places[$0] }
        }
        for (phone, token) in zip(model.phones, tokens)
        where token == nil && phone != TokenModel.talk {
            throw .decoding(reason: "the tokens lack \(phone)")
        }
        let scores = TokenScores(sound, tokens: tokens, blank: blank, talk: talk.scores)
        guard let path = try path(of: scores, scope) else {
            throw .decoding(reason: "no path through \(scope.rawValue)")
        }
        let words = path.segments.compactMap { segment in
            found(segment, in: sound, places, blank: blank, talk).map {
                FoundWord(word: $0.word, tokens: $0.tokens, frames: sparse.whole($0.frames))
            }
        }
        return TokenReading(
            words: words, phrases: joined(words), score: scores.nats(of: path.score))
    }

    private func path(
        of scores: TokenScores, _ scope: Scope
    ) throws(SphinxError) -> TokenDecoder.Path? {
        if let path = try decoder.decode(scores, search: scope.rawValue) { return path }
        let name = scope.rawValue + ", exact"
        if let network = networks[scope], exact.insert(scope).inserted {
            try decoder.setSearch(named: name, network, beam: nil, talkCost: Self.talkCost)
        }
        return try decoder.decode(scores, search: name)
    }
}

extension TokenSearch {
    /// A segment as a word; nil for talk in which nothing is said.
    private func found(
        _ segment: TokenDecoder.Segment, in sound: TokenFrames, _ places: [String: Int],
        blank: Int, _ talk: TalkPath
    ) -> FoundWord? {
        guard segment.name != TokenDecoder.talk else {
            let phones = talk.phones.filter { $0.frames.overlaps(segment.frames) }
            guard let first = phones.first, let last = phones.last else { return nil }
            return FoundWord(
                word: FoundWord.talk, tokens: phones.map { sound.tokens[$0.token] },
                frames: (first.frames.lowerBound...last.frames.upperBound)
                    .clamped(to: segment.frames))
        }
        guard let way = said[segment.name] else { return nil }
        // The first token begins the segment, since blanks belong to the token before them.
        let place = way.tokens.last.flatMap { places[$0] } ?? blank
        let least = segment.frames.lowerBound + max(0, way.tokens.count - 1)
        let rest = least...segment.frames.upperBound
        let end =
            rest.last { sound[$0, place] > sound[$0, blank] }
            ?? rest.max { sound[$0, place] < sound[$1, place] } ?? least
        return FoundWord(
            word: way.word, tokens: way.tokens, frames: segment.frames.lowerBound...end)
    }

    /// Joins words that form one answer or talk of the grammar; at each place the longest match
    /// counts. Leaves out speech between them that is not a word of the grammar.
    private func joined(_ words: [FoundWord]) -> [FoundWord] {
        var joined: [FoundWord] = []
        var rest = words[...]
        while let first = rest.first {
            let said = rest.filter { !$0.isFiller }.map(\.word)
            let length = phrases.compactMap { $0.longestSentence(in: said) }.max() ?? 1
            guard !first.isFiller, length > 1 else {
                joined.append(first)
                rest = rest.dropFirst()
                continue
            }
            var part: [FoundWord] = []
            while part.count < length, let word = rest.popFirst() {
                if !word.isFiller { part.append(word) }
            }
            joined.append(
                FoundWord(
                    word: part.map(\.word).joined(separator: " "),
                    tokens: part.flatMap(\.tokens),
                    frames: first.frames.lowerBound...(part.last ?? first).frames.upperBound))
        }
        return joined
    }
}
