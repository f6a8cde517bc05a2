internal import RecordStore

/// Slows down guessing of passwords without locking anybody out.
///
/// A device that fails several times with a login waits longer and longer before its next try. A
/// login that fails at many devices is also slowed, but only for devices that never signed in with
/// it. A successful sign-in clears the failures of that device with that login. All other failures
/// expire one by one.
package struct SignInTries: Sendable {
    package typealias Instant = ContinuousClock.Instant

    private struct Pair: Hashable {
        var login: String
        var device: String
    }

    private struct Misses {
        var count = 0
        var last: Instant

        /// The tries that still count at a time.
        func left(at now: Instant) -> Int {
            max(0, count - Int(last.duration(to: now) / SignInTries.forgottenAfter))
        }
    }

    /// The time after which one try is forgotten: 150 guesses of a login a day. Aloud's own choice.
    static let forgottenAfter = Duration.seconds(600)

    /// The tries of a device with a login before it waits.
    static let freeTries = 5
    /// The failures of all devices with a login before unknown devices wait.
    static let freeTriesOfLogin = 30
    /// The tries of a device, whatever the login, before it waits.
    static let freeTriesOfDevice = 20
    /// The longest wait, seconds.
    static let longestWait = 60.0
    /// Pairs remembered; the one whose last try is oldest is forgotten first.
    private static let most = 2_048

    private var pairs: [Pair: Misses] = [:]
    private var logins: [String: Misses] = [:]
    private var devices: [String: Misses] = [:]
    /// Devices that signed in, in the order of their first time.
    private var known: [Pair] = []

    /// No tries yet.
    package init() {}

    /// The time until the next try may be made, seconds; 0 if it may be made now.
    package func wait(of login: String, from device: String, at now: Instant = .now) -> Double {
        let pair = Pair(login: login, device: device)
        let own = max(
            Self.wait(after: pairs[pair], free: Self.freeTries, at: now),
            Self.wait(after: devices[device], free: Self.freeTriesOfDevice, at: now))
        guard !known.contains(pair) else { return own }
        return max(own, Self.wait(after: logins[login], free: Self.freeTriesOfLogin, at: now))
    }

    /// 4, 8, 16 … seconds after the free tries.
    private static func wait(
        after misses: Misses?, free: Int, longest: Double = longestWait, at now: Instant
    ) -> Double {
        guard let misses else { return 0 }
        let count = misses.left(at: now)
        guard count >= free else { return 0 }
        let doubled = Double(4 << min(count - free, 10))
        let passed = misses.last.duration(to: now) / .seconds(1)
        return max(0, min(longest, doubled) - passed)
    }

    // Codes of a second factor. Only a person with the password gets to try one, so a stranger
    // cannot slow anybody down.

    /// The tries of a code before the login waits.
    static let freeCodes = 5
    /// The longest wait for a code, seconds: a year of guessing then finds a code with 3 %
    /// probability.
    static let longestCodeWait = 3_600.0
    private var codes: [String: Misses] = [:]

    /// The time until the next code of a login may be tried, seconds.
    func waitForCode(of login: String, at now: Instant = .now) -> Double {
        Self.wait(
            after: codes[login], free: Self.freeCodes, longest: Self.longestCodeWait, at: now)
    }

    /// Counts a wrong code.
    mutating func missedCode(of login: String, at now: Instant = .now) {
        Self.count(login, in: &codes, at: now)
    }

    /// Forgets the wrong codes of a login.
    mutating func tookCode(of login: String) { codes[login] = nil }

    /// Counts a try that failed.
    package mutating func missed(_ login: String, from device: String, at now: Instant = .now) {
        Self.count(Pair(login: login, device: device), in: &pairs, at: now)
        Self.count(login, in: &logins, at: now)
        Self.count(device, in: &devices, at: now)
    }

    private static func count<Key>(
        _ key: Key, in misses: inout [Key: Misses], at now: Instant
    ) {
        if misses.count >= most, misses[key] == nil,
            let oldest = misses.min(by: { $0.value.last < $1.value.last })
        {
            misses[oldest.key] = nil
        }
        misses[key] = Misses(count: (misses[key]?.left(at: now) ?? 0) + 1, last: now)
    }

    /// Forgets the failures of a device with the login that it signed in with.
    package mutating func succeeded(_ login: String, from device: String, at now: Instant = .now) {
        let pair = Pair(login: login, device: device)
        if let own = pairs.removeValue(forKey: pair)?.left(at: now) {
            Self.forget(own, of: login, in: &logins, at: now)
            Self.forget(own, of: device, in: &devices, at: now)
        }
        guard !known.contains(pair) else { return }
        if known.count >= Self.most { known.removeFirst() }
        known.append(pair)
    }

    private static func forget<Key>(
        _ count: Int, of key: Key, in misses: inout [Key: Misses], at now: Instant
    ) {
        guard let all = misses[key] else { return }
        let left = all.left(at: now) - count
        misses[key] = left > 0 ? Misses(count: left, last: all.last) : nil
    }
}
