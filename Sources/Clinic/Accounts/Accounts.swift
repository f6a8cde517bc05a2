package import RecordStore

/// The accounts of a clinic: who has which role, with which password and tokens.
///
/// Without accounts, one person uses Aloud at home and does not sign in.
package struct Accounts: Sendable {
    /// The store.
    package let store: any RecordKeeping
    /// The hash of stored passwords.
    let hash: PasswordHash
    /// Makes the codes of second factors.
    let hmac: OneTimeCode.HMAC
    /// The clock.
    package let now: @Sendable () -> Moment
    private let digest: AuditChain.Digest

    /// The accounts of a store.
    ///
    /// - Parameters:
    ///   - hash: keeps passwords.
    ///   - digest: the digest of 32 bytes that the store keeps for a secret.
    ///   - hmac: HMAC-SHA-1, for the codes of second factors.
    ///   - now: the clock.
    package init(
        _ store: any RecordKeeping, hash: PasswordHash, digest: @escaping AuditChain.Digest,
        hmac: @escaping OneTimeCode.HMAC, now: @escaping @Sendable () -> Moment
    ) {
        self.store = store
        self.hash = hash
        self.digest = digest
        self.hmac = hmac
        self.now = now
    }

    /// The time within which an initial password must be used, hours.
    package static let initialHours = 72
    /// The longest time of an emergency access, minutes.
    package static let emergencyMinutes = 60

    /// All accounts, sorted by login.
    package func all() throws(RecordError) -> [Account] { try store.accounts() }

    /// The account of a login.
    ///
    /// - Throws: `RecordError.invalid` if there is none.
    package func account(_ login: String) throws(RecordError) -> Account {
        let login = login.lowercased()
        guard let account = try store.accounts().first(where: { $0.login == login }) else {
            throw .invalid("No account has this login. 'aloud accounts list' lists them.")
        }
        return account
    }

    /// Adds an account.
    ///
    /// - Parameters:
    ///   - password: a password that the person chose; nil to make an initial one.
    ///   - hasPassword: false for a program, which has only tokens.
    /// - Returns: the account, and the initial password if there is one.
    /// - Throws: `RecordError.invalid`, `.taken`.
    package func add(
        _ login: String, name: String?, role: Role, password: String? = nil,
        hasPassword: Bool = true, by author: Author
    ) throws(RecordError) -> (account: Account, initial: String?) {
        if try store.accounts().isEmpty, role != .admin || !hasPassword {
            throw .invalid(
                "The first account is that of an admin: 'aloud accounts add LOGIN --role admin'.")
        }
        var account = Account(
            id: RecordID(at: now()), login: login, name: name, role: role, made: now())
        try account.check()
        let initial = hasPassword ? try give(password, to: &account) : nil
        do throws(RecordError) {
            let saved = try store.save(
                account, endingKeys: false, as: .addAccount,
                by: Author(author.name, reason: "\(account.login), \(role.rawValue)"))
            return (saved, initial)
        } catch .taken {
            throw .invalid("Another account has this login. Choose another.")
        }
    }

    /// Sets the password of an account. Makes and returns an initial one if `password` is nil.
    private func give(
        _ password: String?, to account: inout Account
    ) throws(RecordError) -> String? {
        let initial = password == nil ? PasswordRules.initial() : nil
        if let password { try PasswordRules.check(password, of: account) }
        guard let kept = hash.kept(PasswordRules.compared(password ?? initial ?? "")) else {
            throw .failed("there is not enough memory to keep a password.")
        }
        account.password = kept
        account.initialUntil =
            initial == nil ? nil : now().adding(minutes: Self.initialHours * 60)
        return initial
    }

    /// Changes the password of an account, and ends all its sessions and tokens.
    ///
    /// - Parameter password: a password that the person chose; nil to make an initial one.
    /// - Returns: the initial password, if there is one.
    /// - Throws: `RecordError.invalid` for the account of a program.
    package func setPassword(
        _ password: String?, of account: Account, by author: Author
    ) throws(RecordError) -> String? {
        guard account.password != nil else {
            throw .invalid(
                "This account is that of a program, which has tokens and no password. Make a new"
                    + " token with 'aloud accounts token add \(account.login)'.")
        }
        var account = account
        let initial = try give(password, to: &account)
        _ = try store.save(
            account, endingKeys: true, as: .changePassword,
            by: Author(author.name, reason: account.login))
        return initial
    }

    /// Changes the role of an account; its sessions and tokens end.
    ///
    /// - Throws: `RecordError.invalid` for the last admin.
    package func setRole(
        _ role: Role, of account: Account, by author: Author
    ) throws(RecordError) {
        if role != .admin { try checkAdmin(besides: account) }
        var changed = account
        changed.role = role
        _ = try store.save(
            changed, endingKeys: true, as: .changeAccount,
            by: Author(author.name, reason: "\(account.login), \(role.rawValue)"))
    }

    /// Changes the name of an account.
    ///
    /// - Throws: `RecordError.invalid`.
    package func setName(_ name: String, of account: Account, by author: Author) throws(RecordError)
    {
        var changed = account
        changed.name = name
        try changed.check()
        _ = try store.save(
            changed, endingKeys: false, as: .changeAccount,
            by: Author(author.name, reason: "\(account.login), name"))
    }

    /// Disables an account, which ends its sessions and tokens, or enables it again.
    ///
    /// - Throws: `RecordError.invalid` for the last admin.
    package func setDisabled(
        _ isDisabled: Bool, of account: Account, by author: Author
    ) throws(RecordError) {
        if isDisabled { try checkAdmin(besides: account) }
        var changed = account
        changed.isDisabled = isDisabled
        _ = try store.save(
            changed, endingKeys: isDisabled, as: .changeAccount,
            by: Author(
                author.name, reason: "\(account.login), \(isDisabled ? "disabled" : "enabled")"))
    }

    /// Removes an account. The audit trail keeps its login.
    ///
    /// - Throws: `RecordError.invalid` for the last admin, unless it is the last account.
    package func remove(_ account: Account, by author: Author) throws(RecordError) {
        if try store.accounts().count > 1 { try checkAdmin(besides: account) }
        try store.remove(
            account: account.id, by: Author(author.name, reason: account.login))
    }

    /// Makes sure that another admin can sign in.
    private func checkAdmin(besides account: Account) throws(RecordError) {
        let now = now()
        let others = try store.accounts().filter {
            $0.id != account.id && $0.role == .admin && $0.isUsable(at: now) && $0.ends == nil
                && $0.password != nil
        }
        guard account.role != .admin || !others.isEmpty else {
            throw .invalid("This is the only admin. Make another one first.")
        }
    }

    // Keys.

    /// The digest that the store keeps for a secret.
    func digest(of secret: String) -> String {
        digest(Array(secret.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// A secret of random bits, as hexadecimal digits.
    static func secret(words: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<words).map { _ in
            let digits = String(UInt64.random(in: 0...UInt64.max, using: &generator), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// The prefix of each token. It identifies a leaked token as one of Aloud's.
    static let tokenStart = "aloud_"

    /// Makes a token for a program with an account.
    ///
    /// - Parameters:
    ///   - days: the days until it ends; nil for no end.
    /// - Returns: the token, which is shown once.
    /// - Throws: `RecordError.invalid` if the role does not have one of the scopes.
    package func addToken(
        named label: String, of account: Account, scopes: Set<Permission>, days: Int?,
        by author: Author
    ) throws(RecordError) -> String {
        let beyond = scopes.subtracting(account.role.permissions)
        guard beyond.isEmpty, !scopes.isEmpty else {
            throw .invalid(
                "The role \(account.role.rawValue) has the scopes "
                    + account.role.permissions.map(\.rawValue).sorted().joined(separator: ", ")
                    + ".")
        }
        guard !label.isEmpty, label.count <= Account.longestText else {
            throw .invalid("The name of a token has 1 to \(Account.longestText) characters.")
        }
        let secret = Self.tokenStart + Self.secret(words: 4)
        let moment = now()
        try store.add(
            AccessKey(
                id: RecordID(at: moment), digest: digest(of: secret), account: account.id,
                kind: .token, label: label, scopes: scopes, made: moment,
                ends: days.map { moment.adding(minutes: $0 * 24 * 60) }), as: .addToken,
            by: Author(author.name, reason: "\(account.login), \(label)"))
        return secret
    }

    /// Ends a token or a session.
    ///
    /// - Throws: `RecordError.notFound`.
    package func end(_ key: RecordID, by author: Author) throws(RecordError) {
        guard let known = try store.keys(of: nil).first(where: { $0.id == key }) else {
            throw .notFound
        }
        try store.end(
            [key], of: known.account, as: known.kind == .token ? .revokeToken : .endSessions,
            by: author)
    }

    /// Ends the other sessions of a person (OWASP ASVS 5.0, 7.4.3).
    package func endOthers(_ known: KnownKey, by author: Author) throws(RecordError) {
        let others = try store.keys(of: known.account.id).filter {
            $0.kind == .session && $0.id != known.key.id
        }
        guard !others.isEmpty else { return }
        try store.end(others.map(\.id), of: known.account.id, as: .endSessions, by: author)
    }

    // Emergency.

    /// Makes a temporary account of a clinician for an emergency in which nobody can sign in.
    ///
    /// - Returns: its login and its password, which work at once and end by themselves.
    /// - Throws: `RecordError.invalid` without a reason or without accounts.
    package func openEmergency(
        because reason: String, by author: Author
    ) throws(RecordError) -> (login: String, password: String, ends: Moment) {
        guard try !store.accounts().isEmpty else {
            throw .invalid("There are no accounts to close.")
        }
        guard !reason.isEmpty else { throw .invalid("An emergency access needs a reason.") }
        let moment = now()
        let password = PasswordRules.initial()
        var account = Account(
            id: RecordID(at: moment), login: "emergency-\(Self.secret(words: 1).prefix(6))",
            name: "Emergency", role: .clinician, made: moment,
            ends: moment.adding(minutes: Self.emergencyMinutes))
        guard let kept = hash.kept(password) else {
            throw .failed("there is not enough memory to keep a password.")
        }
        account.password = kept
        let saved = try store.save(
            account, endingKeys: false, as: .emergency,
            by: Author(author.name, reason: "\(account.login): \(reason)"))
        return (saved.login, password, saved.ends ?? moment)
    }

    /// The emergencies of the last days, the latest first, from the audit trail.
    package func emergencies(days: Int = 30) throws(RecordError) -> [AuditEntry] {
        let since = now().milliseconds - Int64(days) * 86_400_000
        var (found, number): ([AuditEntry], Int) = ([], 0)
        // Reads backwards from the end, so that a long trail is not read whole.
        var end = try store.head().number
        while end > 0 {
            number = max(0, end - 1_000)
            let entries = try store.trail(after: number, limit: end - number)
            found += entries.filter { $0.action == .emergency }.reversed()
            guard let first = entries.first, first.at.milliseconds >= since else { break }
            end = number
        }
        return found.filter { $0.at.milliseconds >= since }
    }
}

extension Moment {
    /// This moment plus some minutes, in the same time zone.
    package func adding(minutes: Int) -> Moment {
        Moment(
            milliseconds: milliseconds + Int64(minutes) * 60_000, offsetMinutes: offsetMinutes)
    }
}
