import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

@Suite("A clinic with accounts", .listening)
struct ClinicTests {
    private static let begin =
        #"{"distance":4,"largest":1,"smallest":0,"width":300,"isMeasured":true,"perMillimetre":4,"ratio":1,"eyes":["right"]}"#

    @Test("without signing in nothing is served, and old keys open nothing")
    func closed() throws {
        let clinic = try Clinic()
        #expect(!clinic.said.contains { $0.contains("#") })
        for (method, path) in [
            ("GET", "/api/v1/people"), ("GET", "/api/v1/tests"), ("GET", "/api/v1/trail"),
            ("GET", "/operator/events"), ("POST", "/session"), ("POST", "/account/sessions"),
            ("POST", "/account/list"),
        ] {
            let answer = try clinic.request(method, path, method == "GET" ? "" : "{}")
            #expect(answer.status == 401, "\(method) \(path): \(answer.status) \(answer.text)")
        }
        // Only the user of a machine without accounts may make the first one.
        let first = try clinic.post(
            "/account/first", ["login": "mallory", "password": Clinic.password])
        #expect(first.status == 403)
    }

    @Test("each role has its permissions; the trail has each refusal with its caller")
    func roles() throws {
        let clinic = try Clinic()
        let viewer = try clinic.cookie(of: "vera")
        let conductor = try clinic.cookie(of: "otto")
        let admin = try clinic.cookie(of: "anna")
        func status(
            _ method: String, _ path: String, _ cookie: String, _ body: String = ""
        ) throws -> Int {
            try clinic.request(method, path, body, cookie: cookie).status
        }
        #expect(try status("GET", "/api/v1/people", viewer) == 200)
        #expect(try status("POST", "/api/v1/people", viewer, #"{"name":"A"}"#) == 403)
        #expect(try status("POST", "/api/v1/people", conductor, #"{"name":"A"}"#) == 201)
        #expect(try status("GET", "/api/v1/trail", conductor) == 403)
        #expect(try status("GET", "/api/v1/trail", admin) == 200)
        #expect(try status("POST", "/account/list", conductor, "{}") == 403)
        #expect(try status("POST", "/account/list", admin, "{}") == 200)
        #expect(try status("POST", "/operator/act", viewer, #"{"act":"pause"}"#) == 403)
        #expect(try status("POST", "/session", viewer, "{}") == 403)
        let opened = try clinic.request("POST", "/session", "{}", cookie: conductor)
        let session = try JSONDecoder().decode([String: String].self, from: opened.body)["session"]
        let path = "/begin?session=\(session ?? "")"
        #expect(try status("POST", path, viewer, Self.begin) == 403)
        #expect(try clinic.request("POST", path, Self.begin).status == 401)
        #expect(try status("POST", path, conductor, Self.begin) == 200)
        let trail = try clinic.aloud("records", "trail", "--limit", "1000")
        for permission in ["writePeople", "writeTests"] {
            #expect(trail.contains { $0.contains("vera  refuse") && $0.contains(permission) })
        }
        #expect(trail.contains { $0.contains("otto  refuse") && $0.contains("administer") })
        #expect(trail.contains { $0.contains("otto  addPerson") })
    }

    @Test("session fixation: signing in makes a new secret, and ends the old session")
    func fixation() throws {
        let clinic = try Clinic()
        // A secret that an attacker chose is not taken over.
        let chosen = String(repeating: "a", count: 32)
        let given = try #require(try clinic.signIn("vera", cookie: chosen).cookie)
        #expect(given != chosen)
        #expect(try clinic.request("GET", "/api/v1/people", cookie: chosen).status == 401)
        let again = try clinic.signIn("vera", cookie: given)
        let next = try #require(again.cookie)
        #expect(next != given)
        #expect(try clinic.request("GET", "/api/v1/people", cookie: given).status == 401)
        #expect(try clinic.request("GET", "/api/v1/people", cookie: next).status == 200)
        for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Strict"] {
            #expect(again.head.contains(part))
        }
        #expect(!again.text.contains(next))
        let out = try clinic.post("/account/sign-out", cookie: next)
        #expect(out.head.contains("Max-Age=0") && out.head.contains("Clear-Site-Data"))
        #expect(try clinic.request("GET", "/api/v1/people", cookie: next).status == 401)
    }

    @Test("CSRF: a page of another site changes nothing with a person's session")
    func crossSite() throws {
        let clinic = try Clinic()
        let cookie = try clinic.cookie(of: "anna")
        for headers in [
            ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": ""],
            ["Origin": "https://127.0.0.1:\(clinic.port)"], ["Sec-Fetch-Site": "cross-site"],
            ["Sec-Fetch-Site": "same-site"], ["Host": "evil.example"],
        ] {
            for path in ["/account/sign-out", "/account/end-others", "/api/v1/people"] {
                let answer = try clinic.request(
                    "POST", path, "{}", cookie: cookie, headers: headers)
                #expect(answer.status == 403, "\(headers) \(path): \(answer.status)")
            }
        }
        // The types that a form of another site can send are not read.
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
            let answer = try clinic.request(
                "POST", "/account/sign-out", "{}", cookie: cookie, headers: ["Content-Type": type])
            #expect(answer.status == 400, "\(type)")
        }
        #expect(try clinic.request("GET", "/account/sign-out", cookie: cookie).status == 405)
        #expect(try clinic.request("GET", "/api/v1/people", cookie: cookie).status == 200)
    }

    @Test("another person's session, token or account cannot be changed")
    func ofOthers() throws {
        let clinic = try Clinic()
        let viewer = try clinic.cookie(of: "vera")
        _ = try clinic.cookie(of: "anna")
        struct Listed: Decodable {
            var id: String
            var login: String
        }
        let sessions = try clinic.aloud("accounts", "sessions", "--json").map {
            try JSONDecoder().decode(Listed.self, from: Data($0.utf8))
        }
        let other = try #require(sessions.first { $0.login == "anna" })
        let ended = try clinic.post("/account/end-session", ["id": other.id], cookie: viewer)
        #expect(ended.status == 404)
        for path in ["change", "end-token", "add-token", "add"] {
            let answer = try clinic.post("/account/" + path, ["id": other.id], cookie: viewer)
            #expect(answer.status == 403, "\(path)")
        }
        #expect(try clinic.aloud("accounts", "sessions", "--json").count == sessions.count)
    }

    @Test("a token has exactly its scopes, over the interface only")
    func tokens() throws {
        let clinic = try Clinic()
        try clinic.aloud("accounts", "add", "lab", "--program", "--role", "clinician")
        let token = try #require(
            try clinic.aloud(
                "accounts", "token", "add", "lab", "--name", "t", "--scopes", "readPeople"
            ).first)
        func status(_ method: String, _ path: String, _ header: String) throws -> Int {
            try clinic.request(
                method, path, method == "GET" ? "" : "{}",
                headers: ["Authorization": header, "Origin": ""]
            ).status
        }
        let bearer = "Bearer \(token)"
        #expect(try status("GET", "/api/v1/people", bearer) == 200)
        #expect(try status("GET", "/api/v1/tests", bearer) == 403)
        #expect(try status("POST", "/api/v1/people", bearer) == 403)
        #expect(try status("GET", "/api/v1/trail", bearer) == 403)
        #expect(try status("GET", "/operator/events", bearer) == 401)
        for wrong in [
            "Bearer", "Bearer x", "Basic \(token)", "Bearer \(token) x", "Bearer \(token)0",
        ] {
            #expect(try status("GET", "/api/v1/people", wrong) == 401, "\(wrong.prefix(8))")
        }
        // A session does not help a wrong token.
        let cookie = try clinic.cookie(of: "anna")
        let both = try clinic.request(
            "GET", "/api/v1/people", cookie: cookie, headers: ["Authorization": "Bearer x"])
        #expect(both.status == 401)
        try clinic.aloud("accounts", "disable", "lab")
        #expect(try status("GET", "/api/v1/people", bearer) == 401)
    }

    @Test("wrong addresses and refusals are pages for people and JSON for programs")
    func refusals() throws {
        let clinic = try Clinic()
        for (method, path, status) in [
            ("GET", "/nowhere", 404), ("GET", "/accounts", 404), ("GET", "/account/nowhere", 404),
            ("GET", "/records/nowhere", 404), ("GET", "/api/v1/nowhere", 404),
            ("GET", "/api/v1/people", 401), ("GET", "/account/sign-in", 405),
            ("DELETE", "/records", 405), ("GET", "/begin", 405), ("DELETE", "/moon", 405),
        ] {
            let person = try clinic.request(
                method, path, headers: ["Accept": "text/html,*/*;q=0.8", "Accept-Language": "de"])
            #expect(person.status == status, "\(path)")
            #expect(person.text.contains("<html lang=\"de\">"), "\(path): \(person.text)")
            let program = try clinic.request(method, path)
            #expect(program.status == status, "\(path)")
            let problem = try JSONSerialization.jsonObject(with: Data(program.text.utf8))
            #expect((problem as? [String: Any])?["status"] as? Int == status, "\(path)")
        }
    }

    @Test("tricks with paths and headers reach nothing")
    func tricks() throws {
        let clinic = try Clinic()
        for path in [
            "/api/v1/../v1/people", "/api//v1/people", "/API/v1/people", "/api/v1/people/",
            "/api/v1/people%2f..", "/./api/v1/people", "//api/v1/people", "/api/v1/people;x=1",
            "/account/../api/v1/people", "/api/v1/people%00", "/account/list/", "/account/LIST",
            "/operator/../operator/events", "/records/../../etc/passwd", "/%2e%2e/api/v1/people",
        ] {
            for method in ["GET", "POST"] {
                let answer = try clinic.request(method, path, method == "GET" ? "" : "{}")
                #expect([400, 401, 404, 405].contains(answer.status), "\(path): \(answer.status)")
            }
        }
        let viewer = try clinic.cookie(of: "vera")
        for headers in [
            ["X-Forwarded-For": "127.0.0.1"], ["X-Original-URL": "/account/list"],
            ["X-HTTP-Method-Override": "GET"], ["X-Aloud-Key": "x"], ["X-Role": "admin"],
        ] {
            let answer = try clinic.request(
                "POST", "/account/list", "{}", cookie: viewer, headers: headers)
            #expect(answer.status == 403, "\(headers)")
        }
        // Two cookies of the same name: a trick of a sibling page.
        let twice = try clinic.request(
            "GET", "/api/v1/people",
            headers: ["Cookie": "__Host-aloud-session=\(viewer); __Host-aloud-session=\(viewer)"])
        #expect(twice.status == 401)
    }

    @Test("bodies that are too large, too slow or not JSON are refused without harm")
    func bodies() throws {
        let clinic = try Clinic()
        let large = String(repeating: "x", count: 100_000)
        #expect(try clinic.request("POST", "/account/sign-in", large).status == 413)
        for body in [
            "", "[]", "null", "{}", #"{"login":1,"password":2}"#, #"{"login":"anna"}"#, "{",
            String(repeating: "[", count: 4_000),
        ] {
            #expect(
                try clinic.request("POST", "/account/sign-in", body).status == 400,
                "\(body.prefix(20))")
        }
        // A body that never ends holds up nobody.
        let slow = try RawConnection(port: clinic.port)
        slow.send(
            "POST /account/sign-in HTTP/1.1\r\nHost: 127.0.0.1:\(clinic.port)\r\nOrigin:"
                + " \(clinic.origin)\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
        )
        #expect(try clinic.signIn("vera").status == 200)
        // A long password is compared, not cut.
        let long = String(repeating: "p", count: 3_000)
        #expect(try clinic.signIn("vera", long).status == 401)
    }

    @Test("SQL and markup in every field change nothing")
    func injection() throws {
        let clinic = try Clinic()
        let admin = try clinic.cookie(of: "anna")
        let texts = [
            "' OR '1'='1", "anna' --", "anna'; DROP TABLE account; --", "\" OR \"\"=\"",
            "x' UNION SELECT body FROM account --", "%", "\\", "\u{0}", "anna\u{0}x",
            "<script>alert(1)</script>", "${7*7}", "anna\r\nSet-Cookie: a=b",
        ]
        // Each from a device of its own, so that guessing is not what is refused.
        for (number, text) in texts.enumerated() {
            let device = UInt8(10 + number)
            #expect(try clinic.signIn(text, device: device).status == 401, "\(text)")
            #expect(try clinic.signIn("anna", text, device: device).status == 401, "\(text)")
            let added = try clinic.post(
                "/account/add", ["login": text, "name": text, "role": "viewer"], cookie: admin)
            #expect(added.status == 400, "\(text): \(added.text)")
            for path in ["change", "end-session", "end-token"] {
                let answer = try clinic.post("/account/" + path, ["id": text], cookie: admin)
                #expect(answer.status == 400, "\(path) \(text)")
            }
            let cookie = try clinic.request(
                "GET", "/api/v1/people",
                headers: [
                    "Cookie": "__Host-aloud-session=\(text.filter { !"\r\n\0".contains($0) })"
                ])
            #expect(cookie.status == 401)
        }
        #expect(try clinic.aloud("accounts", "list").count == 4)
        #expect(try clinic.aloud("records", "verify").first?.contains("sound") == true)
        let trail = try clinic.aloud("records", "trail", "--limit", "1000").joined()
        #expect(!trail.contains("DROP") && !trail.contains("UNION"))
    }

    @Test("guessing from one device is slowed with Retry-After, and others are not")
    func throttling() throws {
        let clinic = try Clinic()
        var slowed: RawAnswer?
        for number in 0..<8 where slowed == nil {
            let answer = try clinic.signIn("anna", "wrong \(number)", device: 7)
            if answer.status == 429 { slowed = answer }
        }
        let told = try #require(slowed)
        #expect(told.head.contains("Retry-After: "))
        // The right password is not even looked at.
        #expect(try clinic.signIn("anna", device: 7).status == 429)
        #expect(try clinic.signIn("anna", device: 8).status == 200)
    }

    @Test("a wrong password and an unknown login give the same page")
    func sameAnswer() throws {
        let clinic = try Clinic()
        let known = try clinic.signIn("anna", "wrong password")
        let unknown = try clinic.signIn("nobody", "wrong password")
        #expect(known.text == unknown.text && known.status == unknown.status)
        #expect(!known.text.contains("anna"))
    }

    @Test("no file on disk contains a password, or the secret of a session or token")
    func nothingPlain() throws {
        let clinic = try Clinic()
        let cookie = try clinic.cookie(of: "anna")
        try clinic.aloud("accounts", "add", "lab", "--program", "--role", "viewer")
        let token = try #require(
            try clinic.aloud(
                "accounts", "token", "add", "lab", "--scopes", "readPeople"
            ).first)
        for name in ["a.db", "a.db-wal"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: clinic.folder.file(name)))
            for secret in [Clinic.password, cookie, token] {
                #expect(bytes.firstRange(of: Data(secret.utf8)) == nil)
            }
        }
    }
}
