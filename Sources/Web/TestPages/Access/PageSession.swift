internal import HTTP

/// The session of the one page that shows the test to the patient.
struct PageSession: Sendable {
    /// The token that identifies the page: 128 random bits as hexadecimal digits.
    let token: String
    /// The device that shows the page.
    let holder: LaneHolder
    /// Whether the page may show names of the records.
    var seesNames = true
    /// The event stream to the page, once it has opened one.
    private(set) var live: LiveText?
    /// The identifier of the page load that opened the stream; a reload has another one.
    private var load: String?
    /// Whether the page shows the letters it was sent, by its own last report.
    var showsLetters = true
    /// The last time at which the page was known to be connected; at first, when it was let in.
    private var lastSeen = ContinuousClock.now
    private var hasLeft = false

    /// The time in which a new page has to open its event stream.
    private static let openedIn = Duration.seconds(15)

    init(_ holder: LaneHolder) {
        self.holder = holder
        token = SecretWord.hexadecimal()
    }

    /// The time that a reload may take before the page counts as gone.
    private static let goneAfter = Duration.seconds(2)

    /// The time after which another page may replace one that was closed. A reload within this time
    /// keeps its place. The server notices within a quarter of a second if a page closes without a
    /// goodbye.
    private static let freeAfter = Duration.seconds(1.2)

    /// Whether another page must wait.
    var isTaken: Bool { !isGone(for: hasLeft ? Self.freeAfter : Self.openedIn) }

    /// Whether no page shows the test any more.
    var isGone: Bool { isGone(for: Self.goneAfter) }

    private func isGone(for time: Duration) -> Bool {
        if let live, !live.isClosed { return false }
        return lastSeen.duration(to: .now) >= time
    }

    /// Sets the event stream to the page.
    mutating func open(_ live: LiveText, load: String?) {
        self.live = live
        self.load = load
        showsLetters = true
    }

    /// Notes the goodbye of a page that is closed or reloaded, and ends its stream. A goodbye that
    /// arrives after the reload is ignored.
    mutating func leave(load: String?) {
        guard load == self.load else { return }
        live?.end()
        live = nil
        leave()
    }

    /// Notes that the page has disconnected.
    mutating func leave() {
        lastSeen = .now
        hasLeft = true
    }
}

/// Limits the number of tries at a pairing code: enough for a person's typing errors, too few for a
/// device that guesses.
///
/// A code has six digits. At twelve tries a minute, an hour of guessing finds it with a probability
/// of 0.07 %, whatever the number of devices.
struct PairingTries: Sendable {
    typealias Instant = ContinuousClock.Instant

    private struct Device {
        var wrong = 0
        var last: Instant
    }

    /// Wrong codes after which a device has to wait.
    static let freeTries = 5
    /// The time that a device then waits between tries.
    static let pause = Duration.seconds(30)
    /// Wrong codes of all devices together, in a burst.
    static let burst = 20.0
    /// Wrong codes of all devices together that each minute adds.
    private static let perMinute = 12.0
    /// Devices remembered; the one whose last try is oldest is forgotten first.
    private static let mostDevices = 256

    private var devices: [String: Device] = [:]
    /// Wrong codes left to all devices together at `counted`.
    private var left = burst
    private var counted: Instant

    init(at now: Instant = .now) { counted = now }

    /// Whether a code from this device is checked.
    func allows(_ peer: String, at now: Instant = .now) -> Bool {
        guard left(at: now) >= 1 else { return false }
        guard let device = devices[peer], device.wrong >= Self.freeTries else { return true }
        return device.last.duration(to: now) >= Self.pause
    }

    /// Counts a wrong code.
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

    /// Forgets the wrong codes of a device that had the right one.
    mutating func found(_ peer: String) { devices[peer] = nil }

    private func left(at now: Instant) -> Double {
        min(Self.burst, left + counted.duration(to: now) / .seconds(60) * Self.perMinute)
    }
}
