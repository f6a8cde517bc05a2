package import RecordStore
internal import Synchronization

/// Signs people in, and finds the caller of a request by a session or a token. Any thread.
package final class SignIns: CallerFinding {
    /// The limits of a session (OWASP ASVS 5.0, 7.1.1; NIST SP 800-63B, 4.2.3).
    package struct Limits: Sendable {
        /// The minutes without use after which a session closes the records.
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

    /// Whether there are accounts, and when that was last read.
    private let signedOut = Mutex<@Sendable (String) -> Void>({ _ in })
    private let exist = Mutex<(isSo: Bool, at: ContinuousClock.Instant)?>(nil)
    private let proofs: ProofCheck
    private let callers: CallerFinder

    /// The sessions of accounts.
    package init(_ accounts: Accounts, limits: Limits = Limits()) {
        self.accounts = accounts
        self.limits = limits
        proofs = ProofCheck(accounts)
        callers = CallerFinder(accounts, limits: limits)
    }

    private var now: Moment { accounts.now() }
    private var store: any RecordKeeping { accounts.store }

    /// Whether there are accounts, so that everybody has to sign in. It is read once a second; if
    /// the store cannot be reached, everybody has to.
    package var areRequired: Bool {
        let known = exist.withLock { $0 }
        if let known, known.at.duration(to: .now) < .seconds(1) { return known.isSo }
        guard let isSo = try? !store.accounts().isEmpty else { return known?.isSo ?? true }
        exist.withLock { $0 = (isSo, .now) }
        return isSo
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
        let account = try proofs.account(of: login, proof, from: device)
        exist.withLock { $0 = (true, .now) }
        return try Fault.ofStore { () throws(RecordError) in
            if let former { try? endSession(former, as: .endSessions) }
            try forgetEnded(of: account)
            let secret = try open(account, browser: browser, as: .signIn)
            return Session(
                secret: secret, account: account, mustChoose: account.initialUntil != nil)
        }
    }

    /// Opens a session, with an entry in the audit trail.
    ///
    /// - Parameter former: the session whose proof it takes over; nil if the person has just proved
    ///   their identity.
    private func open(
        _ account: Account, browser: String, emergency: String? = nil,
        restingOn former: AccessKey? = nil, ends: Moment? = nil, as action: AuditAction
    ) throws(RecordError) -> String {
        let secret = Accounts.secret(words: 2)
        let moment = now
        let longest = moment.adding(minutes: limits.longestMinutes)
        let end = [longest, ends, account.ends, former?.ends].compactMap { $0 }
            .min { $0.milliseconds < $1.milliseconds }
        try store.add(
            AccessKey(
                id: RecordID(at: moment), digest: accounts.digest(of: secret),
                account: account.id, kind: .session, label: String(browser.prefix(64)),
                emergency: emergency, made: former?.made ?? moment, used: moment, ends: end),
            as: action, by: Author(account.login, reason: emergency))
        return secret
    }

    /// Opens a session after a change of password, which ends all sessions of the account. With a
    /// second factor, the session keeps the time of the former proof, because no code was asked
    /// for.
    package func reopen(_ known: KnownKey, browser: String) throws(RecordError) -> String {
        let former = known.account.secondFactor == nil ? nil : known.key
        return try open(known.account, browser: browser, restingOn: former, as: .signIn)
    }

    /// The time after which a key that has ended is removed, milliseconds: two days, chosen. The
    /// clock of this lane may be ahead by a day, and must not end sessions at other lanes.
    private static let endedFor: Int64 = 2 * 86_400_000

    /// Removes the keys of an account that ended long ago.
    private func forgetEnded(of account: Account) throws(RecordError) {
        let ended = try store.keys(of: account.id).filter {
            $0.ends.map { $0.milliseconds + Self.endedFor <= now.milliseconds } ?? false
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
        callers.forget(digest)
        guard let known = try store.key(withDigest: digest), known.key.kind == .session else {
            return
        }
        try store.end(
            [known.key.id], of: known.account.id, as: action, by: Author(known.account.login))
        signedOut.withLock { $0 }(known.account.login)
    }

    /// Calls a function with the login of each person who signs out.
    package func onSignOut(_ act: @escaping @Sendable (String) -> Void) {
        signedOut.withLock { $0 = act }
    }

    /// Gives a person who has signed in the rights of a clinician for an hour. The password alone
    /// is not a new proof: the session keeps the proof of the former one.
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
        let secret = try open(
            known.account, browser: known.key.label, emergency: reason, restingOn: known.key,
            ends: now.adding(minutes: Accounts.emergencyMinutes), as: .emergency)
        callers.follow(known.key.digest, by: accounts.digest(of: secret))
        return secret
    }

    // Proving identity again.

    /// Checks the proof of a signed-in person again, before an act that needs it.
    ///
    /// - Returns: the secret of a new session, which replaces the former one (OWASP ASVS 5.0, 7.2.4).
    package func confirm(
        _ proof: Proof, of known: KnownKey, from device: String
    ) throws(Fault) -> String {
        let account = try proofs.account(of: known.account.login, proof, from: device)
        return try Fault.ofStore { () throws(RecordError) in
            let secret = try open(
                account, browser: known.key.label, emergency: known.key.emergency,
                ends: known.key.emergency == nil ? nil : known.key.ends, as: .confirm)
            try store.end(
                [known.key.id], of: account.id, as: .endSessions, by: Author(account.login))
            callers.follow(known.key.digest, by: accounts.digest(of: secret))
            return secret
        }
    }

    /// The account of a person, if the proof is right: everything that a sign-in asks for.
    func proven(
        _ login: String, _ proof: Proof, from device: String
    ) throws(Fault) -> Account {
        try proofs.account(of: login.lowercased(), proof, from: device)
    }

    /// Makes sure that a password is the account's.
    package func confirms(
        _ password: String, of account: Account, from device: String
    ) throws(Fault) {
        try proofs.confirms(password, of: account, from: device)
    }

    // Finding the caller.

    package func caller(cookie: String?, authorization: String?) -> Caller? {
        callers.caller(cookie: cookie, authorization: authorization)
    }

    package func note(
        refusalOf permission: Permission, to caller: Caller, for object: RecordID?
    ) {
        callers.note(refusalOf: permission, to: caller, for: object)
    }

    /// The session of a cookie with its account; nil if it has ended or was idle too long.
    package func session(cookie: String?) -> KnownKey? { callers.session(cookie: cookie) }

    /// The caller at the lane; nil if their session has ended. An idle session counts.
    package func laneCaller(cookie: String?) -> Caller? { callers.laneCaller(cookie: cookie) }

    /// The caller whose session opened a page, or a session that replaced it; nil if it has ended.
    package func pageCaller(openedWith cookie: String?) -> Caller? {
        callers.pageCaller(openedWith: cookie)
    }

    /// Whether the person of a session proved their identity within the last minutes, when signing
    /// in or later.
    package func isRecent(_ key: AccessKey) -> Bool { callers.isRecent(key) }

    /// Whether the person must make a second factor before anything else.
    package func needsSecondFactor(_ account: Account) -> Bool {
        callers.needsSecondFactor(account)
    }
}
