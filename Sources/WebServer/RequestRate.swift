/// How many requests of one sender are answered: a bucket that fills steadily and holds one burst.
struct RequestRate {
    private let perSecond: Double
    private let burst: Double
    private var left: Double
    /// When one was asked for last.
    private(set) var filled = ContinuousClock.now

    init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        self.burst = burst
        left = burst
    }

    /// Whether one more request is answered now.
    mutating func takes() -> Bool {
        let now = ContinuousClock.now
        left = min(burst, left + filled.duration(to: now) / .seconds(1) * perSecond)
        filled = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
