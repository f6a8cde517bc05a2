import Accounts
import RecordStore
import Sealing
import Synchronization

/// The accounts of a clinic, with a clock that a test moves on.
struct SampleClinic {
    final class Clock: Sendable {
        private let minutes = Mutex(0)
        private let seconds = Mutex(0)
        var now: Moment {
            let start = SampleClock.start.adding(minutes: minutes.withLock { $0 })
            return Moment(
                milliseconds: start.milliseconds + Int64(seconds.withLock { $0 }) * 1_000,
                offsetMinutes: start.offsetMinutes)
        }
        func pass(minutes more: Int) { minutes.withLock { $0 += more } }
        func pass(seconds more: Int) { seconds.withLock { $0 += more } }
    }

    static let password = "four words of nothing"

    let clock = Clock()
    let kept: TemporaryStore
    var store: any RecordKeeping { kept.records }
    let accounts: Accounts
    let signIns: SignIns
    let admin = Author("root")

    init() throws {
        let clock = clock
        kept = try TemporaryStore(now: { clock.now })
        accounts = Accounts(
            kept.records,
            hash: PasswordHash(
                kept: Argon2id.kept, fits: Argon2id.fits, isOutdated: Argon2id.isOutdated),
            digest: BLAKE2b.digest, hmac: HMACSHA1.digest, now: { clock.now })
        signIns = SignIns(accounts)
    }

    @discardableResult
    func add(_ login: String, _ role: Role) throws -> Account {
        try accounts.add(login, name: nil, role: role, password: Self.password, by: admin).account
    }

    @discardableResult
    func signIn(
        _ login: String, _ password: String? = nil, code: String? = nil, from device: String = "1"
    ) throws -> SignIns.Session {
        try signIns.signIn(
            login, SignIns.Proof(password ?? Self.password, code: code), from: device,
            browser: "Firefox", replacing: nil)
    }

    /// Whether a try is refused because there were too many.
    func isSlowed(_ act: () throws -> Void) -> Bool {
        do { try act() } catch SignIns.Fault.slowed { return true } catch {}
        return false
    }

    func cookie(_ session: SignIns.Session) -> String {
        "a=b; \(SessionCookie.name)=\(session.secret)"
    }

    func caller(_ session: SignIns.Session) -> Caller? {
        signIns.caller(cookie: cookie(session), authorization: nil)
    }
}
