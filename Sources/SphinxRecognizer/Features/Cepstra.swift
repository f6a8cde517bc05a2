/// The cepstral coefficients of a stretch of sound: what PocketSphinx hears with.
///
/// A frame is 13 coefficients over 25.6 ms of sound, one frame every 10 ms (the front end that the
/// en-us model was trained with: its `feat.params`).
struct Cepstra {
    /// Coefficients a frame.
    static let width = 13
    /// Frames a second.
    static let frameRate = 100.0

    /// Frame after frame, `width` values each.
    var values: [Float]

    var frames: Int { values.count / Self.width }

    /// The sum of the chosen frames, coefficient by coefficient.
    func sum(where chosen: [Bool]) -> (sum: [Double], count: Int) {
        var sum = [Double](repeating: 0, count: Self.width)
        var count = 0
        for frame in 0..<min(frames, chosen.count) where chosen[frame] {
            count += 1
            for index in 0..<Self.width {
                sum[index] += Double(values[frame * Self.width + index])
            }
        }
        return (sum, count)
    }

    /// The same frames with a mean taken off each.
    func subtracting(_ mean: [Float]) -> Cepstra {
        var values = values
        for frame in 0..<frames {
            for index in 0..<Self.width { values[frame * Self.width + index] -= mean[index] }
        }
        return Cepstra(values: values)
    }

    /// The frames of a range, as far as there are any.
    func slice(_ range: ClosedRange<Int>) -> Cepstra {
        let kept = range.clamped(to: 0...max(0, frames - 1))
        guard frames > 0 else { return self }
        return Cepstra(
            values: Array(values[kept.lowerBound * Self.width..<(kept.upperBound + 1) * Self.width])
        )
    }
}
