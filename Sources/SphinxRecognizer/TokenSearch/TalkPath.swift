internal import PhoneticMapping
internal import Recognition

/// The best sequence of phones in a stretch of sound, without regard to words.
///
/// Speech outside the grammar is heard as talk. Each phone could be one of PocketSphinx's filler
/// words, but then 39 more words would follow every state of a grammar in every frame. The search
/// need not repeat in each state, though: the best phones do not depend on the words around them.
/// So they are found once, and talk is one word that takes their scores.
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
    ///   - tokens: the places of those that talk may be of.
    ///   - blank: that of the blank.
    init(_ frames: TokenFrames, tokens: [Int], blank: Int) {
        let states = [blank] + tokens
        var best = [Float](repeating: -.infinity, count: states.count)
        best[0] = 0
        // The state before each, frame after frame.
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
