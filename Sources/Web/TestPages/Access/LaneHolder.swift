internal import Foundation
internal import HTTP

/// The page that holds a lane, as another device that asks for the lane sees it.
struct LaneHolder: Sendable, Encodable, Equatable {
    /// The activity that a takeover would end.
    enum Activity: String, Sendable, Encodable {
        case waiting, test, result
    }

    /// The browser: "Firefox"; nil if unknown.
    let browser: String?
    /// The system: "Android"; nil if unknown.
    let system: String?
    /// Whether it is on the machine that runs Aloud.
    let isHere: Bool
    /// The time at which it was opened, milliseconds since 1970.
    let since: Int
    /// The login of the person who opened it; nil without accounts.
    let login: String?
    /// The activity on the page.
    var activity = Activity.waiting

    /// The page that sends a request to open the lane.
    init(_ request: Request, login: String?, at date: Date = Date()) {
        let agent = request.headers["user-agent"] ?? ""
        browser = Self.first(of: Self.browsers, in: agent)
        system = Self.first(of: Self.systems, in: agent)
        isHere = Self.loopbacks.contains(request.peer)
        since = Int(date.timeIntervalSince1970 * 1_000)
        self.login = login
    }

    /// The marks of browsers in User-Agent, the more special ones first: each browser also bears the
    /// marks of those that it is compatible with.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("iPhone", "iOS"), ("iPad", "iPadOS"), ("Android", "Android"), ("CrOS", "ChromeOS"),
        ("Windows", "Windows"), ("Mac OS X", "macOS"), ("Linux", "Linux"),
    ]
    /// The loopback addresses, as `Request.peer` has them: 127.0.0.1, and the first half of ::1.
    private static let loopbacks = ["7f000001", "0000000000000000"]

    private static func first(of marks: [(String, String)], in agent: String) -> String? {
        marks.first { agent.contains($0.0) }?.1
    }
}

/// The answer to a page that asks for a lane that is open elsewhere: problem details (RFC 9457) with
/// the page that holds it.
struct BusyLane: Encodable {
    private let type = "about:blank"
    private let title = Refusal.pageTaken.title
    private let status = Refusal.pageTaken.status
    private let code = Refusal.pageTaken.code
    private let holder: LaneHolder

    init(_ holder: LaneHolder) { self.holder = holder }

    /// The answer.
    var content: Reply.Content {
        var content = Reply.Content.json(self, status: status)
        content.type = Refusal.type
        return content
    }
}
