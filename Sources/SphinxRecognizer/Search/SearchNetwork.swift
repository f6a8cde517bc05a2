internal import LetterSpeech

/// A network of words, and where in it silence and noise may be heard.
struct SearchNetwork {
    /// A step of silence or noise from one state to another, or to itself.
    struct Silence {
        var from: Int
        var to: Int
    }

    let network: GrammarNetwork
    let silences: [Silence]
}

extension SearchNetwork {
    /// Silence and noise before and after every word, which change nothing of what may follow.
    init(_ network: GrammarNetwork) {
        let following = Dictionary(grouping: network.arcs, by: \.from)
        self.init(
            network: network,
            silences: (0..<network.stateCount)
                .filter { Self.isWordNext(following[$0] ?? []) }
                .map { Silence(from: $0, to: $0) })
    }

    /// Whether silence may be heard where these steps lead on.
    ///
    /// PocketSphinx would add it to every state. Where only silent steps lead on, it is heard
    /// behind these as well, and each end of it would be kept once more for every step.
    static func isWordNext(_ steps: [GrammarNetwork.Arc]) -> Bool {
        steps.isEmpty || steps.contains { $0.word != nil }
    }
}
