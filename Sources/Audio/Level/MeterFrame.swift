/// What a level meter keeps of 20 ms of sound.
struct MeterFrame: Sendable {
    var count = 0
    var sum = 0.0
    var squares = 0.0
    var peak: Float = 0
    var clipped = 0

    /// Power about the mean, so that an offset is not taken for noise.
    var variance: Double {
        guard count > 0 else { return 0 }
        let mean = sum / Double(count)
        return max(0, squares / Double(count) - mean * mean)
    }

    /// Adds a sample, and how many samples it makes known as clipped.
    mutating func add(_ sample: Float, clipped newlyClipped: Int) {
        count += 1
        sum += Double(sample)
        squares += Double(sample) * Double(sample)
        peak = max(peak, abs(sample))
        clipped += newlyClipped
    }
}
