internal import Foundation
package import RecordStore
internal import Records
internal import Synchronization
package import TestPages

/// The pages of accounts: signing in, a person's own sessions and password, and the accounts of a
/// clinic for its admins.
///
/// Passwords go in the bodies of requests, secrets in cookies, neither in an address or a log.
package struct AccountPages: PagePart {
    let signIns: SignIns
    private let isHome: @Sendable (Request) -> Bool
    private let user: String
    private let working = Waiting()

    /// The pages of a clinic's accounts.
    ///
    /// - Parameters:
    ///   - signIns: signs people in.
    ///   - user: the user of this machine, for the audit trail.
    ///   - isHome: whether a request has the key of the user of this machine, who may make the first
    ///     account.
    package init(
        _ signIns: SignIns, user: String, isHome: @escaping @Sendable (Request) -> Bool
    ) {
        self.signIns = signIns
        self.user = user
        self.isHome = isHome
    }

    package var path: String { "/account" }

    package func knows(_ request: Request) -> Bool { false }

    package func answer(_ request: Request) throws(Refusal) -> Reply {
        if let file = Self.files[request.path] {
            guard request.method == "GET" else { throw .wrongMethod }
            return .content(file)
        }
        guard let act = Act(rawValue: String(request.path.dropFirst(path.count + 1))) else {
            throw .notFound
        }
        guard request.method == "POST" else { throw .wrongMethod }
        guard request.headers["content-type"]?.hasPrefix("application/json") == true else {
            throw .malformed
        }
        // A password takes a fifth of a second and 64 MiB.
        guard !act.hashes || working.begin() else { throw .tooMany }
        return .later {
            defer { if act.hashes { working.end() } }
            do { return try content(of: act, request) } catch { return Self.trouble(error) }
        }
    }

    /// The acts of the pages, by the last part of their paths.
    enum Act: String {
        case state
        case signIn = "sign-in"
        case signOut = "sign-out"
        case password, emergency, first
        case sessions
        case endSession = "end-session"
        case endOthers = "end-others"
        case list, add, change
        case addToken = "add-token"
        case endToken = "end-token"

        /// Whether it computes the hash of a password.
        var hashes: Bool {
            switch self {
            case .signIn, .password, .emergency, .first, .add, .change: true
            default: false
            }
        }
    }

    private func content(of act: Act, _ request: Request) throws -> Reply.Content {
        switch act {
        case .state: return Self.content(try state(request))
        case .signIn: return try signIn(request)
        case .signOut: return try signOut(request)
        case .first: return try first(request)
        case .password: return try changePassword(request)
        case .emergency: return try takeEmergency(request)
        case .sessions, .endSession, .endOthers: return try OwnSessions(self, request).content(act)
        case .list, .add, .change, .addToken, .endToken:
            return try AccountDesk(self, request).content(act)
        }
    }

    private static let files: [String: Reply.Content] = [
        "/account": Reply.Content(
            type: "text/html; charset=utf-8", body: PackageResources.account_html),
        "/account/account.css": Reply.Content(
            type: "text/css; charset=utf-8", body: PackageResources.account_css),
        "/account/account.js": Reply.Content(
            type: "text/javascript; charset=utf-8", body: PackageResources.account_js),
        "/account/desk.js": Reply.Content(
            type: "text/javascript; charset=utf-8", body: PackageResources.desk_js),
    ]

    // State.

    /// The state of the page.
    private struct StateContent: Encodable {
        /// Whether people have to sign in.
        var isClosed: Bool
        /// Whether the user of this machine asks, who may make the first account.
        var isHome: Bool
        /// The person who has signed in; nil for nobody.
        var account: PersonContent?
        /// The latest emergencies, for an admin.
        var emergencies: [EmergencyContent]
    }

    struct PersonContent: Encodable {
        var login: String
        var name: String?
        var role: Role
        var mustChoose: Bool
        var emergency: String?
        var ends: String?
    }

    private struct EmergencyContent: Encodable {
        var at: String
        var by: String
        var reason: String?
    }

    private func state(_ request: Request) throws(RecordError) -> StateContent {
        let isClosed = signIns.areRequired
        let known = isClosed ? signIns.session(cookie: request.headers["cookie"]) : nil
        var emergencies: [EmergencyContent] = []
        if let account = known?.account, account.role == .admin, account.initialUntil == nil {
            emergencies = try signIns.accounts.emergencies().map {
                EmergencyContent(
                    at: $0.at.dayAndMinute, by: $0.author.name, reason: $0.author.reason)
            }
        }
        return StateContent(
            isClosed: isClosed, isHome: !isClosed && isHome(request),
            account: known.map(Self.person), emergencies: emergencies)
    }

    private static func person(_ known: KnownKey) -> PersonContent {
        PersonContent(
            login: known.account.login, name: known.account.name, role: known.account.role,
            mustChoose: known.account.initialUntil != nil, emergency: known.key.emergency,
            ends: known.key.ends?.dayAndMinute)
    }

    // Signing in and out.

    private struct SignInRequest: Decodable {
        var login: String
        var password: String
    }

    private func signIn(_ request: Request) throws -> Reply.Content {
        let wanted: SignInRequest = try Self.read(request)
        let session = try signIns.signIn(
            wanted.login, wanted.password, from: request.peer, browser: Self.browser(request),
            replacing: SignIns.secret(inCookie: request.headers["cookie"]))
        return Self.done(cookie: SignIns.cookie(session.secret))
    }

    private func signOut(_ request: Request) throws -> Reply.Content {
        if let secret = SignIns.secret(inCookie: request.headers["cookie"]) {
            try signIns.endSession(secret)
        }
        var content = Self.done(cookie: SignIns.cookie(nil))
        content.headers["Clear-Site-Data"] = "\"cache\""
        return content
    }

    private struct FirstRequest: Decodable {
        var login: String
        var name: String?
        var password: String
    }

    /// Makes the first account, which is that of an admin, and signs them in.
    private func first(_ request: Request) throws -> Reply.Content {
        guard isHome(request), !signIns.areRequired else { throw Refusal.notAllowed }
        let wanted: FirstRequest = try Self.read(request)
        let name = wanted.name?.trimmingCharacters(in: .whitespaces)
        _ = try signIns.accounts.add(
            wanted.login, name: name?.isEmpty == true ? nil : name, role: .admin,
            password: wanted.password, by: Author(user))
        let session = try signIns.signIn(
            wanted.login, wanted.password, from: request.peer, browser: Self.browser(request),
            replacing: nil)
        return Self.done(cookie: SignIns.cookie(session.secret))
    }

    // The person's own account.

    /// The session of a request, also of a person who must still choose a password.
    func known(_ request: Request) throws(Refusal) -> KnownKey {
        guard let known = signIns.session(cookie: request.headers["cookie"]) else {
            throw .signIn
        }
        return known
    }

    private struct PasswordRequest: Decodable {
        var former: String
        var password: String
    }

    private func changePassword(_ request: Request) throws -> Reply.Content {
        let known = try known(request)
        let wanted: PasswordRequest = try Self.read(request)
        try signIns.confirms(wanted.former, of: known.account, from: request.peer)
        guard wanted.former != wanted.password else {
            throw RecordError.invalid("The new password is the former one. Choose another.")
        }
        _ = try signIns.accounts.setPassword(
            wanted.password, of: known.account, by: Author(known.account.login))
        // All sessions have ended; this browser gets a new one.
        let session = try signIns.signIn(
            known.account.login, wanted.password, from: request.peer,
            browser: Self.browser(request), replacing: nil)
        return Self.done(cookie: SignIns.cookie(session.secret))
    }

    private struct EmergencyRequest: Decodable {
        var reason: String
        var password: String
    }

    private func takeEmergency(_ request: Request) throws -> Reply.Content {
        let known = try known(request)
        guard known.account.initialUntil == nil else { throw Refusal.notAllowed }
        let wanted: EmergencyRequest = try Self.read(request)
        try signIns.confirms(wanted.password, of: known.account, from: request.peer)
        let secret = try signIns.takeEmergency(of: known, because: wanted.reason)
        return Self.done(cookie: SignIns.cookie(secret))
    }

    // Requests and answers.

    static func read<Body: Decodable>(_ request: Request) throws(Refusal) -> Body {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(request.body)) else {
            throw .malformed
        }
        return body
    }

    static func content(_ value: some Encodable) -> Reply.Content {
        Reply.Content(
            type: "application/json; charset=utf-8", body: Array((value.jsonText + "\n").utf8))
    }

    static func done(cookie: String? = nil) -> Reply.Content {
        Reply.Content(
            type: "application/json; charset=utf-8", body: Array("{\"done\":true}\n".utf8),
            cookie: cookie)
    }

    /// The browser in a word and its system, to recognise a session in a list.
    private static func browser(_ request: Request) -> String {
        let agent = request.headers["user-agent"] ?? ""
        func first(_ names: [(String, String)]) -> String? {
            names.first { agent.contains($0.0) }?.1
        }
        let browser =
            first([
                ("Edg/", "Edge"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"),
                ("Safari/", "Safari"),
            ]) ?? "A program"
        let system = first([
            ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
            ("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
        ])
        return browser + (system.map { " on \($0)" } ?? "")
    }

    private struct Trouble: Encodable {
        var refused: String
        var reason: String
    }

    /// The answer to a request that cannot be carried out.
    private static func trouble(_ error: any Error) -> Reply.Content {
        func answer(_ status: Int, _ name: String, _ reason: String) -> Reply.Content {
            var answer = content(Trouble(refused: name, reason: reason))
            answer.status = status
            return answer
        }
        switch error {
        case let refusal as Refusal: return refusal.content
        case SignIns.Fault.wrong:
            return answer(
                401, "wrongPassword", "Wrong login or password, or the account is not in use.")
        case SignIns.Fault.slowed(let seconds):
            var slowed = answer(
                429, "slowed", "Too many wrong passwords. Try again in \(seconds) s.")
            slowed.headers["Retry-After"] = "\(seconds)"
            return slowed
        case SignIns.Fault.store(let fault): return trouble(fault)
        case let error as RecordError:
            switch error {
            case .invalid(let reason): return answer(400, "invalid", reason)
            case .notFound: return answer(404, "notFound", "There is no such account or session.")
            case .stale: return answer(409, "stale", error.description)
            default: return answer(503, "records", "The accounts cannot be used just now.")
            }
        default: return answer(500, "failed", "This did not work. Try again.")
        }
    }
}

/// The passwords that wait to be computed; a further one is refused.
private final class Waiting: Sendable {
    private let count = Mutex(0)

    /// One is computed at a time; others may wait.
    private static let most = 3

    func begin() -> Bool {
        count.withLock { count in
            guard count < Self.most else { return false }
            count += 1
            return true
        }
    }

    func end() { count.withLock { $0 -= 1 } }
}
