internal import Acuity
internal import Dialogue
internal import HTTP
internal import Records

/// The keys on a phone, which the person holds while the letters are shown at a distance.
///
/// Its page has its own key. It learns the optotype set, which places are asked for and the
/// person's own answers, but never the letters that are shown.
struct PhonePad: Sendable {
    /// The key of the page: 128 random bits as hexadecimal digits.
    let key = SecretWord.hexadecimal()
    private var live: LiveText?
    /// The last time at which the page was known to be connected; nil before it was opened.
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

    /// Opens the stream to the page. A page that is opened again replaces the earlier one.
    ///
    /// - Parameters:
    ///   - text: the first state.
    ///   - elsewhere: the last state for a page that was open before.
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

    /// Notes that a stream was closed. Returns false if it was not the open stream.
    mutating func left(_ closed: LiveText) -> Bool {
        guard live === closed else { return false }
        lastSeen = .now
        return true
    }
}

extension PatientView {
    /// The view as the keys on a phone receive it: the keys to show, the places of the line and which
    /// of them are asked for, but not the letters.
    ///
    /// - Parameters:
    ///   - shown: how many lines or letters were shown; the page sends it back with an answer.
    ///   - language: the language of the patient's page; nil before a test was begun.
    ///   - isLast: whether the page is to disconnect.
    func pad(shown: Int, language: String?, isLast: Bool = false) -> JSONObject {
        var json: JSONObject =
            switch self {
            case .waiting: ["phase": "waiting"]
            case .choose, .chooseSize: ["phase": "waiting"]
            case .test(let view, _): Self.pad(view)
            case .rest(let title, let words, let canGoOn, _):
                ["phase": "rest", "title": title, "words": words, "canGoOn": canGoOn]
            case .offer: ["phase": "waiting"]
            case .result: ["phase": "over"]
            case .over(let title, _): ["phase": "over", "title": title]
            }
        json.add(["shown": shown, "language": orNull(language), "isLast": isLast])
        return json
    }

    private static func pad(_ view: TestView) -> JSONObject {
        guard let shown = view.presentation else { return ["phase": "over"] }
        return [
            "phase": "test",
            "choices": shown.optotypes.choices.map(\.description),
            "asksDirections": shown.optotypes.areDirections,
            "places": view.places.map(\.pageName), "asked": view.asked, "said": view.said,
            "alone": orNull(view.alone), "kind": view.prompt.pageName, "words": view.words,
        ]
    }
}

/// The offer of a lane to answer by keys on a phone: the addresses that the phone can reach.
package struct PhonePadOffer: Sendable {
    /// The addresses of the pages that other devices reach, without a path; the best one first.
    let origins: @Sendable () -> [String]
    /// The address of the page about this machine's authority; nil without one.
    let trust: @Sendable () -> String?
    /// A text as a QR code, the rows from the top; nil if it is too long for a code.
    let picture: @Sendable (String) -> [[Bool]]?

    /// Sets each property from the parameter of its name.
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
    /// - Parameter host: the host and port of the patient's page; that address is used if other
    ///   devices can reach it.
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
