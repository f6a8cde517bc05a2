package import RecordStore

// The second factor of accounts: its setup, the check of its codes, and the roles that need one.

extension Accounts {
    /// The number of recovery codes.
    package static let recoveryCodes = 8

    /// The setting with the roles that need a second factor, separated by commas.
    private static let setting = "secondFactorRoles"

    /// The roles whose people must have a second factor; none unless an admin says so.
    package func rolesWithSecondFactor() throws(RecordError) -> Set<Role> {
        let names = try store.setting(Self.setting)?.split(separator: ",") ?? []
        return Set(names.compactMap { Role(rawValue: String($0)) })
    }

    /// Sets the roles whose people must have a second factor. People without one make it when they
    /// next use the pages.
    package func requireSecondFactor(
        of roles: Set<Role>, by author: Author
    ) throws(RecordError) {
        let names = Role.allCases.filter(roles.contains).map(\.rawValue)
        try store.set(
            Self.setting, from: .any, to: names.joined(separator: ","), as: .requireSecondFactor,
            by: Author(author.name, reason: names.isEmpty ? "none" : names.joined(separator: ", ")))
    }

    /// Whether an account has no second factor and its role needs one. Programs and emergencies need
    /// none.
    func lacksSecondFactor(_ account: Account, for roles: Set<Role>) -> Bool {
        account.secondFactor == nil && account.password != nil && account.ends == nil
            && roles.contains(account.role)
    }

    /// Gives an account a second factor.
    ///
    /// - Parameters:
    ///   - secret: the secret that the app holds, in Base32.
    ///   - code: the code that the app shows.
    /// - Returns: the saved account and its recovery codes, which are shown once; nil if the code
    ///   does not belong to the secret.
    package func addSecondFactor(
        _ secret: String, showing code: String, to account: Account, by author: Author
    ) throws(RecordError) -> (account: Account, recovery: [String])? {
        guard let step = step(of: code, secret: secret) else { return nil }
        let codes = Self.newRecovery()
        var changed = account
        changed.secondFactor = SecondFactor(
            secret: secret, lastStep: step, recovery: codes.map(digestOfRecovery), made: now())
        let saved = try store.save(
            changed, endingKeys: false, as: .addSecondFactor,
            by: Author(author.name, reason: account.login))
        return (saved, codes)
    }

    /// Replaces the recovery codes. The former codes no longer work.
    package func renewRecovery(
        of account: Account, by author: Author
    ) throws(RecordError) -> [String] {
        guard var factor = account.secondFactor else {
            throw .invalid("This account has no second factor.")
        }
        let codes = Self.newRecovery()
        factor.recovery = codes.map(digestOfRecovery)
        var changed = account
        changed.secondFactor = factor
        _ = try store.save(
            changed, endingKeys: false, as: .addRecoveryCodes,
            by: Author(author.name, reason: account.login))
        return codes
    }

    /// Removes the second factor of an account.
    ///
    /// - Parameter endingKeys: true to end the sessions and tokens of the account, as when somebody
    ///   else removes the factor.
    package func removeSecondFactor(
        of account: Account, endingKeys: Bool, by author: Author
    ) throws(RecordError) {
        guard account.secondFactor != nil else {
            throw .invalid("This account has no second factor.")
        }
        var changed = account
        changed.secondFactor = nil
        _ = try store.save(
            changed, endingKeys: endingKeys, as: .removeSecondFactor,
            by: Author(author.name, reason: account.login))
    }

    /// Accepts a code of the app or a recovery code. Each code counts once.
    ///
    /// - Returns: the saved account; nil if the code is wrong, too old, or already used.
    package func take(_ code: String, of account: Account) throws(RecordError) -> Account? {
        guard var factor = account.secondFactor else { return nil }
        let action: AuditAction
        if let step = step(of: code, secret: factor.secret, allowedBy: factor) {
            factor.accept(step)
            action = .useCode
        } else if let index = factor.recovery.firstIndex(of: digestOfRecovery(code)) {
            factor.recovery.remove(at: index)
            action = .useRecoveryCode
        } else {
            return nil
        }
        var changed = account
        changed.secondFactor = factor
        do throws(RecordError) {
            return try store.save(
                changed, endingKeys: false, as: action, by: Author(account.login))
        } catch .stale {
            // The other of two simultaneous requests used the code first.
            return nil
        }
    }

    /// The time step of a code, if it is the present step, the one before or the one after: clocks
    /// differ a little (RFC 6238, section 5.2).
    private func step(
        of code: String, secret: String, allowedBy factor: SecondFactor? = nil
    ) -> Int64? {
        guard let bytes = Base32.bytes(of: secret) else { return nil }
        let typed = code.filter { !$0.isWhitespace }
        let now = OneTimeCode.step(at: now())
        return (now - 1...now + 1).first {
            factor?.allows($0, at: now) != false
                && OneTimeCode.code(of: bytes, step: $0, hmac) == typed
        }
    }

    private static func newRecovery() -> [String] {
        (0..<recoveryCodes).map { _ in PasswordRules.random(groups: 6) }
    }

    /// The digest of a recovery code, however it is typed. A code has 118 bits, so a digest without
    /// a salt protects it (OWASP ASVS 5.0, 6.5.2).
    private func digestOfRecovery(_ code: String) -> String {
        digest(of: "recovery " + code.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}

extension AuditAction {
    /// A second factor was made.
    package static let addSecondFactor = AuditAction(rawValue: "addSecondFactor")
    /// A second factor was removed.
    package static let removeSecondFactor = AuditAction(rawValue: "removeSecondFactor")
    /// New recovery codes were made.
    package static let addRecoveryCodes = AuditAction(rawValue: "addRecoveryCodes")
    /// A code of an app was taken.
    package static let useCode = AuditAction(rawValue: "useCode")
    /// A recovery code was taken.
    package static let useRecoveryCode = AuditAction(rawValue: "useRecoveryCode")
    /// Somebody gave the right password with a wrong code.
    package static let failCode = AuditAction(rawValue: "failCode")
    /// The roles that need a second factor were changed.
    package static let requireSecondFactor = AuditAction(rawValue: "requireSecondFactor")
    /// A person proved again who they are.
    package static let confirm = AuditAction(rawValue: "confirm")
}
