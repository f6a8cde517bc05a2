package import Accounts
internal import Foundation
package import HTTP
internal import RecordStore
internal import Records
internal import Synchronization

/// The pages of accounts: signing in, a person's own sessions and password, and the accounts of a
/// clinic for its admins.
///
/// Passwords go in the bodies of requests, secrets in cookies, neither in an address or a log.
package struct AccountPages: PagePart {
    let signIns: SignIns
    var accounts: Accounts { signIns.accounts }
    let isHome: @Sendable (Request) -> Bool
    let user: String
    let picture: @Sendable (String) -> [[Bool]]?
    let lane: LaneNaming?
    let offered = OfferedSecrets()
    private let working = Waiting()

    /// The pages of a clinic's accounts.
    ///
    /// - Parameters:
    ///   - signIns: signs people in.
    ///   - user: the user of this machine, for the audit trail.
    ///   - picture: the rows of the QR code of a text, true for dark; nil if it does not fit.
    ///   - lane: the name of the lane, which an admin may change; nil without a lane.
    ///   - isHome: whether a request has the key of the user of this machine, who may make the first
    ///     account.
    package init(
        _ signIns: SignIns, user: String, picture: @escaping @Sendable (String) -> [[Bool]]?,
        lane: LaneNaming? = nil, isHome: @escaping @Sendable (Request) -> Bool
    ) {
        self.signIns = signIns
        self.user = user
        self.picture = picture
        self.lane = lane
        self.isHome = isHome
    }

    package var path: String { "/account" }

    package func knows(_ request: Request) -> Bool { false }

    package func answer(_ request: Request) throws(Refusal) -> Reply {
        try Self.routes.find(request).route.answer((self, request))
    }

    /// Anybody may send a request: each act checks the account that it needs.
    private static let routes = RouteTable<Route<Void, (AccountPages, Request)>>(
        files.map { Route(file: $1, at: $0, ()) }
            + Act.allCases.map { act in
                Route("POST", "/account/\(act.rawValue)", ()) {
                    (pages, request) throws(Refusal) in try pages.answer(request, by: act)
                }
            })

    private func answer(_ request: Request, by act: Act) throws(Refusal) -> Reply {
        .later { () throws(Refusal) in
            // Hashing a password takes 0.2 s and 64 MiB. The server may never call this closure, so
            // it counts itself.
            guard !act.hashes || working.begin() else { throw Refusal.tooMany }
            defer { if act.hashes { working.end() } }
            do {
                guard request.headers["content-type"]?.hasPrefix("application/json") == true else {
                    throw Refusal.malformed
                }
                return try content(of: act, request)
            } catch {
                throw Self.refusal(error)
            }
        }
    }

    /// The acts of the pages, by the last part of their paths.
    enum Act: String, CaseIterable {
        case state
        case signIn = "sign-in"
        case signOut = "sign-out"
        case password, emergency, first, confirm
        case beginFactor = "begin-factor"
        case addFactor = "add-factor"
        case renewRecovery = "renew-recovery"
        case removeFactor = "remove-factor"
        case requireFactor = "require-factor"
        case sessions
        case endSession = "end-session"
        case endOthers = "end-others"
        case list, add, change, lane
        case addToken = "add-token"
        case endToken = "end-token"

        /// Whether it computes the hash of a password.
        var hashes: Bool {
            switch self {
            case .signIn, .password, .emergency, .first, .confirm, .add, .change: true
            default: false
            }
        }
    }

    private func content(of act: Act, _ request: Request) throws -> Reply.Content {
        switch act {
        case .state: return try state(request)
        case .signIn: return try signIn(request)
        case .signOut: return try signOut(request)
        case .first: return try first(request)
        case .password: return try changePassword(request)
        case .emergency: return try takeEmergency(request)
        case .confirm: return try confirm(request)
        case .beginFactor, .addFactor, .renewRecovery, .removeFactor:
            return try OwnSecondFactor(pages: self, request: request).content(act)
        case .sessions, .endSession, .endOthers:
            return try OwnSessions(pages: self, request: request).content(act)
        case .list, .add, .change, .lane, .addToken, .endToken, .requireFactor:
            return try AccountDesk(pages: self, request: request).content(act)
        }
    }

    private static let files: [String: Reply.Content] = [
        "/account": ClinicFrame.page(
            titleKey: "account.title", script: "/account/account.js",
            parts: "account.html"),
        "/account/start": ClinicFrame.page(
            titleKey: "account.title", script: "/account/start.js",
            parts: "start.html"),
        "/account/start.js": ClinicFrame.script("start.js"),
        "/account/picture.js": ClinicFrame.script("picture.js"),
        "/account/account.js": ClinicFrame.script("account.js"),
        "/account/desk.js": ClinicFrame.script("desk.js"),
        "/account/factor.js": ClinicFrame.script("factor.js"),
    ]
}

/// The name of a lane, as an admin sees and changes it.
package struct LaneNaming: Sendable {
    let name: @Sendable () -> String?
    let rename: @Sendable (String) -> Bool
    let isListening: Bool

    /// - Parameters:
    ///   - isListening: whether other devices reach the lane, with this machine's own authority.
    ///   - name: the name; nil if there is none.
    ///   - rename: changes it; false for a text that is not a name.
    package init(
        isListening: Bool, name: @escaping @Sendable () -> String?,
        rename: @escaping @Sendable (String) -> Bool
    ) {
        self.isListening = isListening
        self.name = name
        self.rename = rename
    }
}

/// Counts the requests for the hash of a password. One beyond the limit is refused.
private final class Waiting: Sendable {
    private let count = Mutex(0)

    /// Maximum number of requests. One hash is computed at a time; other requests wait.
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
