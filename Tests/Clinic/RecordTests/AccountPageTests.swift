import Accounts
import Acuity
import ClinicPages
import Foundation
import HTTP
import QRPictures
import RecordREST
import RecordStore
import Sealing
import TestTraits
import Testing

@Suite("The requests of the page of accounts", .listening)
struct AccountPageTests {
    private let clinic: SampleClinic
    private let pages: AccountPages

    init() throws {
        clinic = try SampleClinic()
        pages = AccountPages(
            clinic.signIns, user: "root", picture: QRPicture.rows, isHome: { _ in false })
        try clinic.add("anna", .admin)
        try clinic.add("vera", .viewer)
    }

    private struct Answer {
        var status: Int
        var json: [String: Any]
        var cookie: String?
        var refused: String? { json["code"] as? String }
    }

    private func post(
        _ act: String, _ body: [String: Any] = [:], cookie: String?
    ) throws -> Answer {
        var headers = ["content-type": "application/json"]
        headers["cookie"] = cookie.map { "\(SessionCookie.name)=\($0)" }
        let request = Request(
            "POST", "/account/" + act, headers: headers,
            body: Array(try JSONSerialization.data(withJSONObject: body)), peer: "7f000001")
        let content: Reply.Content
        switch try pages.answer(request) {
        case .content(let found): content = found
        case .later(let act):
            do throws(Refusal) { content = try act() } catch { content = error.content }
        case .live, .conversation, .export: throw RecordError.closed
        }
        let json = try JSONSerialization.jsonObject(with: Data(content.body))
        return Answer(
            status: content.status, json: json as? [String: Any] ?? [:],
            cookie: content.cookie?.split(separator: ";").first?.split(separator: "=").last
                .map(String.init))
    }

    private func code(_ secret: String) throws -> String {
        let bytes = try #require(Base32.bytes(of: secret))
        return OneTimeCode.code(
            of: bytes, step: clinic.clock.now.milliseconds / 30_000, HMACSHA1.digest)
    }

    /// Makes a second factor by the page; returns its secret and the recovery codes.
    private func enrol(_ cookie: String) throws -> (secret: String, recovery: [String]) {
        let offer = try post("begin-factor", cookie: cookie)
        let secret = try #require(offer.json["secret"] as? String)
        let picture = try #require(offer.json["picture"] as? [String])
        #expect(picture.count > 20 && picture.allSatisfy { $0.count == picture.count })
        #expect((offer.json["address"] as? String)?.hasPrefix("otpauth://totp/Aloud:") == true)
        let wrong = try post("add-factor", ["code": "000000x"], cookie: cookie)
        #expect(wrong.status == 400)
        let made = try post("add-factor", ["code": code(secret)], cookie: cookie)
        clinic.clock.pass(minutes: 1)
        return (secret, try #require(made.json["codes"] as? [String]))
    }

    @Test("a second factor is made on the page, asked for at sign-in, renewed and removed")
    func factor() throws {
        let first = try clinic.signIn("vera").secret
        let other = try clinic.signIn("vera").secret
        let (secret, recovery) = try enrol(first)
        #expect(recovery.count == Accounts.recoveryCodes)
        // The other sessions have ended; the secret is offered once.
        #expect(try post("sessions", cookie: other).status == 401)
        #expect(try post("add-factor", ["code": code(secret)], cookie: first).status == 400)
        let form = ["login": "vera", "password": SampleClinic.password]
        let asked = try post("sign-in", form, cookie: nil)
        #expect(asked.status == 401 && asked.refused == "codeNeeded" && asked.cookie == nil)
        let wrong = try post("sign-in", form.merging(["code": "12"]) { $1 }, cookie: nil)
        #expect(wrong.refused == "wrongCode")
        let right = try post("sign-in", form.merging(["code": code(secret)]) { $1 }, cookie: nil)
        let cookie = try #require(right.cookie)
        let state = try post("state", cookie: cookie).json["account"] as? [String: Any]
        #expect(state?["hasFactor"] as? Bool == true)
        #expect(state?["recoveryLeft"] as? Int == Accounts.recoveryCodes)
        let renewed = try post("renew-recovery", cookie: cookie).json["codes"] as? [String]
        #expect(renewed?.count == Accounts.recoveryCodes && renewed != recovery)
        try clinic.accounts.requireSecondFactor(of: [.viewer], by: clinic.admin)
        #expect(try post("remove-factor", cookie: cookie).status == 400)
        try clinic.accounts.requireSecondFactor(of: [], by: clinic.admin)
        #expect(try post("remove-factor", cookie: cookie).status == 200)
        #expect(try post("sign-in", form, cookie: nil).status == 200)
    }

    @Test("a request that the server never carries out leaves room for others")
    func neverCarriedOut() throws {
        let headers = ["content-type": "application/json"]
        for _ in 0..<4 {
            _ = try pages.answer(Request("POST", "/account/sign-in", headers: headers))
        }
        let form = ["login": "vera", "password": SampleClinic.password]
        #expect(try post("sign-in", form, cookie: nil).status == 200)
    }

    @Test("a role that requires one has no access until it is set up") func required() throws {
        try clinic.accounts.requireSecondFactor(of: [.admin], by: clinic.admin)
        let cookie = try clinic.signIn("anna").secret
        let state = try post("state", cookie: cookie)
        #expect((state.json["account"] as? [String: Any])?["mustMakeFactor"] as? Bool == true)
        #expect((state.json["emergencies"] as? [Any])?.isEmpty == true)
        for act in ["list", "add", "change", "add-token", "require-factor"] {
            #expect(try post(act, cookie: cookie).status == 401, "\(act)")
        }
        let body = ["reason": "fire", "password": SampleClinic.password]
        #expect(try post("emergency", body, cookie: cookie).status == 403)
        _ = try enrol(cookie)
        #expect(try post("list", cookie: cookie).status == 200)
    }

    @Test(
        "after five minutes a sensitive action asks for the password again",
        arguments: [
            "end-session", "end-others", "begin-factor", "add-factor", "renew-recovery",
            "remove-factor", "add", "change", "add-token", "end-token", "require-factor",
        ])
    func confirm(act: String) throws {
        let cookie = try clinic.signIn("anna").secret
        clinic.clock.pass(minutes: 6)
        let refused = try post(act, ["id": RecordID(at: clinic.clock.now).text], cookie: cookie)
        #expect(refused.status == 403 && refused.refused == "confirm")
        #expect(try post("list", cookie: cookie).status == 200)
        let wrong = try post("confirm", ["password": "wrong password"], cookie: cookie)
        #expect(wrong.status == 401 && wrong.cookie == nil)
        let right = try post("confirm", ["password": SampleClinic.password], cookie: cookie)
        let fresh = try #require(right.cookie)
        #expect(fresh != cookie)
        #expect(try post("state", cookie: cookie).json["account"] == nil)
        #expect(try post(act, cookie: fresh).refused != "confirm")
        // Nobody proves it for another session, or without one.
        #expect(
            try post("confirm", ["password": SampleClinic.password], cookie: cookie).status == 401)
    }

    @Test("with a second factor, an old session needs a new proof to change its password")
    func password() throws {
        let cookie = try clinic.signIn("vera").secret
        let (secret, _) = try enrol(cookie)
        clinic.clock.pass(minutes: 6)
        let wanted = ["former": SampleClinic.password, "password": "five other words of nothing"]
        #expect(try post("password", wanted, cookie: cookie).refused == "confirm")
        let proof = ["password": SampleClinic.password, "code": try code(secret)]
        let fresh = try #require(try post("confirm", proof, cookie: cookie).cookie)
        let changed = try post("password", wanted, cookie: fresh)
        #expect(changed.status == 200)
        let state = try post("state", cookie: changed.cookie).json["account"] as? [String: Any]
        #expect(state?["hasFactor"] as? Bool == true)
    }

    @Test("an emergency access is not a new proof, and never changes the second factor")
    func emergency() throws {
        let cookie = try clinic.signIn("vera").secret
        let (secret, _) = try enrol(cookie)
        clinic.clock.pass(minutes: 6)
        let wanted = ["reason": "the clinician is away", "password": SampleClinic.password]
        let urgent = try #require(try post("emergency", wanted, cookie: cookie).cookie)
        let password = ["former": SampleClinic.password, "password": "five other words of nothing"]
        #expect(try post("password", password, cookie: urgent).refused == "confirm")
        for act in ["begin-factor", "renew-recovery", "remove-factor"] {
            #expect(try post(act, cookie: urgent).status == 403, "\(act)")
        }
        // A proof with a code is one, and the second factor waits for the end of the emergency.
        let proof = ["password": SampleClinic.password, "code": try code(secret)]
        let proven = try #require(try post("confirm", proof, cookie: urgent).cookie)
        #expect(try post("end-others", cookie: proven).status == 200)
        #expect(try post("renew-recovery", cookie: proven).refused == "emergency")
        #expect(try post("remove-factor", cookie: proven).refused == "emergency")
    }

    @Test("a new password does not renew the proof of a second factor")
    func passwordChain() throws {
        let cookie = try clinic.signIn("vera").secret
        _ = try enrol(cookie)
        let other = "five other words of nothing"
        clinic.clock.pass(minutes: 3)
        let first = try post(
            "password", ["former": SampleClinic.password, "password": other], cookie: cookie)
        let changed = try #require(first.cookie)
        clinic.clock.pass(minutes: 4)
        let second = try post(
            "password", ["former": other, "password": SampleClinic.password], cookie: changed)
        #expect(second.refused == "confirm")
    }

    @Test(
        "a wrong password is in the trail and slows the next try, on every page",
        arguments: ["emergency", "password"])
    func wrongPassword(act: String) throws {
        let cookie = try clinic.signIn("vera").secret
        let wrong = [
            "reason": "r", "password": "wrong password", "former": "wrong password",
        ]
        func misses() throws -> Int {
            try clinic.store.trail(after: 0, limit: 500).count { $0.action == .failSignIn }
        }
        for number in 1...5 {
            #expect(try post(act, wrong, cookie: cookie).status == 401)
            #expect(try misses() == number)
        }
        #expect(try post(act, wrong, cookie: cookie).status == 429)
    }

    @Test("erasing over REST requires a new proof from a person, but not from a program")
    func erase() throws {
        let interface = RecordInterface(
            clinic.store, callers: clinic.signIns, next: NextTest { .zero }, digest: BLAKE2b.digest,
            hearing: { _, _ in .exact }, now: { [clock = clinic.clock] in clock.now })
        func erase(_ headers: [String: String]) throws -> Int {
            let key = RecordID(at: clinic.clock.now)
            let person = try clinic.store.save(
                Person(key: key, id: key.text, name: "A", birthDate: nil), by: clinic.admin)
            let request = Request(
                "POST", "/api/v1/people/\(person.key.text)/erasure",
                headers: headers.merging(["content-type": "application/json"]) { $1 },
                body: Array(#"{"reason":"asked for"}"#.utf8))
            return interface.content(request).status
        }
        let cookie = ["cookie": "\(SessionCookie.name)=\(try clinic.signIn("anna").secret)"]
        #expect(try erase(cookie) == 200)
        clinic.clock.pass(minutes: 6)
        #expect(try erase(cookie) == 403)
        let program = try clinic.accounts.add(
            "lab", name: nil, role: .admin, hasPassword: false, by: clinic.admin
        ).account
        let token = try clinic.accounts.addToken(
            named: "t", of: program, scopes: [.erase], days: nil, by: clinic.admin)
        clinic.clock.pass(minutes: 60)
        #expect(try erase(["authorization": "Bearer \(token)"]) == 200)
    }
}
