/// The place of the one page that shows the test to the patient.
struct Seat: Sendable {
    /// What the page shows to be known again: 128 random bits, as hexadecimal digits.
    let session: String
    /// The line to the page, once it has opened one.
    var live: LiveText?
    /// Whether the page shows the letters that it was sent, as far as it has said.
    var showsLetters = true
    /// When it was last known to be there.
    private var lastSeen = ContinuousClock.now

    /// How long the seat is kept for a page that is gone, so that one that is loaded again, or
    /// whose network failed for a moment, finds it.
    private static let keptFor = Duration.seconds(15)

    init() { session = SecretWord.hexadecimal() }

    /// How long a page may take to be loaded again before it counts as gone.
    private static let goneAfter = Duration.seconds(2)

    /// Whether no other page may have it.
    var isTaken: Bool { !isGone(for: Self.keptFor) }

    /// Whether nobody can see what is shown.
    var isGone: Bool { isGone(for: Self.goneAfter) }

    private func isGone(for time: Duration) -> Bool {
        if let live, !live.isClosed { return false }
        return lastSeen.duration(to: .now) >= time
    }

    /// The line to the page is cut.
    mutating func leave() { lastSeen = .now }
}

/// Words that nobody can guess, from the system's random numbers.
public enum SecretWord {
    /// 128 bits as 32 hexadecimal digits: a session, the operator's key.
    public static func hexadecimal() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Six digits that a person reads from one screen and types at another.
    public static func pairingCode() -> String {
        let digits = String(Int.random(in: 0...999_999))
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
