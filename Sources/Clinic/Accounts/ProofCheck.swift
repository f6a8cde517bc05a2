package import RecordStore
internal import Synchronization

extension SignIns {
    /// The reason that somebody is not signed in.
    package enum Fault: Error, Sendable, Equatable {
        /// The login is unknown, or the password is wrong, or the account cannot be used.
        case wrong
        /// The password is right, and a code of the second factor is missing.
        case codeNeeded
        /// The password is right, and the code is wrong or was used before.
        case wrongCode
        /// Too many tries; the next is checked after these seconds.
        case slowed(seconds: Int)
        /// The store cannot be used.
        case store(RecordError)

        /// Runs a call to the store, and throws its error as a fault.
        static func ofStore<Result>(
            _ act: () throws(RecordError) -> Result
        ) throws(Fault) -> Result {
            do throws(RecordError) { return try act() } catch { throw .store(error) }
        }
    }

    /// A person's proof: the password and, with a second factor, a code.
    package struct Proof: Sendable {
        /// The password.
        package let password: String
        /// The code of the app, or a recovery code; nil if none was asked for.
        package let code: String?

        /// Sets each property from the parameter of its name.
        package init(_ password: String, code: String? = nil) {
            self.password = password
            self.code = code
        }
    }
}

/// Checks the proofs of people: a password and, with a second factor, a code. It slows down guessing.
/// Any thread.
final class ProofCheck: Sendable {
    private let accounts: Accounts

    private struct State {
        var tries = SignInTries()
        /// The hash that is compared for unknown logins.
        var decoy: String?
    }
    private let state = Mutex(State())

    init(_ accounts: Accounts) { self.accounts = accounts }

    private var now: Moment { accounts.now() }
    private var store: any RecordKeeping { accounts.store }

    /// The account of a login, if the proof is right.
    func account(
        of login: String, _ proof: SignIns.Proof, from device: String
    ) throws(SignIns.Fault) -> Account {
        let wait = state.withLock { $0.tries.wait(of: login, from: device) }
        guard wait <= 0 else { throw .slowed(seconds: Int(wait.rounded(.up))) }
        let account = try SignIns.Fault.ofStore { () throws(RecordError) in
            try store.accounts().first { $0.login == login }
        }
        let given = PasswordRules.compared(proof.password)
        let known = account?.password ?? decoy() ?? ""
        let fits = accounts.hash.fits(given, known)
        let isInTime = account?.initialUntil.map { now.milliseconds < $0.milliseconds } ?? true
        guard let account, account.password != nil, fits, account.isUsable(at: now), isInTime
        else {
            state.withLock { $0.tries.missed(login, from: device) }
            // An unknown login may be a password typed in the wrong field, so it is not noted.
            try SignIns.Fault.ofStore { () throws(RecordError) in
                try store.note(
                    .failSignIn, of: account?.id,
                    by: Author(
                        account?.login ?? "unknown",
                        reason: fits && account?.password != nil ? "not in use" : nil))
            }
            throw .wrong
        }
        let proven = try second(proof.code, of: account)
        state.withLock { $0.tries.succeeded(login, from: device) }
        guard accounts.hash.isOutdated(known), let anew = accounts.hash.kept(given) else {
            return proven
        }
        var renewed = proven
        renewed.password = anew
        return try SignIns.Fault.ofStore { [renewed] () throws(RecordError) in
            try store.save(
                renewed, endingKeys: false, as: .changeAccount,
                by: Author(login, reason: "\(login), password kept anew"))
        }
    }

    /// Uses up a code of the second factor, and returns the saved account; unchanged without one.
    private func second(_ code: String?, of account: Account) throws(SignIns.Fault) -> Account {
        guard account.secondFactor != nil else { return account }
        guard let code, !code.isEmpty else { throw .codeNeeded }
        let wait = state.withLock { $0.tries.waitForCode(of: account.login) }
        guard wait <= 0 else { throw .slowed(seconds: Int(wait.rounded(.up))) }
        let taken = try SignIns.Fault.ofStore { () throws(RecordError) in
            try accounts.take(code, of: account)
        }
        guard let taken else {
            state.withLock { $0.tries.missedCode(of: account.login) }
            try SignIns.Fault.ofStore { () throws(RecordError) in
                try store.note(.failCode, of: account.id, by: Author(account.login))
            }
            throw .wrongCode
        }
        state.withLock { $0.tries.tookCode(of: account.login) }
        return taken
    }

    private func decoy() -> String? {
        if let known = state.withLock({ $0.decoy }) { return known }
        let made = accounts.hash.kept(Accounts.secret(words: 2))
        state.withLock { $0.decoy = made }
        return made
    }

    /// Makes sure that a password is the account's.
    func confirms(
        _ password: String, of account: Account, from device: String
    ) throws(SignIns.Fault) {
        let wait = state.withLock { $0.tries.wait(of: account.login, from: device) }
        guard wait <= 0 else { throw .slowed(seconds: Int(wait.rounded(.up))) }
        guard let kept = account.password,
            accounts.hash.fits(PasswordRules.compared(password), kept)
        else {
            state.withLock { $0.tries.missed(account.login, from: device) }
            try SignIns.Fault.ofStore { () throws(RecordError) in
                try store.note(.failSignIn, of: account.id, by: Author(account.login))
            }
            throw .wrong
        }
    }
}
