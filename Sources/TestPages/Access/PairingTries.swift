/// How often a pairing code may be tried: often enough for a person who mistypes it, too rarely for
/// a device that guesses.
///
/// A code has six digits. At twelve tries a minute an hour finds it with a probability of
/// 0.07 %, from however many devices.
struct PairingTries: Sendable {
    typealias Instant = ContinuousClock.Instant

    private struct Device {
        var wrong = 0
        var last: Instant
    }

    /// Wrong codes of one device before it has to wait.
    static let freeTries = 5
    /// How long a device waits between tries after that.
    static let pause = Duration.seconds(30)
    /// Wrong codes of all devices together: in a burst, and a minute after that.
    static let burst = 20.0
    private static let perMinute = 12.0
    /// Devices that are remembered: those whose last try is longest ago are forgotten.
    private static let mostDevices = 256

    private var devices: [String: Device] = [:]
    /// Wrong codes that are left to all devices, and when that was.
    private var left = burst
    private var counted: Instant

    init(at now: Instant = .now) { counted = now }

    /// Whether a code of a device is looked at.
    func allows(_ peer: String, at now: Instant = .now) -> Bool {
        guard left(at: now) >= 1 else { return false }
        guard let device = devices[peer], device.wrong >= Self.freeTries else { return true }
        return device.last.duration(to: now) >= Self.pause
    }

    /// A code that was looked at was wrong.
    mutating func missed(_ peer: String, at now: Instant = .now) {
        left = left(at: now) - 1
        counted = now
        if devices.count >= Self.mostDevices, devices[peer] == nil,
            let oldest = devices.min(by: { $0.value.last < $1.value.last })
        {
            devices[oldest.key] = nil
        }
        devices[peer] = Device(wrong: (devices[peer]?.wrong ?? 0) + 1, last: now)
    }

    /// A device had the right code.
    mutating func found(_ peer: String) { devices[peer] = nil }

    private func left(at now: Instant) -> Double {
        min(Self.burst, left + counted.duration(to: now) / .seconds(60) * Self.perMinute)
    }
}
