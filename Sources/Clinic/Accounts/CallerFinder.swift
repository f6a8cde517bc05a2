internal import RecordStore
internal import Synchronization

/// Finds the caller of a request by a session or a token. Any thread.
final class CallerFinder: CallerFinding {
    private let accounts: Accounts
    private let limits: SignIns.Limits

    private struct State {
        /// The last keys found, by their digests, for use while the store cannot be reached.
        var found: [String: (key: KnownKey, at: ContinuousClock.Instant)] = [:]
        /// The digest of the session that replaced another one, by the digest of the replaced one.
        var followers: [String: String] = [:]
        var noted: [String: ContinuousClock.Instant] = [:]
        /// The roles that need a second factor, as they were last read.
        var strict: Set<Role> = []
    }
    private let state = Mutex(State())

    init(_ accounts: Accounts, limits: SignIns.Limits) {
        self.accounts = accounts
        self.limits = limits
    }

    private var now: Moment { accounts.now() }
    private var store: any RecordKeeping { accounts.store }

    func caller(cookie: String?, authorization: String?) -> Caller? {
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

    /// The session of a cookie with its account; nil if it has ended or was idle too long. A session
    /// whose last use is as far in the future has ended, too: the clock was set back.
    func session(cookie: String?) -> KnownKey? {
        guard let secret = SessionCookie.secret(inCookie: cookie),
            let known = found(secret, kind: .session),
            abs(now.milliseconds - known.key.used.milliseconds)
                < Int64(limits.idleMinutes) * 60_000
        else { return nil }
        return use(known)
    }

    /// The caller at the lane; nil if their session has ended. An idle session counts.
    func laneCaller(cookie: String?) -> Caller? {
        guard let secret = SessionCookie.secret(inCookie: cookie),
            let known = found(secret, kind: .session), isReady(known.account)
        else { return nil }
        return caller(known)
    }

    /// The caller whose session opened a page, or a session that replaced it; nil if it has ended.
    func pageCaller(openedWith cookie: String?) -> Caller? {
        guard let secret = SessionCookie.secret(inCookie: cookie) else { return nil }
        var digest = accounts.digest(of: secret)
        state.withLock { state in
            while let follower = state.followers[digest] { digest = follower }
        }
        guard let known = found(digest: digest, kind: .session), isReady(known.account) else {
            return nil
        }
        return caller(known)
    }

    /// Notes that one session replaced another.
    func follow(_ digest: String, by follower: String) {
        state.withLock { state in
            if state.followers.count > 1_000 { state.followers = [:] }
            state.followers[digest] = follower
        }
    }

    /// Forgets a key that has ended.
    func forget(_ digest: String) {
        _ = state.withLock { $0.found.removeValue(forKey: digest) }
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

    /// The time for which a key is accepted while the store cannot be reached.
    private static let patience = Duration.seconds(300)

    private func found(_ secret: String, kind: AccessKey.Kind) -> KnownKey? {
        found(digest: accounts.digest(of: secret), kind: kind)
    }

    private func found(digest: String, kind: AccessKey.Kind) -> KnownKey? {
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

    /// Whether the person of a session proved their identity within the last `proofMinutes`, at
    /// sign-in or later.
    func isRecent(_ key: AccessKey) -> Bool {
        let age = now.milliseconds - key.made.milliseconds
        return (0..<Int64(limits.proofMinutes) * 60_000).contains(age)
    }

    /// Whether the person must set up a second factor before anything else. If the store cannot be
    /// reached, the last roles read apply.
    func needsSecondFactor(_ account: Account) -> Bool {
        let roles = try? accounts.rolesWithSecondFactor()
        let known = state.withLock { state in
            state.strict = roles ?? state.strict
            return state.strict
        }
        return accounts.lacksSecondFactor(account, for: known)
    }

    /// Records the use of a key, at most once a minute because each record is a write.
    private func use(_ known: KnownKey) -> KnownKey {
        if known.key.lastUse == nil
            || abs(now.milliseconds - known.key.used.milliseconds) >= 60_000
        {
            try? store.use(known.key.id, at: now)
        }
        return known
    }

    func note(
        refusalOf permission: Permission, to caller: Caller, for object: RecordID?
    ) {
        // Repeated refusals of the same request must not fill the trail.
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
