/// How loud a sound is where it is quietest, and how far its loudest frame rises over that, dB.
struct LevelRange {
    /// Under it lies the quietest tenth.
    let quietest: Float
    let rise: Float

    init(of levels: [Float]) {
        let sorted = levels.sorted()
        quietest = sorted.isEmpty ? 0 : sorted[sorted.count / 10]
        rise = (sorted.last ?? 0) - quietest
    }
}
