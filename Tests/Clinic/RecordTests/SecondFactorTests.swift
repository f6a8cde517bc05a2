import Accounts
import Foundation
import RecordStore
import Sealing
import Synchronization
import TestTraits
import Testing

@Suite("The second factor", .listening)
struct SecondFactorTests {
    private let clinic: SampleClinic

    init() throws { clinic = try SampleClinic() }

    private func code(_ secret: String, minutes: Int = 0, seconds: Int64 = 0) throws -> String {
        let bytes = try #require(Base32.bytes(of: secret))
        let at = clinic.clock.now.adding(minutes: minutes).milliseconds + seconds * 1_000
        return OneTimeCode.code(of: bytes, step: at / 30_000, HMACSHA1.digest)
    }

    /// An account with a second factor, its secret and its recovery codes.
    private func enrolled(
        _ login: String = "anna", _ role: Role = .admin
    ) throws -> (account: Account, secret: String, recovery: [String]) {
        let account = try clinic.add(login, role)
        let secret = OneTimeCode.secret()
        let added = try clinic.accounts.addSecondFactor(
            secret, showing: code(secret), to: account, by: Author(login))
        let made = try #require(added)
        // The code that made it counts no more.
        clinic.clock.pass(minutes: 1)
        return (made.account, secret, made.recovery)
    }

    @Test(
        "codes match RFC 6238, appendix B",
        arguments: zip(
            [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000],
            ["94287082", "07081804", "14050471", "89005924", "69279037", "65353130"]))
    func codes(seconds: Int64, expected: String) {
        let secret = Array("12345678901234567890".utf8)
        let found = OneTimeCode.code(of: secret, step: seconds / 30, digits: 8, HMACSHA1.digest)
        #expect(found == expected)
    }

    @Test("Base32 matches RFC 4648, section 10, without padding")
    func base32() {
        for (text, encoded) in [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
        ] {
            #expect(Base32.text(of: Array(text.utf8)) == encoded)
            #expect(Base32.bytes(of: encoded) == Array(text.utf8))
        }
        #expect(Base32.bytes(of: "M1") == nil)
        #expect(Set((0..<50).map { _ in OneTimeCode.secret() }).count == 50)
        #expect(Base32.bytes(of: OneTimeCode.secret())?.count == 20)
    }

    @Test("the password alone is not enough, and a code counts once")
    func once() throws {
        let (_, secret, _) = try enrolled()
        #expect(throws: SignIns.Fault.codeNeeded) { try clinic.signIn("anna") }
        #expect(throws: SignIns.Fault.wrong) { try clinic.signIn("anna", "wrong", code: "000000") }
        let now = try code(secret)
        let session = try clinic.signIn("anna", code: now)
        #expect(clinic.caller(session)?.name == "anna")
        #expect(throws: SignIns.Fault.wrongCode) { try clinic.signIn("anna", code: now) }
        // Nor does an older one after it.
        let before = try code(secret, seconds: -30)
        #expect(throws: SignIns.Fault.wrongCode) { try clinic.signIn("anna", code: before) }
        let actions = try clinic.store.trail(after: 0, limit: 100).map(\.action)
        #expect(actions.filter { $0 == .failCode }.count == 2)
        #expect(actions.contains(.useCode) && actions.contains(.addSecondFactor))
    }

    @Test("a code is valid up to one step early or late")
    func window() throws {
        let (account, secret, _) = try enrolled()
        for seconds: Int64 in [-90, -60, 60, 90] {
            #expect(
                try clinic.accounts.take(code(secret, seconds: seconds), of: account) == nil)
        }
        for seconds: Int64 in [-30, 0, 30] {
            let (other, own, _) = try enrolled("b\(seconds + 40)", .viewer)
            let typed = try code(own, seconds: seconds)
            let spaced = typed.prefix(3) + " " + typed.suffix(3)
            #expect(try clinic.accounts.take(String(spaced), of: other) != nil, "\(seconds)")
        }
    }

    @Test("a code that a lane accepts a day ahead of the clock refuses no other code")
    func clockAhead() throws {
        let (_, secret, _) = try enrolled()
        let day = 24 * 60
        let first = try code(secret)
        try clinic.signIn("anna", code: first)
        clinic.clock.pass(minutes: day)
        let ahead = try code(secret)
        try clinic.signIn("anna", code: ahead)
        clinic.clock.pass(minutes: -day)
        #expect(throws: SignIns.Fault.wrongCode) { try clinic.signIn("anna", code: first) }
        clinic.clock.pass(minutes: 1)
        let next = try code(secret)
        #expect(clinic.caller(try clinic.signIn("anna", code: next))?.name == "anna")
        #expect(throws: SignIns.Fault.wrongCode) {
            try clinic.signIn("anna", code: code(secret, seconds: -30))
        }
        clinic.clock.pass(minutes: day - 1)
        #expect(throws: SignIns.Fault.wrongCode) { try clinic.signIn("anna", code: ahead) }
    }

    @Test("of two simultaneous sign-ins with one code, one fails")
    func race() throws {
        let (account, secret, _) = try enrolled()
        let typed = try code(secret)
        #expect(try clinic.accounts.take(typed, of: account) != nil)
        // The other one read the account before.
        #expect(try clinic.accounts.take(typed, of: account) == nil)
    }

    @Test("a recovery code works once, in any spelling; the store keeps only its digest")
    func recovery() throws {
        let (account, _, codes) = try enrolled()
        #expect(Set(codes).count == Accounts.recoveryCodes)
        let kept = "\(account)"
        for code in codes { #expect(!kept.contains(code)) }
        let typed = codes[3].uppercased().replacing("-", with: " ")
        #expect(clinic.caller(try clinic.signIn("anna", code: typed)) != nil)
        #expect(throws: SignIns.Fault.wrongCode) { try clinic.signIn("anna", code: codes[3]) }
        let now = try clinic.accounts.account("anna")
        #expect(now.secondFactor?.recovery.count == Accounts.recoveryCodes - 1)
        let renewed = try clinic.accounts.renewRecovery(of: now, by: clinic.admin)
        #expect(throws: SignIns.Fault.wrongCode) { try clinic.signIn("anna", code: codes[0]) }
        #expect(clinic.caller(try clinic.signIn("anna", code: renewed[0])) != nil)
    }

    @Test("guessing codes with a known password is slowed on every device")
    func throttling() throws {
        let (_, secret, _) = try enrolled()
        for number in 0..<5 {
            #expect(throws: SignIns.Fault.wrongCode) {
                try clinic.signIn("anna", code: "00000\(number)x", from: "\(number)")
            }
        }
        #expect(clinic.isSlowed { try clinic.signIn("anna", code: code(secret), from: "9") })
        // A stranger without the password slows nobody's code.
        let (_, own, _) = try enrolled("bert", .viewer)
        for number in 0..<4 {
            #expect(throws: SignIns.Fault.wrong) {
                try clinic.signIn("bert", "wrong", code: "000000", from: "s\(number)")
            }
        }
        #expect(clinic.caller(try clinic.signIn("bert", code: code(own), from: "1")) != nil)
    }

    @Test("a role may require a second factor; programs and emergencies need none")
    func required() throws {
        let anna = try clinic.add("anna", .admin)
        try clinic.add("vera", .viewer)
        let session = try clinic.signIn("anna")
        let viewer = try clinic.signIn("vera")
        try clinic.accounts.requireSecondFactor(of: [.admin, .clinician], by: clinic.admin)
        #expect(try clinic.accounts.rolesWithSecondFactor() == [.admin, .clinician])
        #expect(clinic.caller(session) == nil && clinic.caller(viewer) != nil)
        #expect(clinic.signIns.laneCaller(cookie: clinic.cookie(session)) == nil)
        // The person can still reach their own account, to make it.
        #expect(clinic.signIns.session(cookie: clinic.cookie(session)) != nil)
        let secret = OneTimeCode.secret()
        _ = try clinic.accounts.addSecondFactor(
            secret, showing: code(secret), to: anna, by: clinic.admin)
        #expect(clinic.caller(session)?.role == .admin)
        let program = try clinic.accounts.add(
            "lab", name: nil, role: .clinician, hasPassword: false, by: clinic.admin
        ).account
        let token = try clinic.accounts.addToken(
            named: "t", of: program, scopes: [.export], days: nil, by: clinic.admin)
        #expect(
            clinic.signIns.caller(cookie: nil, authorization: "Bearer \(token)")?.name == "lab")
        let opened = try clinic.accounts.openEmergency(because: "fire", by: clinic.admin)
        #expect(clinic.caller(try clinic.signIn(opened.login, opened.password)) != nil)
        try clinic.accounts.requireSecondFactor(of: [], by: clinic.admin)
        #expect(try clinic.accounts.rolesWithSecondFactor() == [])
    }

    @Test("an admin's reset ends the sessions and tokens of the account")
    func reset() throws {
        let (_, secret, _) = try enrolled()
        let session = try clinic.signIn("anna", code: code(secret))
        let account = try clinic.accounts.account("anna")
        try clinic.accounts.removeSecondFactor(of: account, endingKeys: true, by: clinic.admin)
        #expect(clinic.caller(session) == nil)
        #expect(clinic.caller(try clinic.signIn("anna")) != nil)
        #expect(throws: RecordError.self) {
            try clinic.accounts.removeSecondFactor(
                of: clinic.accounts.account("anna"), endingKeys: true, by: clinic.admin)
        }
    }

    @Test("a person's proof expires, and a new one makes a new session")
    func proof() throws {
        let (_, secret, _) = try enrolled()
        let session = try clinic.signIn("anna", code: code(secret))
        #expect(clinic.caller(session)?.mustConfirm(.erase) == false)
        clinic.clock.pass(minutes: 5)
        #expect(clinic.caller(session)?.mustConfirm(.erase) == true)
        #expect(clinic.caller(session)?.mustConfirm(.export) == false)
        let known = try #require(clinic.signIns.session(cookie: clinic.cookie(session)))
        let password = SampleClinic.password
        #expect(throws: SignIns.Fault.codeNeeded) {
            try clinic.signIns.confirm(SignIns.Proof(password), of: known, from: "1")
        }
        #expect(throws: SignIns.Fault.wrong) {
            try clinic.signIns.confirm(
                SignIns.Proof("wrong", code: code(secret)), of: known, from: "1")
        }
        let fresh = try clinic.signIns.confirm(
            SignIns.Proof(password, code: code(secret)), of: known, from: "1")
        #expect(clinic.caller(session) == nil)
        let caller = clinic.signIns.caller(
            cookie: "\(SessionCookie.name)=\(fresh)", authorization: nil)
        #expect(caller?.mustConfirm(.erase) == false)
    }

    @Test("a page stays open after a new proof, but not after signing out") func pageStays() throws
    {
        try clinic.add("anna", .admin)
        let session = try clinic.signIn("anna")
        let cookie = clinic.cookie(session)
        var secret = session.secret
        for _ in 0..<2 {
            let known = try #require(
                clinic.signIns.session(cookie: "\(SessionCookie.name)=\(secret)"))
            secret = try clinic.signIns.confirm(
                SignIns.Proof(SampleClinic.password), of: known, from: "1")
        }
        // The former session opens nothing, but the page that it opened stays.
        #expect(clinic.caller(session) == nil)
        #expect(clinic.signIns.laneCaller(cookie: cookie) == nil)
        #expect(clinic.signIns.pageCaller(openedWith: cookie)?.name == "anna")
        try clinic.signIns.endSession(secret)
        #expect(clinic.signIns.pageCaller(openedWith: cookie) == nil)
    }

    @Test("a new proof does not prolong an emergency") func emergencyEnds() throws {
        try clinic.add("anna", .admin)
        try clinic.add("vera", .viewer)
        let known = try #require(
            clinic.signIns.session(cookie: clinic.cookie(try clinic.signIn("vera"))))
        let raised = try clinic.signIns.takeEmergency(of: known, because: "fire")
        clinic.clock.pass(minutes: 25)
        let emergency = try #require(
            clinic.signIns.session(cookie: "\(SessionCookie.name)=\(raised)"))
        let fresh = try clinic.signIns.confirm(
            SignIns.Proof(SampleClinic.password), of: emergency, from: "1")
        let cookie = "\(SessionCookie.name)=\(fresh)"
        #expect(clinic.signIns.caller(cookie: cookie, authorization: nil)?.role == .clinician)
        clinic.clock.pass(minutes: 25)
        _ = clinic.signIns.session(cookie: cookie)
        clinic.clock.pass(minutes: 11)
        #expect(clinic.signIns.caller(cookie: cookie, authorization: nil) == nil)
    }

    @Test("a setting is kept", arguments: StoreKind.allCases)
    func setting(kind: StoreKind) throws {
        try kind.with { records, _ in
            #expect(try records.setting("a") == nil)
            try records.set(
                "a", from: .any, to: "x'; --", as: .requireSecondFactor, by: clinic.admin)
            try records.set(
                "a", from: .any, to: "admin", as: .requireSecondFactor, by: clinic.admin)
            #expect(try records.setting("a") == "admin")
            #expect(try records.setting("b") == nil)
            #expect(try records.trail(after: 0, limit: 9).count == 2)
            #expect(try records.verify() == [])
        }
    }
}
