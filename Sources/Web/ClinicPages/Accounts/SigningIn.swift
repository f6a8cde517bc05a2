internal import Accounts
internal import Foundation
internal import HTTP
internal import RecordStore

// Signing in and out, and proving one's identity again.

extension AccountPages {
    private struct SignInRequest: Decodable {
        var login: String
        var password: String
        var code: String?
    }

    func signIn(_ request: Request) throws -> Reply.Content {
        let wanted: SignInRequest = try request.json()
        let session = try signIns.signIn(
            wanted.login, SignIns.Proof(wanted.password, code: wanted.code), from: request.peer,
            browser: Self.browser(request),
            replacing: SessionCookie.secret(inCookie: request.headers["cookie"]))
        return Self.done(cookie: SessionCookie.header(session.secret))
    }

    func signOut(_ request: Request) throws -> Reply.Content {
        if let secret = SessionCookie.secret(inCookie: request.headers["cookie"]) {
            try signIns.endSession(secret)
        }
        var content = Self.done(cookie: SessionCookie.header(nil))
        content.headers["Clear-Site-Data"] = "\"cache\""
        return content
    }

    private struct ConfirmRequest: Decodable {
        var password: String
        var code: String?
    }

    /// Takes the proof once more, and gives the browser a new session.
    func confirm(_ request: Request) throws -> Reply.Content {
        let known = try known(request)
        let wanted: ConfirmRequest = try request.json()
        let secret = try signIns.confirm(
            SignIns.Proof(wanted.password, code: wanted.code), of: known, from: request.peer)
        return Self.done(cookie: SessionCookie.header(secret))
    }

    private struct FirstRequest: Decodable {
        var login: String
        var name: String?
        var password: String
    }

    /// Makes the first account, an admin's, and signs the admin in.
    func first(_ request: Request) throws -> Reply.Content {
        guard isHome(request), !signIns.areRequired else { throw Refusal.notAllowed }
        let wanted: FirstRequest = try request.json()
        let name = wanted.name?.trimmingCharacters(in: .whitespaces)
        _ = try signIns.accounts.add(
            wanted.login, name: name?.isEmpty == true ? nil : name, role: .admin,
            password: wanted.password, by: Author(user))
        let session = try signIns.signIn(
            wanted.login, SignIns.Proof(wanted.password), from: request.peer,
            browser: Self.browser(request), replacing: nil)
        return Self.done(cookie: SessionCookie.header(session.secret))
    }

    // The person's own account.

    /// The session of a request, also of a person who must still choose a password or make a second
    /// factor.
    func known(_ request: Request) throws(Refusal) -> KnownKey {
        guard let known = signIns.session(cookie: request.headers["cookie"]) else {
            throw .signIn
        }
        return known
    }

    /// The session of a person who proved their identity in the last minutes.
    func recent(_ request: Request) throws -> KnownKey {
        let known = try known(request)
        guard signIns.isRecent(known.key) else { throw ProofNeeded() }
        return known
    }

    private struct PasswordRequest: Decodable {
        var former: String
        var password: String
    }

    func changePassword(_ request: Request) throws -> Reply.Content {
        // The former password is always asked for. A person with a second factor also needs a
        // recent proof.
        var known = try known(request)
        if known.account.secondFactor != nil { known = try recent(request) }
        let wanted: PasswordRequest = try request.json()
        try signIns.confirms(wanted.former, of: known.account, from: request.peer)
        guard wanted.former != wanted.password else {
            throw RecordError.invalid("The new password is the former one. Choose another.")
        }
        _ = try signIns.accounts.setPassword(
            wanted.password, of: known.account, by: Author(known.account.login))
        // All sessions have ended; this browser gets a new one.
        let secret = try signIns.reopen(known, browser: Self.browser(request))
        return Self.done(cookie: SessionCookie.header(secret))
    }

    private struct EmergencyRequest: Decodable {
        var reason: String
        var password: String
    }

    func takeEmergency(_ request: Request) throws -> Reply.Content {
        let known = try known(request)
        guard known.account.initialUntil == nil, !signIns.needsSecondFactor(known.account) else {
            throw Refusal.notAllowed
        }
        let wanted: EmergencyRequest = try request.json()
        try signIns.confirms(wanted.password, of: known.account, from: request.peer)
        let secret = try signIns.takeEmergency(of: known, because: wanted.reason)
        return Self.done(cookie: SessionCookie.header(secret))
    }
}

/// A person must prove their identity again before an act.
struct ProofNeeded: Error {}
