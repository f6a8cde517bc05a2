internal import Synchronization

/// Signs people in, and finds the caller of a request by a session or a token. Any thread.
package final class SignIns: CallerFinding {
    /// The limits of a session (OWASP ASVS 5.0, 7.1.1; NIST SP 800-63B, 4.2.3).
    package struct Limits: Sendable {
        /// The minutes after the last use at which the records close.
        package var idleMinutes = 30
        /// The minutes after which one has to sign in again, however much it is used. Until then
        /// tests may be begun at the lane.
        package var longestMinutes = 12 * 60

        /// The usual limits.
        package init() {}
    }

    /// The accounts.
    package let accounts: Accounts
    private let limits: Limits

    private struct State {
        var tries = SignInTries()
        /// The kept password that unknown logins are compared with.
        var decoy: String?
        /// Whether there are accounts, and when that was last read.
        var exist: (isSo: Bool, at: ContinuousClock.Instant)?
        /// Keys that were last found, for the time when the store cannot be reached.
        var found: [String: (key: KnownKey, at: ContinuousClock.Instant)] = [:]
        var noted: [String: ContinuousClock.Instant] = [:]
    }
    private let state = Mutex(State())

    /// The sessions of accounts.
    package init(_ accounts: Accounts, limits: Limits = Limits()) {
        self.accounts = accounts
        self.limits = limits
    }

    private var now: Moment { accounts.now() }
    private var store: any RecordKeeping { accounts.store }

    /// Whether there are accounts, so that everybody has to sign in. It is read once a second; if
    /// the store cannot be reached, everybody has to.
    package var areRequired: Bool {
        let known = state.withLock { $0.exist }
        if let known, known.at.duration(to: .now) < .seconds(1) { return known.isSo }
        guard let exist = try? !store.accounts().isEmpty else { return known?.isSo ?? true }
        state.withLock { $0.exist = (exist, .now) }
        return exist
    }

    // Signing in.

    /// The session of a person who has signed in.
    package struct Session: Sendable {
        /// The secret for the cookie.
        package let secret: String
        /// The account.
        package let account: Account
        /// Whether the person must choose a password before anything else.
        package let mustChoose: Bool
    }

    /// The reason that somebody is not signed in.
    package enum Fault: Error, Sendable, Equatable {
        /// The login is unknown, or the password is wrong, or the account cannot be used.
        case wrong
        /// Too many tries; the next is checked after these seconds.
        case slowed(seconds: Int)
        /// The store cannot be used.
        case store(RecordError)
    }

    /// Signs a person in. It takes a fifth of a second, whether the login is known or not.
    ///
    /// - Parameters:
    ///   - device: the address of the device, to slow down guessing.
    ///   - browser: the browser in words, to list the session.
    ///   - former: the secret of the browser's former session, which ends.
    package func signIn(
        _ login: String, _ password: String, from device: String, browser: String,
        replacing former: String?
    ) throws(Fault) -> Session {
        let login = login.lowercased()
        let wait = state.withLock { $0.tries.wait(of: login, from: device) }
        guard wait <= 0 else { throw .slowed(seconds: Int(wait.rounded(.up))) }
        do throws(RecordError) {
            let account = try store.accounts().first { $0.login == login }
            let given = PasswordRules.compared(password)
            let kept = account?.password ?? decoy() ?? ""
            let fits = accounts.hash.fits(given, kept)
            let isInTime = account?.initialUntil.map { now.milliseconds < $0.milliseconds } ?? true
            guard let account, account.password != nil, fits, account.isUsable(at: now), isInTime
            else {
                state.withLock { $0.tries.missed(login, from: device) }
                // A login that nobody has may be a password in the wrong field: it is not noted.
                try store.note(
                    .failSignIn, of: account?.id,
                    by: Author(
                        account?.login ?? "unknown",
                        reason: fits && account?.password != nil ? "not in use" : nil))
                return try fail()
            }
            state.withLock { state in
                state.tries.succeeded(login, from: device)
                state.exist = (true, .now)
            }
            if accounts.hash.isOutdated(kept), let anew = accounts.hash.kept(given) {
                var renewed = account
                renewed.password = anew
                _ = try store.save(
                    renewed, endingKeys: false, as: .changeAccount,
                    by: Author(login, reason: "\(login), password kept anew"))
            }
            if let former { try? endSession(former, as: .endSessions) }
            try forgetEnded(of: account)
            let secret = try open(account, browser: browser)
            return Session(
                secret: secret, account: account, mustChoose: account.initialUntil != nil)
        } catch {
            if case .invalid = error { throw .wrong }
            throw .store(error)
        }
    }

    private func fail() throws(RecordError) -> Session { throw .invalid("wrong") }

    private func decoy() -> String? {
        if let known = state.withLock({ $0.decoy }) { return known }
        let made = accounts.hash.kept(Accounts.secret(words: 2))
        state.withLock { $0.decoy = made }
        return made
    }

    /// Opens a session, and notes that.
    private func open(
        _ account: Account, browser: String, emergency: String? = nil, ends: Moment? = nil
    ) throws(RecordError) -> String {
        let secret = Accounts.secret(words: 2)
        let moment = now
        let longest = moment.adding(minutes: limits.longestMinutes)
        let end = [longest, ends, account.ends].compactMap { $0 }
            .min { $0.milliseconds < $1.milliseconds }
        try store.add(
            AccessKey(
                id: RecordID(at: moment), digest: accounts.digest(of: secret),
                account: account.id, kind: .session, label: String(browser.prefix(64)),
                emergency: emergency, made: moment, ends: end),
            as: emergency == nil ? .signIn : .emergency,
            by: Author(account.login, reason: emergency))
        return secret
    }

    /// Removes the keys of an account that have ended.
    private func forgetEnded(of account: Account) throws(RecordError) {
        let ended = try store.keys(of: account.id).filter {
            $0.ends.map { $0.milliseconds <= now.milliseconds } ?? false
        }
        guard !ended.isEmpty else { return }
        try store.end(
            ended.map(\.id), of: account.id, as: .endSessions,
            by: Author(account.login, reason: "out of time"))
    }

    /// Ends the session of a secret.
    package func endSession(
        _ secret: String, as action: AuditAction = .signOut
    ) throws(RecordError) {
        let digest = accounts.digest(of: secret)
        _ = state.withLock { $0.found.removeValue(forKey: digest) }
        guard let known = try store.key(withDigest: digest), known.key.kind == .session else {
            return
        }
        try store.end(
            [known.key.id], of: known.account.id, as: action, by: Author(known.account.login))
    }

    /// Gives a person who has signed in the rights of a clinician for an hour.
    ///
    /// - Returns: the secret of the new session, which replaces the former one.
    /// - Throws: `RecordError.invalid` without a reason.
    package func takeEmergency(
        of known: KnownKey, because reason: String
    ) throws(RecordError) -> String {
        guard !reason.isEmpty, reason.count <= 200 else {
            throw .invalid("Give the reason of the emergency in at most 200 characters.")
        }
        try store.end(
            [known.key.id], of: known.account.id, as: .endSessions,
            by: Author(known.account.login))
        return try open(
            known.account, browser: known.key.label, emergency: reason,
            ends: now.adding(minutes: Accounts.emergencyMinutes))
    }

    /// Whether a password is that of an account: asked for again before a change of it.
    package func confirms(
        _ password: String, of account: Account, from device: String
    ) throws(Fault) {
        let wait = state.withLock { $0.tries.wait(of: account.login, from: device) }
        guard wait <= 0 else { throw .slowed(seconds: Int(wait.rounded(.up))) }
        guard let kept = account.password,
            accounts.hash.fits(PasswordRules.compared(password), kept)
        else {
            state.withLock { $0.tries.missed(account.login, from: device) }
            throw .wrong
        }
    }

    // Finding the caller.

    /// The name of the session's cookie: a browser takes it from this server alone (RFC 6265bis,
    /// section 4.1.3.2).
    package static let cookieName = "__Host-aloud-session"

    /// The header that sets the session's cookie, or removes it for nil.
    package static func cookie(_ secret: String?) -> String {
        "\(cookieName)=\(secret ?? ""); Path=/; Secure; HttpOnly; SameSite=Strict"
            + (secret == nil ? "; Max-Age=0" : "")
    }

    /// The secret of the session's cookie; nil without one.
    package static func secret(inCookie header: String?) -> String? {
        let start = cookieName + "="
        let values = (header ?? "").split(separator: ";")
            .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(start) }
            .map { String($0.dropFirst(start.count)) }
        // Two of them are a trick.
        guard values.count == 1, let value = values.first, value.utf8.count == 32 else {
            return nil
        }
        return value
    }

    package func caller(cookie: String?, authorization: String?) -> Caller? {
        if let authorization {
            let parts = authorization.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].lowercased() == "bearer",
                parts[1].hasPrefix(Accounts.tokenStart), parts[1].utf8.count == 70,
                let known = found(String(parts[1]), kind: .token)
            else { return nil }
            return caller(use(known))
        }
        guard let known = session(cookie: cookie), known.account.initialUntil == nil else {
            return nil
        }
        return caller(known)
    }

    /// The session of a cookie with its account; nil if it has ended or was idle too long.
    package func session(cookie: String?) -> KnownKey? {
        guard let secret = Self.secret(inCookie: cookie),
            let known = found(secret, kind: .session),
            now.milliseconds - known.key.used.milliseconds
                < Int64(limits.idleMinutes) * 60_000
        else { return nil }
        return use(known)
    }

    /// The person who opened the lane: their session may have been idle, but it has not ended.
    package func laneCaller(cookie: String?) -> Caller? {
        guard let secret = Self.secret(inCookie: cookie),
            let known = found(secret, kind: .session), known.account.initialUntil == nil
        else { return nil }
        return caller(known)
    }

    private func caller(_ known: KnownKey) -> Caller {
        let role = known.key.emergency == nil ? known.account.role : .clinician
        return Caller(
            name: known.account.login,
            role: known.account.role == .admin ? .admin : role, scopes: known.key.scopes)
    }

    /// The time for which a key counts while the store cannot be reached.
    private static let patience = Duration.seconds(300)

    private func found(_ secret: String, kind: AccessKey.Kind) -> KnownKey? {
        let digest = accounts.digest(of: secret)
        let known: KnownKey?
        do throws(RecordError) {
            known = try store.key(withDigest: digest)
            let kept = known
            state.withLock { state in
                if state.found.count > 1_000 { state.found = [:] }
                state.found[digest] = kept.map { ($0, .now) }
            }
        } catch {
            known = state.withLock { state in
                state.found[digest].flatMap {
                    $0.at.duration(to: .now) < Self.patience ? $0.key : nil
                }
            }
        }
        guard let known, known.key.kind == kind, known.account.isUsable(at: now),
            known.key.ends.map({ now.milliseconds < $0.milliseconds }) ?? true
        else { return nil }
        return known
    }

    /// Notes the use of a key, to the minute: each note is a write.
    private func use(_ known: KnownKey) -> KnownKey {
        if now.milliseconds - known.key.used.milliseconds >= 60_000 {
            try? store.use(known.key.id, at: now)
        }
        return known
    }

    package func note(
        refusalOf permission: Permission, to caller: Caller, for object: RecordID?
    ) {
        // A program that asks again and again must not fill the trail.
        let what = "\(caller.name) \(permission.rawValue) \(object?.text ?? "")"
        let isNew = state.withLock { state in
            let last = state.noted[what]
            if state.noted.count > 1_000 { state.noted = [:] }
            state.noted[what] = .now
            return last.map { $0.duration(to: .now) > .seconds(60) } ?? true
        }
        guard isNew else { return }
        try? store.note(
            .refuse, of: object, by: Author(caller.name, reason: permission.rawValue))
    }
}
