package import RecordStore

/// A person's request to sign.
package struct SigningWish: Sendable {
    /// The thing to sign.
    package let object: SignedObject
    /// The meaning of the signature.
    package let meaning: Signature.Meaning
    /// The digest of the contents that the person saw; nil to sign the present ones.
    package let digest: String?
    /// A remark; nil without one.
    package let note: String?

    /// Sets each property from the parameter of its name.
    package init(
        _ object: SignedObject, as meaning: Signature.Meaning, seen digest: String? = nil,
        note: String? = nil
    ) {
        self.object = object
        self.meaning = meaning
        self.digest = digest
        self.note = note
    }
}

/// The reason that somebody cannot sign, and the remedy.
package enum SigningFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// There are no accounts.
    case noAccounts
    /// The account has no second factor.
    case noSecondFactor
    /// The account has no name that could be printed.
    case noName
    /// The password is still the initial one, or the access is an emergency.
    case temporary
    /// The role may not sign with this meaning.
    case notAllowed(Signature.Meaning)
    /// The signer made the test.
    case ownTest
    /// No test of the object has ended.
    case nothing
    /// The contents differ from those that the person saw.
    case changed
    /// The remark is too long, or has a line break.
    case note

    /// A word for programs.
    package var code: String {
        switch self {
        case .noAccounts: "noAccounts"
        case .noSecondFactor: "noSecondFactor"
        case .noName: "noName"
        case .temporary: "temporary"
        case .notAllowed: "notAllowed"
        case .ownTest: "ownTest"
        case .nothing: "nothing"
        case .changed: "changed"
        case .note: "note"
        }
    }

    package var description: String {
        switch self {
        case .noAccounts:
            "Only people with an account can sign. Make one with 'aloud accounts add'."
        case .noSecondFactor:
            "A signature requires a second factor. Make one on the page '/account'."
        case .noName:
            "A signature shows a name, and this account has none. An admin gives it one with 'aloud"
                + " accounts name LOGIN NAME'."
        case .temporary:
            "A temporary access cannot sign. Sign in, and choose a password of your own first."
        case .notAllowed(let meaning):
            "This role cannot sign as \(meaning.rawValue). Authorship is for people who conduct"
                + " tests, review and approval are for clinicians and admins."
        case .ownTest: "Nobody reviews a test of their own. Ask somebody else for the review."
        case .nothing: "There is no test that has ended: nothing can be signed."
        case .changed: "It was changed since you read it. Read it again before you sign."
        case .note: "A remark has at most \(SignIns.longestNote) characters and no line break."
        }
    }
}

extension SignIns {
    /// Maximum length of a remark, in characters.
    package static let longestNote = 200

    /// Signs. The person proves their identity each time, with the password and a code of the
    /// second factor (21 CFR 11.200(a)(1)). Wrong tries are slowed as at signing in.
    ///
    /// - Parameter login: the login of the signer.
    /// - Throws: `SigningFault`, `SignIns.Fault`, `RecordError`.
    package func sign(
        _ wish: SigningWish, as login: String, _ proof: Proof, from device: String
    ) throws -> Signature {
        let store = accounts.store
        guard try !store.accounts().isEmpty else { throw SigningFault.noAccounts }
        if let note = wish.note {
            guard note.count <= Self.longestNote,
                note.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
            else { throw SigningFault.note }
        }
        let account = try proven(login, proof, from: device)
        guard account.secondFactor != nil else { throw SigningFault.noSecondFactor }
        guard let name = account.name else { throw SigningFault.noName }
        guard account.initialUntil == nil, account.ends == nil else {
            throw SigningFault.temporary
        }
        let needed: Permission = wish.meaning == .authorship ? .writeTests : .amend
        guard account.role.permissions.contains(needed) else {
            throw SigningFault.notAllowed(wish.meaning)
        }
        guard let contents = try store.signedContents(of: wish.object) else {
            throw SigningFault.nothing
        }
        guard wish.digest == nil || wish.digest == contents.digest else {
            throw SigningFault.changed
        }
        if wish.meaning == .review, case .test(let id) = wish.object,
            try store.origin(of: id)?.name == account.login
        {
            throw SigningFault.ownTest
        }
        let now = accounts.now()
        let signature = Signature(
            id: RecordID(at: now), contents: contents, meaning: wish.meaning, by: account,
            name: name, note: wish.note, at: now)
        do throws(RecordError) {
            try store.add(signature, isImported: false, by: Author(account.login))
        } catch {
            guard case .stale = error else { throw error }
            throw SigningFault.changed
        }
        return signature
    }

    /// Refuses a try after recent failures of the account. It reads them from the audit trail,
    /// because a program that has just started remembers none. A failure that is far ahead of the
    /// clock does not count: one of the clocks is wrong, and it would count until that time.
    ///
    /// - Throws: `SignIns.Fault.slowed`.
    package func checkTries(of login: String) throws {
        let store = accounts.store
        guard let account = try store.accounts().first(where: { $0.login == login.lowercased() })
        else { return }
        let now = accounts.now().milliseconds
        let end = try store.head().number
        let failed = try store.trail(
            after: max(0, end - Self.triesRead), limit: Self.triesRead
        ).filter {
            $0.object == account.id && [.failSignIn, .failCode].contains($0.action)
                && abs(now - $0.at.milliseconds) < Self.triesLast
        }
        guard failed.count >= SignInTries.freeTries else { return }
        let first = failed[failed.count - SignInTries.freeTries].at.milliseconds
        throw Fault.slowed(seconds: Int((first + Self.triesLast - now) / 1_000) + 1)
    }

    /// The time for which failures count, milliseconds: the same as at sign-in.
    private static var triesLast: Int64 { Int64(SignInTries.forgottenAfter / .milliseconds(1)) }
    /// Number of entries that are read, from the end of the trail.
    private static let triesRead = 2_000
}
