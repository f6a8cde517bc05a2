import Accounts
import Foundation
import RecordStore
import Sealing
import Synchronization
import TestTraits
import Testing

@Suite("Signing in to a clinic", .listening)
struct SignInTests {
    private let clinic: SampleClinic
    private var clock: SampleClinic.Clock { clinic.clock }
    private var store: any RecordKeeping { clinic.store }
    private var accounts: Accounts { clinic.accounts }
    private var signIns: SignIns { clinic.signIns }
    private var admin: Author { clinic.admin }
    private let password = SampleClinic.password

    init() throws { clinic = try SampleClinic() }

    @discardableResult
    private func add(_ login: String, _ role: Role) throws -> Account {
        try clinic.add(login, role)
    }

    @discardableResult
    private func signIn(
        _ login: String, _ password: String? = nil, from device: String = "1"
    ) throws -> SignIns.Session {
        try clinic.signIn(login, password, from: device)
    }

    private func isSlowed(_ act: () throws -> Void) -> Bool { clinic.isSlowed(act) }

    private func cookie(_ session: SignIns.Session) -> String { clinic.cookie(session) }

    private func caller(_ session: SignIns.Session) -> Caller? { clinic.caller(session) }

    @Test("without accounts nobody signs in; the first account is an admin's")
    func first() throws {
        #expect(!signIns.areRequired)
        #expect(throws: RecordError.self) { try add("bert", .clinician) }
        try add("anna", .admin)
        let later = SignIns(accounts)
        #expect(later.areRequired)
    }

    @Test("a session has the rights of its account, and ends with it")
    func session() throws {
        let anna = try add("anna", .admin)
        let bert = try add("bert", .viewer)
        let session = try signIn("BERT")
        #expect(caller(session) == Caller(name: "bert", role: .viewer))
        #expect(caller(session)?.may(.readPeople) == true)
        #expect(caller(session)?.may(.writeTests) == false)
        // The store has neither the secret nor the password.
        let kept = try store.keys(of: bert.id)
        #expect(kept.count == 1 && !kept[0].jsonWords.contains(session.secret))
        #expect(try store.accounts().allSatisfy { $0.password?.contains("four words") != true })
        try accounts.setDisabled(true, of: bert, by: admin)
        #expect(caller(session) == nil)
        #expect(throws: SignIns.Fault.wrong) { _ = try signIn("bert") }
        #expect(throws: RecordError.self) {
            try accounts.setDisabled(true, of: anna, by: admin)
        }
        #expect(throws: RecordError.self) { try accounts.setRole(.viewer, of: anna, by: admin) }
        #expect(throws: RecordError.self) { try accounts.remove(anna, by: admin) }
    }

    @Test("a session closes when it is idle, and ends after a day's work at the latest")
    func limits() throws {
        try add("anna", .admin)
        let idle = try signIn("anna")
        let used = try signIn("anna")
        clock.pass(minutes: 20)
        #expect(caller(used) != nil)
        clock.pass(minutes: 15)
        #expect(caller(idle) == nil)
        // At the lane tests may still be begun.
        #expect(signIns.laneCaller(cookie: cookie(idle))?.name == "anna")
        for _ in 0..<36 {
            #expect(caller(used) != nil)
            clock.pass(minutes: 19)
        }
        clock.pass(minutes: 10)
        #expect(caller(used) == nil)
        #expect(signIns.laneCaller(cookie: cookie(used)) == nil)
    }

    @Test("a session that was used before the clock was set back is closed")
    func setBack() throws {
        try add("anna", .admin)
        clock.pass(minutes: 24 * 60)
        let session = try signIn("anna")
        clock.pass(minutes: -20)
        #expect(caller(session) != nil)
        clock.pass(minutes: 29)
        #expect(caller(session) != nil)
        clock.pass(minutes: -24 * 60)
        #expect(caller(session) == nil)
    }

    @Test("signing in at a lane with a wrong date leaves the sessions at other lanes open")
    func wrongDate() throws {
        let anna = try add("anna", .admin)
        let session = try signIn("anna")
        clock.pass(minutes: 24 * 60)
        try signIn("anna")
        clock.pass(minutes: -24 * 60)
        #expect(caller(session) != nil)
        clock.pass(minutes: 5 * 24 * 60)
        try signIn("anna")
        #expect(try store.keys(of: anna.id).count == 1)
    }

    @Test("an initial password works once, before it expires, to choose a new one")
    func initial() throws {
        try add("anna", .admin)
        let added = try accounts.add("bert", name: nil, role: .viewer, by: admin)
        let initial = try #require(added.initial)
        let session = try signIn("bert", initial)
        #expect(session.mustChoose && caller(session) == nil)
        #expect(signIns.laneCaller(cookie: cookie(session)) == nil)
        #expect(signIns.session(cookie: cookie(session)) != nil)
        _ = try accounts.setPassword(password, of: session.account, by: Author("bert"))
        #expect(signIns.session(cookie: cookie(session)) == nil)
        #expect(throws: SignIns.Fault.wrong) { _ = try signIn("bert", initial) }
        #expect(try !signIn("bert").mustChoose)
        let late = try accounts.add("carl", name: nil, role: .viewer, by: admin)
        clock.pass(minutes: 73 * 60)
        #expect(throws: SignIns.Fault.wrong) { _ = try signIn("carl", late.initial) }
    }

    @Test(
        "easily guessed passwords are refused",
        arguments: [
            "short12", "password1", "qwertyuiop", "1234567890", "aaaaaaaabbbb", "anna-weber",
            "aloudanna", "sunshine1", "Iloveyou", "87654321",
        ])
    func weak(password: String) throws {
        #expect(throws: RecordError.self) {
            _ = try accounts.add(
                "anna", name: "Anna Weber", role: .admin, password: password, by: admin)
        }
    }

    @Test("long passwords of any characters are accepted, and compared in normal form")
    func unicode() throws {
        let long = String(repeating: "ÄöÜ 漢字🙂 ", count: 10)
        _ = try accounts.add("anna", name: nil, role: .admin, password: long, by: admin)
        #expect(
            try signIn("anna", long.decomposedStringWithCanonicalMapping).account.login == "anna")
        #expect(throws: SignIns.Fault.wrong) { _ = try signIn("anna", String(long.dropLast())) }
    }

    @Test("guessing is slowed for the device that guesses, and nobody is locked out")
    func throttling() throws {
        try add("anna", .admin)
        _ = try signIn("anna", from: "own")
        for number in 0..<5 {
            #expect(throws: SignIns.Fault.wrong, "\(number)") {
                _ = try signIn("anna", "wrong", from: "other")
            }
        }
        #expect(isSlowed { _ = try signIn("anna", from: "other") })
        #expect(try signIn("anna", from: "own").account.login == "anna")
        // A login that nobody has is treated the same, and does not reach the trail.
        for _ in 0..<5 {
            #expect(throws: SignIns.Fault.wrong) { _ = try signIn("secret typed here", "x") }
        }
        #expect(isSlowed { _ = try signIn("secret typed here", "x") })
        let trail = try store.trail(after: 0, limit: 100)
        #expect(trail.filter { $0.action == .failSignIn }.count == 10)
        #expect(!trail.contains { "\($0)".contains("secret typed") })
    }

    @Test("tries from many devices slow unknown devices, but not a known one")
    func manyDevices() throws {
        try add("anna", .admin)
        _ = try signIn("anna", from: "own")
        for device in 0..<30 {
            #expect(throws: SignIns.Fault.wrong) {
                _ = try signIn("anna", "wrong", from: "\(device)")
            }
        }
        #expect(isSlowed { _ = try signIn("anna", from: "new") })
        #expect(try signIn("anna", from: "own").account.login == "anna")
    }

    @Test("signing in neither clears nor shows the failed tries of others")
    func strangers() throws {
        try add("anna", .admin)
        try add("bert", .viewer)
        _ = try signIn("anna", from: "own")
        for device in 0..<30 {
            #expect(throws: SignIns.Fault.wrong) {
                _ = try signIn("anna", "wrong", from: "\(device)")
            }
        }
        _ = try signIn("anna", from: "own")
        #expect(isSlowed { _ = try signIn("anna", "wrong", from: "new") })
        // Somebody with an account of their own guesses no more than a stranger.
        for number in 0..<20 {
            if number % 4 == 3 { _ = try signIn("bert", from: "shared") }
            #expect(throws: SignIns.Fault.wrong) {
                _ = try signIn("nobody\(number)", "wrong", from: "shared")
            }
        }
        #expect(isSlowed { _ = try signIn("bert", from: "shared") })
    }

    @Test("signing in clears a person's own failed tries; others expire")
    func forgotten() {
        var tries = SignInTries()
        let start = ContinuousClock.now
        for _ in 0..<4 { tries.missed("anna", from: "own", at: start) }
        tries.succeeded("anna", from: "own", at: start)
        for _ in 0..<4 { tries.missed("anna", from: "own", at: start) }
        #expect(tries.wait(of: "anna", from: "own", at: start) == 0)
        for _ in 0..<20 { tries.missed("bert", from: "other", at: start) }
        #expect(tries.wait(of: "anna", from: "other", at: start) > 0)
        let later = start.advanced(by: .seconds(601))
        #expect(tries.wait(of: "anna", from: "other", at: later) == 0)
        tries.missed("bert", from: "other", at: later)
        #expect(tries.wait(of: "anna", from: "other", at: later) > 0)
    }

    @Test("a token may do what its scopes and its account's role allow")
    func tokens() throws {
        try add("anna", .admin)
        let program = try accounts.add(
            "redcap", name: nil, role: .clinician, hasPassword: false, by: admin
        ).account
        #expect(throws: RecordError.self) {
            _ = try accounts.addToken(
                named: "t", of: program, scopes: [.erase], days: 1, by: admin)
        }
        let token = try accounts.addToken(
            named: "t", of: program, scopes: [.readTests, .export], days: 1, by: admin)
        func caller(_ header: String) -> Caller? {
            signIns.caller(cookie: nil, authorization: header)
        }
        func lastUse() throws -> Moment? {
            try accounts.store.keys(of: program.id).first?.lastUse
        }
        #expect(try lastUse() == nil)
        clock.pass(seconds: 5)
        let found = try #require(caller("Bearer " + token))
        #expect(try lastUse() == clock.now)
        #expect(found.name == "redcap" && found.may(.export) && !found.may(.readPeople))
        for header in [
            "Basic " + token, "Bearer  " + token, "Bearer " + token + "0", "Bearer", token, "",
            "Bearer " + token.uppercased(),
        ] {
            #expect(caller(header) == nil, "\(header.prefix(10))")
        }
        // A token is not a session, and a session no token.
        #expect(signIns.session(cookie: "\(SessionCookie.name)=\(token)") == nil)
        #expect(throws: SignIns.Fault.wrong) { _ = try signIn("redcap", "") }
        clock.pass(minutes: 25 * 60)
        #expect(caller("Bearer " + token) == nil)
    }

    @Test("a repeated cookie, and one that is too short, are ignored")
    func cookies() throws {
        try add("anna", .admin)
        let secret = try signIn("anna").secret
        let name = SessionCookie.name
        #expect(signIns.session(cookie: "x=y; \(name)=\(secret)") != nil)
        for header in [
            "\(name)=\(secret); \(name)=\(secret)", "\(name)=\(secret.dropLast())",
            "x\(name)=\(secret)", "\(name) =\(secret)", "\(name)=", "",
        ] {
            #expect(signIns.session(cookie: header) == nil, "\(header.prefix(30))")
        }
    }

    @Test("an emergency access expires, and the trail has its reason")
    func emergency() throws {
        try add("anna", .admin)
        try add("bert", .viewer)
        let opened = try accounts.openEmergency(because: "anna is ill", by: admin)
        let session = try signIn(opened.login, opened.password)
        #expect(caller(session)?.may(.export) == true && caller(session)?.may(.erase) == false)
        let known = try #require(signIns.session(cookie: cookie(try signIn("bert"))))
        let secret = try signIns.takeEmergency(of: known, because: "accident")
        let raised = "\(SessionCookie.name)=\(secret)"
        #expect(signIns.caller(cookie: raised, authorization: nil)?.role == .clinician)
        #expect(try store.key(withDigest: known.key.digest) == nil)
        let reasons = try accounts.emergencies().compactMap(\.author.reason)
        #expect(reasons == ["accident", "\(opened.login): anna is ill"])
        clock.pass(minutes: 61)
        #expect(caller(session) == nil)
        #expect(signIns.caller(cookie: raised, authorization: nil) == nil)
        #expect(throws: SignIns.Fault.wrong) { _ = try signIn(opened.login, opened.password) }
    }

    @Test("a password hashed with weaker limits is hashed again at the next sign-in")
    func rehash() throws {
        var anna = try add("anna", .admin)
        // Argon2id with 8 MiB and one pass, of the same password.
        let weak: String = try #require(Self.weak(password))
        anna.password = weak
        anna = try store.save(anna, endingKeys: false, as: .changeAccount, by: admin)
        _ = try signIn("anna")
        let renewed = try #require(try store.accounts().first?.password)
        #expect(renewed != anna.password && !Argon2id.isOutdated(renewed))
        #expect(try signIn("anna").account.login == "anna")
    }

    private static func weak(_ password: String) -> String? {
        Argon2id.kept(password, passes: 1, mebibytes: 8)
    }
}

extension AccessKey {
    /// Everything that is kept of it, as text.
    fileprivate var jsonWords: String { "\(self)" }
}
