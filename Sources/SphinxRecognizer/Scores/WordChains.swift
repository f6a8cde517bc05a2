/// The states of an acoustic model that many words are said in, as chains one behind the other.
///
/// Each way to say a word is a chain: the states of its phones between their neighbours, with
/// silence before and after, either of which may be absent.
struct WordChains {
    /// A senone, what it costs to stay in it and to leave it.
    struct State {
        var senone: Int
        var stay: Float
        var leave: Float
    }

    /// A way to say a word: states in a row, of which it may end in some.
    struct Chain {
        var word: String
        /// The numbers of these among all states.
        var ends: [Int]
    }

    private(set) var chains: [Chain] = []
    /// The states of all chains, chain after chain.
    private(set) var states: [State] = []
    /// For each state, what it costs to begin in it, and to come to it from the one before.
    private(set) var begin: [Float] = []
    private(set) var come: [Float] = []
    private let model: AcousticModel
    private let silence: [State]

    /// - Parameters:
    ///   - model: the acoustic model.
    ///   - words: which words have chains.
    ///   - pairs: words of which two are one, run into each other or with a pause between; its name
    ///     has a blank between theirs.
    ///   - pronunciations: how they sound; variants are written "aitch(2)".
    /// - Throws: `SphinxError.word` for a phone that the model does not have.
    init(
        model: AcousticModel, words: [String], pairs: [(String, String)],
        pronunciations: [(word: String, phones: [String])]
    ) throws(SphinxError) {
        self.model = model
        silence = Self.states("SIL", "SIL", "SIL", .alone, in: model) ?? []
        let wanted = Set(words)
        var ways: [String: [[String]]] = [:]
        for (entry, phones) in pronunciations where !phones.isEmpty {
            let word = String(entry.prefix { $0 != "(" })
            ways[word, default: []].append(phones)
            if wanted.contains(word) { add(word, try spoken(phones, as: word)) }
        }
        for (first, second) in pairs {
            for one in ways[first] ?? [] {
                for other in ways[second] ?? [] { try add((first, one), (second, other)) }
            }
        }
    }

    /// Adds two words said as one.
    private mutating func add(
        _ first: (word: String, phones: [String]), _ second: (word: String, phones: [String])
    ) throws(SphinxError) {
        let name = "\(first.word) \(second.word)"
        add(name, try spoken(first.phones + second.phones, as: name))
        let before = try spoken(first.phones, as: first.word)
        add(name, before + silence + (try spoken(second.phones, as: second.word)))
    }

    /// Adds a way to say a word.
    private mutating func add(_ word: String, _ spoken: [State]) {
        let start = states.count
        let own = silence + spoken + silence
        chains.append(
            Chain(
                word: word,
                ends: [start + silence.count + spoken.count - 1, start + own.count - 1]))
        begin += own.indices.map { $0 == 0 || $0 == silence.count ? 0 : .infinity }
        come += [.infinity] + own.dropLast().map(\.leave)
        states += own
    }

    /// The states of sounds said as one word, with silence around it.
    private func spoken(_ phones: [String], as word: String) throws(SphinxError) -> [State] {
        let around = ["SIL"] + phones + ["SIL"]
        var spoken: [State] = []
        for (index, phone) in phones.enumerated() {
            let place = PhoneInventory.Place(index, of: phones.count)
            guard
                let more = Self.states(phone, around[index], around[index + 2], place, in: model)
            else { throw .word(word, reason: "the model has no \(phone)") }
            spoken += more
        }
        return spoken
    }

    /// The states of a phone between its neighbours; nil where the model does not have it.
    private static func states(
        _ phone: String, _ left: String, _ right: String, _ place: PhoneInventory.Place,
        in model: AcousticModel
    ) -> [State]? {
        guard let sound = model.inventory.sound(phone, after: left, before: right, place),
            let row = model.transitions[sound.transitions], row.count == sound.senones.count
        else { return nil }
        return zip(sound.senones, row).map {
            State(senone: $0, stay: $1.stay, leave: $1.leave)
        }
    }
}
