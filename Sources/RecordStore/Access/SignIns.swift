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
        /// The minutes after which a person proves again who they are, before they end sessions,
        /// change accounts, make tokens or erase (OWASP ASVS 5.0, 7.5).
        package var proofMinutes = 5

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
        /// The roles that need a second factor, as they were last read.
        var strict: Set<Role> = []
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
        /// The password is right, and a code of the second factor is missing.
        case codeNeeded
        /// The password is right, and the code is wrong or was taken before.
        case wrongCode
        /// Too many tries; the next is checked after these seconds.
        case slowed(seconds: Int)
        /// The store cannot be used.
        case store(RecordError)
    }

    /// The proof of a person: the password and, with a second factor, a code.
    package struct Proof: Sendable {
        /// The password.
        package let password: String
        /// The code of the app, or a recovery code; nil if none was asked for.
        package let code: String?

        /// The parameters as the properties of their names.
        package init(_ password: String, code: String? = nil) {
            self.password = password
            self.code = code
        }
    }

    /// Signs a person in. It takes a fifth of a second, whether the login is known or not.
    ///
    /// - Parameters:
    ///   - device: the address of the device, to slow down guessing.
    ///   - browser: the browser in words, to list the session.
    ///   - former: the secret of the browser's former session, which ends.
    package func signIn(
        _ login: String, _ proof: Proof, from device: String, browser: String,
        replacing former: String?
    ) throws(Fault) -> Session {
        let login = login.lowercased()
        let account = try checked(login, proof, from: device)
        return try kept { () throws(RecordError) in
            if let former { try? endSession(former, as: .endSessions) }
            try forgetEnded(of: account)
            let secret = try open(account, browser: browser, as: .signIn)
            return Session(
                secret: secret, account: account, mustChoose: account.initialUntil != nil)
        }
    }

    /// The account of a login whose proof is right.
    private func checked(
        _ login: String, _ proof: Proof, from device: String
    ) throws(Fault) -> Account {
        let wait = state.withLock { $0.tries.wait(of: login, from: device) }
        guard wait <= 0 else { throw .slowed(seconds: Int(wait.rounded(.up))) }
        let account = try kept { () throws(RecordError) in
            try store.accounts().first { $0.login == login }
        }
        let given = PasswordRules.compared(proof.password)
        let known = account?.password ?? decoy() ?? ""
        let fits = accounts.hash.fits(given, known)
        let isInTime = account?.initialUntil.map { now.milliseconds < $0.milliseconds } ?? true
        guard let account, account.password != nil, fits, account.isUsable(at: now), isInTime
        else {
            state.withLock { $0.tries.missed(login, from: device) }
            // A login that nobody has may be a password in the wrong field: it is not noted.
            try kept { () throws(RecordError) in
                try store.note(
                    .failSignIn, of: account?.id,
                    by: Author(
                        account?.login ?? "unknown",
                        reason: fits && account?.password != nil ? "not in use" : nil))
            }
            throw .wrong
        }
        let proven = try second(proof.code, of: account)
        state.withLock { state in
            state.tries.succeeded(login, from: device)
            state.exist = (true, .now)
        }
        guard accounts.hash.isOutdated(known), let anew = accounts.hash.kept(given) else {
            return proven
        }
        var renewed = proven
        renewed.password = anew
        return try kept { [renewed] () throws(RecordError) in
            try store.save(
                renewed, endingKeys: false, as: .changeAccount,
                by: Author(login, reason: "\(login), password kept anew"))
        }
    }

    /// The account after the code of its second factor was taken; unchanged without one.
    private func second(_ code: String?, of account: Account) throws(Fault) -> Account {
        guard account.secondFactor != nil else { return account }
        guard let code, !code.isEmpty else { throw .codeNeeded }
        let wait = state.withLock { $0.tries.waitForCode(of: account.login) }
        guard wait <= 0 else { throw .slowed(seconds: Int(wait.rounded(.up))) }
        let taken = try kept { () throws(RecordError) in try accounts.take(code, of: account) }
        guard let taken else {
            state.withLock { $0.tries.missedCode(of: account.login) }
            try kept { () throws(RecordError) in
                try store.note(.failCode, of: account.id, by: Author(account.login))
            }
            throw .wrongCode
        }
        state.withLock { $0.tries.tookCode(of: account.login) }
        return taken
    }

    private func kept<Result>(
        _ act: () throws(RecordError) -> Result
    ) throws(Fault) -> Result {
        do throws(RecordError) { return try act() } catch { throw .store(error) }
    }

    private func decoy() -> String? {
        if let known = state.withLock({ $0.decoy }) { return known }
        let made = accounts.hash.kept(Accounts.secret(words: 2))
        state.withLock { $0.decoy = made }
        return made
    }

    /// Opens a session, and notes that.
    private func open(
        _ account: Account, browser: String, emergency: String? = nil, ends: Moment? = nil,
        as action: AuditAction
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
            as: action, by: Author(account.login, reason: emergency))
        return secret
    }

    /// Opens a session after all those of the account have ended: the person changed their password.
    package func reopen(_ account: Account, browser: String) throws(RecordError) -> String {
        try open(account, browser: browser, as: .signIn)
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
            ends: now.adding(minutes: Accounts.emergencyMinutes), as: .emergency)
    }

    // Proving it again.

    /// Takes the proof of a person who has signed in once more, before an act that needs it.
    ///
    /// - Returns: the secret of a new session, which replaces the former one (OWASP ASVS 5.0, 7.2.4).
    package func confirm(
        _ proof: Proof, of known: KnownKey, from device: String
    ) throws(Fault) -> String {
        let account = try checked(known.account.login, proof, from: device)
        return try kept { () throws(RecordError) in
            let secret = try open(
                account, browser: known.key.label, emergency: known.key.emergency,
                ends: known.key.emergency == nil ? nil : known.key.ends, as: .confirm)
            try store.end(
                [known.key.id], of: account.id, as: .endSessions, by: Author(account.login))
            return secret
        }
    }

    /// Makes sure that a password is that of an account.
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

    /// Whether the person of a session proved who they are within the last minutes, by signing in or
    /// again since.
    package func isRecent(_ key: AccessKey) -> Bool {
        let age = now.milliseconds - key.made.milliseconds
        return (0..<Int64(limits.proofMinutes) * 60_000).contains(age)
    }

    /// Whether the person must make a second factor before anything else. Without the store, the
    /// roles that were last read count.
    package func needsSecondFactor(_ account: Account) -> Bool {
        let roles = try? accounts.rolesWithSecondFactor()
        let known = state.withLock { state in
            state.strict = roles ?? state.strict
            return state.strict
        }
        return accounts.lacksSecondFactor(account, for: known)
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
        guard let known = session(cookie: cookie), isReady(known.account) else { return nil }
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
            let known = found(secret, kind: .session), isReady(known.account)
        else { return nil }
        return caller(known)
    }

    /// Whether a person has a password of their own, and a second factor if they need one.
    private func isReady(_ account: Account) -> Bool {
        account.initialUntil == nil && !needsSecondFactor(account)
    }

    private func caller(_ known: KnownKey) -> Caller {
        let role = known.key.emergency == nil ? known.account.role : .clinician
        return Caller(
            name: known.account.login,
            role: known.account.role == .admin ? .admin : role, scopes: known.key.scopes,
            isRecent: known.key.kind == .token || isRecent(known.key))
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
