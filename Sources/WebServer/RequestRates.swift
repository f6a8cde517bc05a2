internal import TestPages

/// Bounds how many requests are answered, so that no device takes the share of another, and none
/// the share of the pages that were let in.
struct RequestRates {
    private let full: RequestRate
    private let most: Int
    private var known: RequestRate
    private var devices: [String: RequestRate] = [:]

    init(_ settings: ServerSettings) {
        full = RequestRate(perSecond: settings.requestsPerSecond, burst: settings.burst)
        most = settings.devices
        known = full
    }

    /// Whether one more request of a page that was let in is answered.
    mutating func takesKnown() -> Bool { known.takes() }

    /// Whether one more request of a device is answered.
    mutating func takes(_ peer: String) -> Bool {
        if devices[peer] == nil, devices.count >= most,
            let oldest = devices.min(by: { $0.value.filled < $1.value.filled })
        {
            devices[oldest.key] = nil
        }
        var rate = devices[peer] ?? full
        defer { devices[peer] = rate }
        return rate.takes()
    }
}

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
