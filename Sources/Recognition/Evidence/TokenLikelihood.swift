internal import Foundation

/// The probabilities of token sequences in some frames, by the forward algorithm of connectionist
/// temporal classification, which sums over all ways to place the tokens (Graves et al., ICML 2006,
/// equations 6 and 7). Over all sequences these probabilities add up to 1.
package struct TokenLikelihood: Sendable {
    /// The probability of each token in each frame, frame after frame.
    private let values: [Double]
    private let frames: Int
    private let tokens: Int
    private let blank: Int

    /// - Parameters:
    ///   - sound: the net's output for a sound.
    ///   - range: the frames that count; frames beyond the sound are left out.
    ///   - blank: the place of the blank among the tokens.
    package init(_ sound: TokenFrames, frames range: Range<Int>, blank: Int) {
        let range = range.clamped(to: 0..<sound.frames)
        tokens = sound.tokens.count
        frames = range.count
        self.blank = blank
        values = range.flatMap { frame in
            (0..<sound.tokens.count).map { exp(Double(sound[frame, $0])) }
        }
    }

    /// The natural logarithm of the probability of a sequence, at most 0; -infinity if the frames
    /// are too few for it.
    package func log(of sequence: [Int]) -> Double {
        guard frames > 0 else { return sequence.isEmpty ? 0 : -.infinity }
        var states = [blank]
        for token in sequence { states += [token, blank] }
        var forward = [Double](repeating: 0, count: states.count)
        forward[0] = values[blank]
        if states.count > 1 { forward[1] = values[states[1]] }
        var scale = 0.0
        for frame in 0..<frames {
            if frame > 0 {
                let row = frame * tokens
                for state in states.indices.reversed() {
                    var sum = forward[state]
                    if state > 0 { sum += forward[state - 1] }
                    if state > 1, states[state] != blank, states[state] != states[state - 2] {
                        sum += forward[state - 2]
                    }
                    forward[state] = sum * values[row + states[state]]
                }
            }
            let total = forward.reduce(0, +)
            guard total > 0 else { return -.infinity }
            // Kept near 1, or long sounds would sink below the smallest number.
            scale += Foundation.log(total)
            for state in states.indices { forward[state] /= total }
        }
        let end = forward[states.count - 1] + (states.count > 1 ? forward[states.count - 2] : 0)
        return end > 0 ? scale + Foundation.log(end) : -.infinity
    }

    /// The greedy decoding: the likeliest token of each frame, without blanks and repetitions.
    var greedy: [Int] {
        var found: [Int] = []
        var last = blank
        for frame in 0..<frames {
            let row = values[frame * tokens..<(frame + 1) * tokens]
            guard let best = row.indices.max(by: { row[$0] < row[$1] }) else { continue }
            let token = best - row.startIndex
            if token != blank, token != last { found.append(token) }
            last = token
        }
        return found
    }
}
