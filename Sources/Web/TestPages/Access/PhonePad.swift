internal import HTTP
internal import Records

/// The keys on a phone, which the person holds while the letters are shown at a distance.
///
/// Its page has a key of its own. It learns the optotype set, which places are asked for and the
/// person's own answers, but never the letters that are shown.
struct PhonePad: Sendable {
    /// The key of the page: 128 random bits as hexadecimal digits.
    let key = SecretWord.hexadecimal()
    private var live: LiveText?
    /// When the page was last known to be connected; nil before it was opened.
    private var lastSeen: ContinuousClock.Instant?

    /// The time that a reload may take before the page counts as gone.
    private static let goneAfter = Duration.seconds(2)

    /// Whether the page is connected.
    var isOpen: Bool { live.map { !$0.isClosed } ?? false }

    /// Whether the page is not connected, for longer than a reload takes.
    var isGone: Bool {
        guard !isOpen else { return false }
        return lastSeen.map { $0.duration(to: .now) >= Self.goneAfter } ?? true
    }

    /// Opens the stream to the page. A page that is opened again replaces the one before.
    ///
    /// - Parameters:
    ///   - text: the first state.
    ///   - elsewhere: the last state of a page that was open before.
    mutating func open(_ text: String, elsewhere: String) -> LiveText {
        if let live, !live.isClosed {
            live.put(elsewhere)
            live.end()
        }
        let opened = LiveText(text)
        live = opened
        lastSeen = .now
        return opened
    }

    /// Sends the page a state.
    func put(_ text: String) { live?.put(text) }

    /// Sends the page its last state.
    func end(_ text: String) {
        live?.put(text)
        live?.end()
    }

    /// Notes that a stream was closed; false if it was not the one that is open.
    mutating func left(_ closed: LiveText) -> Bool {
        guard live === closed else { return false }
        lastSeen = .now
        return true
    }
}

/// What a lane needs to offer the keys on a phone.
package struct PhonePadOffer: Sendable {
    /// The addresses of the pages that other devices reach, without a path; the best one first.
    let origins: @Sendable () -> [String]
    /// The address of the page about this machine's authority; nil without one.
    let trust: @Sendable () -> String?
    /// A text as a QR code, the rows from the top; nil if it is too long for a code.
    let picture: @Sendable (String) -> [[Bool]]?

    /// The parameters as the properties of their names.
    package init(
        origins: @escaping @Sendable () -> [String],
        trust: @escaping @Sendable () -> String? = { nil },
        picture: @escaping @Sendable (String) -> [[Bool]]?
    ) {
        self.origins = origins
        self.trust = trust
        self.picture = picture
    }

    /// The path of the page.
    static let path = "/pad"

    /// The address of the page with its key, as text and as the rows of a QR code: "1" is dark.
    ///
    /// - Parameter host: the host and port that the patient's page was reached by; that address is
    ///   taken if other devices can use it.
    /// - Throws: `Refusal.notNow` if no other device can reach this machine.
    func answer(key: String, host: String?) throws(Refusal) -> Reply.Content {
        let origins = origins()
        let own = origins.first { origin in host.map { origin.hasSuffix("//" + $0) } ?? false }
        guard let origin = own ?? origins.first else { throw .notNow }
        // A fragment is not sent to the server, so the key is in no log.
        let address = "\(origin)\(Self.path)#\(key)"
        let rows = picture(address) ?? []
        return .json(
            [
                "address": address, "trust": trust() ?? "",
                "rows": rows.map { $0.map { $0 ? "1" : "0" }.joined() },
            ] as JSONObject)
    }
}
