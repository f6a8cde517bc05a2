internal import LetterSpeech

/// The network of talk: everyday words, words that are no answers, and the answers themselves, in
/// any order.
///
/// A letter is as likely in it as in a reading of letters; so what it gains on the answers found in
/// a stretch of speech is what those words explain better.
struct TalkNetwork {
    static let search = "talk"
    /// What a word costs that is no answer, in nats.
    static let cost = 10.0
    /// How unlikely a path may be, beside the best, that is followed. With 1e-60 the search takes
    /// four times as long.
    static let beam = 1e-40

    let network: GrammarNetwork
    /// What each word costs, in nats; none for the answers.
    let costs: [String: Double]

    init(_ grammar: ListeningGrammar) {
        let answers = grammar.letters.isEmpty ? grammar.directions : grammar.letters
        let others = grammar.everyday.union(grammar.others).subtracting(answers)
        network = GrammarNetwork(loopOf: answers.union(others))
        costs = Dictionary(uniqueKeysWithValues: others.map { ($0, Self.cost) })
    }
}
