internal import Foundation
internal import Recognition

/// The frames of a stretch of sound with each run of certain blanks made one.
///
/// A net of this kind is sure of the blank in most frames, and a search takes as long for such a
/// frame as for any other. One frame says the same as a run of them to every path that has at most
/// one token there; a second would cost over 9 nats more.
struct SparseFrames {
    /// From which probability on a blank is certain.
    private static let certain: Float = 0.99

    let sound: TokenFrames
    /// The original frames behind each kept frame.
    let frames: [ClosedRange<Int>]

    /// - Parameter blank: the place of the blank among the tokens.
    init(_ whole: TokenFrames, blank: Int) {
        let least = log(Self.certain)
        let count = whole.tokens.count
        var values: [Float] = []
        values.reserveCapacity(whole.values.count)
        var frames: [ClosedRange<Int>] = []
        var isRun = false
        for frame in 0..<whole.frames {
            let isBlank = whole[frame, blank] >= least
            if isBlank, isRun, let last = frames.last {
                frames[frames.count - 1] = last.lowerBound...frame
                // Each token, where it would have been in the other frames of the run at its best.
                let row = values.count - count
                let before = values[row + blank]
                let own = whole[frame, blank]
                for token in 0..<count where token != blank {
                    values[row + token] = max(
                        values[row + token] + own, whole[frame, token] + before)
                }
                values[row + blank] = before + own
            } else {
                frames.append(frame...frame)
                for token in 0..<count { values.append(whole[frame, token]) }
            }
            isRun = isBlank
        }
        sound = TokenFrames(tokens: whole.tokens, values: values)
        self.frames = frames
    }

    /// The frames of the whole that lie between two of these, without the blanks at either end.
    func whole(_ part: ClosedRange<Int>) -> ClosedRange<Int> {
        let first = frames[part.lowerBound]
        let last = frames[part.upperBound]
        return part.count == 1
            ? first : first.upperBound...last.lowerBound
    }
}
