/// The place of the one page that shows the test to the patient.
struct Seat: Sendable {
    /// What the page shows to be known again: 128 random bits, as hexadecimal digits.
    let session: String
    /// The line to the page, once it has opened one.
    var live: LiveText?
    /// When it was last known to be there.
    private var lastSeen = ContinuousClock.now

    /// How long the seat is kept for a page that is gone, so that one that is loaded again, or
    /// whose network failed for a moment, finds it.
    private static let keptFor = Duration.seconds(15)

    init() { session = SecretWord.hexadecimal() }

    /// Whether no other page may have it.
    var isTaken: Bool {
        if let live, !live.isClosed { return true }
        return lastSeen.duration(to: .now) < Self.keptFor
    }

    /// The line to the page is cut.
    mutating func leave() { lastSeen = .now }
}
