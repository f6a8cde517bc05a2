internal import PhoneticMapping
internal import Recognition

/// A graph of words in the form that PocketSphinx searches: words by their pronunciations, with
/// silence and talk.
///
/// Sentences may be empty, and talk may occur before, between and after words. For each word end
/// that it keeps, PocketSphinx tries each word that may follow and each silent step from there. So
/// words that end a sentence lead to states of their own, which only silent steps leave.
struct TokenNetwork {
    /// A step with a word, and its cost in nats.
    struct Step {
        var from: Int
        var to: Int
        /// The name of a pronunciation.
        var name: String
        var cost: Double
    }

    private(set) var stateCount: Int
    let start = 0
    private(set) var final: Int
    private(set) var steps: [Step] = []
    /// Steps without a word and without a cost.
    private(set) var silent: [(from: Int, to: Int)] = []
    /// Steps of talk.
    private(set) var talk: [(from: Int, to: Int)] = []

    /// - Parameters:
    ///   - ways: the names of the pronunciations of each word.
    ///   - cost: the cost of a word, in nats.
    ///   - hearsTalk: whether there may be talk.
    init(
        _ graph: WordGraph, ways: [String: [String]], hearsTalk: Bool,
        cost: (_ word: String) -> Double
    ) {
        // The states of the graph, the end, and an entry state for words that end a sentence.
        final = graph.steps.count
        stateCount = final + 1
        var entries = Array(graph.steps.indices)
        for state in graph.steps.indices where graph.isEnd[state] {
            entries[state] = stateCount
            stateCount += 1
            silent.append((entries[state], final))
            if !graph.steps[state].isEmpty { silent.append((entries[state], state)) }
        }
        silent.append((start, final))
        let shared = Self.sharedState(graph)
        for (state, steps) in graph.steps.enumerated() {
            var common: Set<WordGraph.Step> = []
            if let shared, shared.users.contains(state) {
                common = Set(graph.steps[shared.state])
                silent.append((state, shared.state))
                if entries[state] != state { silent.append((entries[state], shared.state)) }
            }
            for step in steps where !common.contains(step) {
                for name in ways[step.word] ?? [] {
                    self.steps.append(
                        Step(
                            from: state, to: entries[step.to], name: name,
                            cost: step.cost + cost(step.word)))
                }
            }
            guard hearsTalk else { continue }
            if state == start {
                talk.append((start, start))
            } else if steps.isEmpty {
                talk.append((entries[state], entries[state]))
            } else {
                talk.append((state, entries[state]))
            }
        }
    }

    /// A state whose steps many other states also have, and those states. Silent steps from them to
    /// this state replace the shared steps.
    private static func sharedState(_ graph: WordGraph) -> (state: Int, users: Set<Int>)? {
        let sides = graph.steps.map { Set($0) }
        let users = sides.indices.map { state in
            Set(sides.indices.filter { $0 != state && sides[$0].isSuperset(of: sides[state]) })
        }
        let best = sides.indices.filter { graph.isEnd[$0] && !users[$0].isEmpty }
            .max { sides[$0].count * users[$0].count < sides[$1].count * users[$1].count }
        return best.map { ($0, users[$0]) }
    }
}

/// The best sequence of phones in a stretch of sound, without regard to words.
///
/// Speech outside the grammar is heard as talk. Each phone could be one of PocketSphinx's filler
/// words, but then 39 more words would follow every state of a grammar in every frame. That is
/// unnecessary, because the best phones do not depend on the words around them. So they are found
/// once, and talk is one word that takes their scores.
struct TalkPath {
    /// The cost of each phone, in nats. It keeps a matching word of the grammar from being heard as
    /// talk.
    private static let phoneCost: Float = 2

    /// A phone of the sequence.
    struct Phone {
        /// Its place among the tokens.
        var token: Int
        var frames: ClosedRange<Int>
    }

    /// The log probability of each frame on this path, less the cost of a phone that begins there.
    let scores: [Float]
    let phones: [Phone]

    /// The best path (Viterbi, IEEE Trans. Inf. Theory 1967) through phones and blanks in any order.
    ///
    /// - Parameters:
    ///   - tokens: the indices of the tokens that talk may consist of.
    ///   - blank: the index of the blank.
    init(_ frames: TokenFrames, tokens: [Int], blank: Int) {
        let states = [blank] + tokens
        var best = [Float](repeating: -.infinity, count: states.count)
        best[0] = 0
        // The previous state of each state, frame after frame.
        var before = [UInt8](repeating: 0, count: frames.frames * states.count)
        for frame in 0..<frames.frames {
            let lead = best.indices.max { best[$0] < best[$1] } ?? 0
            let entry = best[lead] - Self.phoneCost
            let row = frame * states.count
            before[row] = UInt8(lead)
            best[0] = best[lead] + frames[frame, blank]
            for state in 1..<states.count {
                let stays = best[state] >= entry
                before[row + state] = UInt8(stays ? state : lead)
                best[state] = (stays ? best[state] : entry) + frames[frame, states[state]]
            }
        }
        var state = best.indices.max { best[$0] < best[$1] } ?? 0
        var scores = [Float](repeating: 0, count: frames.frames)
        var found: [Phone] = []
        var end = frames.frames - 1
        for frame in (0..<frames.frames).reversed() {
            let previous = frame == 0 ? 0 : Int(before[frame * states.count + state])
            scores[frame] = frames[frame, states[state]]
            if previous != state {
                if state > 0 {
                    scores[frame] -= Self.phoneCost
                    found.append(Phone(token: states[state], frames: frame...end))
                }
                end = frame - 1
            }
            state = previous
        }
        self.scores = scores
        self.phones = found.reversed()
    }
}
