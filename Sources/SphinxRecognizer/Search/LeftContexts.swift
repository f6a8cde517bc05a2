internal import LetterSpeech

/// What was said before a word, told apart as far as a search needs it.
///
/// How a sound is modelled depends on the one before. PocketSphinx means to give the first sound of
/// a word a model for each sound that may come before it, but takes that of the first of them, in
/// the order of the model's phones, for all: where it looks whether a model is there already, it
/// takes any other for it (`psubtree_add_trans` in its `fsg_lextree.c`). Left to itself, it models
/// every word of a breath, whatever was said, as following the last sound of "papa". So every state
/// of a network is split into one for each of a few groups of phones that may come before it, and
/// words that follow silence follow it alone.
struct LeftContexts {
    /// Phones that words end with and that are one context; all others are one more. 14 of the 26
    /// letters' names end with one of these.
    ///
    /// Of 3,011 letters that 74 people spell, of whom the models have learnt, 93.2 % are right
    /// without, 93.6 with this, 93.8 with a group for each phone, 93.7 with two more (nasals and L;
    /// S, F, V and stops), 93.2 with silence alone told apart; of 1,600 letters in lines of
    /// people's own 1,296, 1,327, 1,292, 1,291 and 1,331, and 28, 35, 34, 31 and 35 are wrong.
    private static let groups: [Set<String>] = [["IY", "EY", "AY"]]
    /// The group of silence, which is also that of nothing.
    private static let silence = groups.count + 1

    /// The group that each word ends with.
    private let groups: [String: Int]

    /// - Parameter pronunciations: of all words, how each is said.
    init(_ pronunciations: [(word: String, phones: [String])]) {
        groups = Dictionary(
            pronunciations.map { word, phones in
                let group = Self.groups.firstIndex { $0.contains(phones.last ?? "") }
                return (word, group ?? Self.groups.count)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The same sentences, in states that are reached from words of one group each.
    func split(_ network: GrammarNetwork) -> SearchNetwork {
        let following = Dictionary(grouping: network.arcs, by: \.from)
        var places: [Place] = []
        var numbers: [Place: Int] = [:]
        func number(_ place: Place) -> Int {
            if let known = numbers[place] { return known }
            numbers[place] = places.count
            places.append(place)
            return places.count - 1
        }
        let start = number(Place(state: network.start, group: Self.silence))
        var arcs: [GrammarNetwork.Arc] = []
        var silences: [SearchNetwork.Silence] = []
        var ends: [Int] = []
        var next = 0
        while next < places.count {
            let place = places[next]
            if place.state == network.final { ends.append(next) }
            let steps = following[place.state] ?? []
            for step in steps {
                let group = step.word.map { groups[$0] ?? Self.groups.count } ?? place.group
                let to = number(Place(state: step.to, group: group))
                arcs.append(.init(from: next, to: to, word: step.word, weight: step.weight))
            }
            if SearchNetwork.isWordNext(steps) {
                let quiet = number(Place(state: place.state, group: Self.silence))
                silences.append(SearchNetwork.Silence(from: next, to: quiet))
            }
            next += 1
        }
        let final = places.count
        arcs += ends.map { .init(from: $0, to: final, word: nil, weight: 1) }
        return SearchNetwork(
            network: GrammarNetwork(
                stateCount: final + 1, start: start, final: final, arcs: arcs),
            silences: silences)
    }

    /// A state of the network, reached from words of one group.
    private struct Place: Hashable {
        var state: Int
        var group: Int
    }
}
