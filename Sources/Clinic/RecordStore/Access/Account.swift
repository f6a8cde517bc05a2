/// The account of a person who signs in, or of a program that has tokens.
package struct Account: Sendable, Equatable, Codable {
    /// The store's own identifier.
    package let id: RecordID
    /// The name to sign in with, in lower case, which no other account has.
    package let login: String
    /// The name as colleagues know it; nil if it is not kept.
    package var name: String?
    /// The role.
    package var role: Role
    /// The password as Argon2id keeps it; nil for a program, which cannot sign in.
    package var password: String?
    /// The end of an initial password, which only lets the person choose their own; nil for a
    /// password that the person chose.
    package var initialUntil: Moment?
    /// The second factor; nil without one.
    package var secondFactor: SecondFactor?
    /// Whether it is disabled.
    package var isDisabled = false
    /// The end of a temporary account; nil for any other.
    package var ends: Moment?
    /// The time at which it was made.
    package let made: Moment
    /// The number of times that it was saved, from 1; 0 before the first.
    package internal(set) var version = 0

    /// An account without a password.
    package init(
        id: RecordID, login: String, name: String? = nil, role: Role, made: Moment,
        ends: Moment? = nil
    ) {
        self.id = id
        self.login = login.lowercased()
        self.name = name
        self.role = role
        self.made = made
        self.ends = ends
    }

    /// The account with the number of a saved version.
    package func saved(as version: Int) -> Account {
        var saved = self
        saved.version = version
        return saved
    }

    /// Whether it can be used at a time.
    package func isUsable(at now: Moment) -> Bool {
        !isDisabled && (ends.map { now.milliseconds < $0.milliseconds } ?? true)
    }

    /// Maximum length of a login and of a name, in characters.
    package static let longestText = 64

    /// Makes sure that the login and the name can be kept.
    ///
    /// - Throws: `RecordError.invalid`.
    package func check() throws(RecordError) {
        let isPlain = login.utf8.allSatisfy {
            (97...122).contains($0) || (48...57).contains($0) || ".-_@".utf8.contains($0)
        }
        guard isPlain, !login.isEmpty, login.utf8.count <= Self.longestText else {
            throw .invalid(
                "A login has 1 to \(Self.longestText) of the characters a to z, 0 to 9, '.', '-',"
                    + " '_' and '@'.")
        }
        guard let name else { return }
        guard !name.isEmpty, name.count <= Self.longestText,
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
            throw .invalid(
                "The name of an account has 1 to \(Self.longestText) characters and no line break.")
        }
    }
}

/// The right to act for an account: a session of a browser, or a token of a program. The store has
/// only the digest of its secret.
package struct AccessKey: Sendable, Equatable, Codable {
    /// The kind of a key.
    package enum Kind: String, Sendable, Codable {
        /// The session of a browser, in a cookie.
        case session
        /// The token of a program, in the header Authorization.
        case token
    }

    /// The identifier for listing and ending it.
    package let id: RecordID
    /// The digest of its secret, in hexadecimal digits.
    package let digest: String
    /// The account.
    package let account: RecordID
    /// The kind.
    package let kind: Kind
    /// The name of a token, or the browser of a session.
    package let label: String
    /// The permissions of a token; nil for a session.
    package var scopes: Set<Permission>?
    /// The reason of an emergency access, which gives the session the role of a clinician; nil for
    /// any other.
    package var emergency: String?
    /// The time at which a token was made, or at which the person of a session last gave a full
    /// proof: by signing in, or by confirming their identity later.
    package let made: Moment
    /// The time of its last use, to the minute.
    package var used: Moment
    /// The time at which it ends, even if it is in use; nil for a token without an end.
    package let ends: Moment?

    /// Sets each property from the parameter of its name.
    package init(
        id: RecordID, digest: String, account: RecordID, kind: Kind, label: String,
        scopes: Set<Permission>? = nil, emergency: String? = nil, made: Moment,
        used: Moment? = nil, ends: Moment?
    ) {
        self.id = id
        self.digest = digest
        self.account = account
        self.kind = kind
        self.label = label
        self.scopes = scopes
        self.emergency = emergency
        self.made = made
        self.used = used ?? made
        self.ends = ends
    }

    /// The time of its last use; nil for a token that was never used.
    package var lastUse: Moment? { kind == .token && used == made ? nil : used }
}

/// A key with its account.
package struct KnownKey: Sendable, Equatable, Codable {
    /// The key.
    package var key: AccessKey
    /// The account.
    package var account: Account

    /// Sets each property from the parameter of its name.
    package init(key: AccessKey, account: Account) {
        self.key = key
        self.account = account
    }
}

extension AuditAction {
    /// An account was added.
    package static let addAccount = AuditAction(rawValue: "addAccount")
    /// The role, the name or the use of an account was changed.
    package static let changeAccount = AuditAction(rawValue: "changeAccount")
    /// An account was removed.
    package static let removeAccount = AuditAction(rawValue: "removeAccount")
    /// A password was changed; all sessions and tokens of the account ended.
    package static let changePassword = AuditAction(rawValue: "changePassword")
    /// A person signed in.
    package static let signIn = AuditAction(rawValue: "signIn")
    /// Somebody failed to sign in.
    package static let failSignIn = AuditAction(rawValue: "failSignIn")
    /// A person signed out.
    package static let signOut = AuditAction(rawValue: "signOut")
    /// Sessions were ended by another session or by an admin.
    package static let endSessions = AuditAction(rawValue: "endSessions")
    /// A token was made.
    package static let addToken = AuditAction(rawValue: "addToken")
    /// A token was revoked.
    package static let revokeToken = AuditAction(rawValue: "revokeToken")
    /// A caller without the permission was refused.
    package static let refuse = AuditAction(rawValue: "refuse")
    /// Somebody took an emergency access.
    package static let emergency = AuditAction(rawValue: "emergency")
}

extension Account {
    /// The state in words: "in use", "disabled", "initial password".
    package func state(at now: Moment) -> String {
        if isDisabled { return "disabled" }
        if let ends {
            return isUsable(at: now) ? "until \(ends.dayAndMinute)" : "ended"
        }
        if let initialUntil {
            return initialUntil.milliseconds > now.milliseconds
                ? "initial password until \(initialUntil.dayAndMinute)"
                : "initial password has ended"
        }
        return password == nil ? "program" : "in use"
    }
}

/// The value that a setting must have to be changed.
package enum FormerSetting: Sendable, Codable {
    /// Any.
    case any
    /// This value; nil if the setting was never set. A value that another lane has written
    /// meanwhile is not replaced.
    case value(String?)
}

/// The second factor of an account: an app whose codes change with time, and recovery codes.
package struct SecondFactor: Sendable, Equatable, Codable {
    /// The secret that is shared with the app, in Base32.
    package let secret: String
    /// The time step of the last accepted code.
    private var lastStep: Int64
    /// The time steps of the last accepted codes; nil before the second one.
    private var accepted: [Int64]?
    /// The digests of the recovery codes that are left.
    package var recovery: [String]
    /// The time at which it was made.
    package let made: Moment

    /// A factor whose first code was accepted. Sets each property from the parameter of its name.
    package init(secret: String, lastStep: Int64, recovery: [String], made: Moment) {
        self.secret = secret
        self.lastStep = lastStep
        self.recovery = recovery
        self.made = made
    }

    /// Number of accepted codes that are remembered. Chosen: more than a person uses in a day.
    private static let mostAccepted = 32

    /// Whether the code of a time step may be accepted: it was not accepted before, and is later
    /// than the last one. A last step that the clock has not reached does not count: it is from a
    /// lane whose clock was ahead, and would refuse all codes until then.
    ///
    /// - Parameter now: the present time step.
    package func allows(_ step: Int64, at now: Int64) -> Bool {
        !(accepted ?? [lastStep]).contains(step) && (step > lastStep || lastStep > now + 1)
    }

    /// Notes that the code of a time step was accepted.
    package mutating func accept(_ step: Int64) {
        accepted = Array(((accepted ?? [lastStep]) + [step]).suffix(Self.mostAccepted))
        lastStep = step
    }
}
