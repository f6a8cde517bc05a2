import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// The first start of a clinic: the real program without accounts, walked through in a browser.
@Suite("The first start of a clinic", .listening)
struct FirstStartTests {
    private struct Started {
        let process: AloudProcess
        let walk: String
        let folder: TemporaryFolder

        init(_ words: [String] = []) throws {
            folder = try TemporaryFolder()
            process = try AloudProcess(
                ["serve", "--answers", "-", "--port", "0", "--voice", "off"] + words,
                variables: [
                    "ALOUD_RECORDS": folder.file("a.db"), "XDG_DATA_HOME": folder.file("data"),
                ], input: Pipe())
            var found: String?
            while found == nil, let message = process.message() {
                found = message.firstMatch(of: #/http:\S+/account/start#\S+/#).map {
                    String($0.0)
                }
            }
            walk = try #require(found)
        }
    }

    /// The code that an app shows now for the secret on the page (RFC 6238).
    private static let code = """
        const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
        const bits = [...document.getElementById('secret').textContent.replaceAll(' ', '')]
          .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
        const bytes = new Uint8Array(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
        const step = new DataView(new ArrayBuffer(8));
        step.setUint32(4, Math.floor(Date.now() / 30000));
        return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
          .then((key) => crypto.subtle.sign('HMAC', key, step.buffer)).then((made) => {
            const view = new DataView(made);
            const offset = view.getUint8(19) & 15;
            return String((view.getUint32(offset) & 0x7fffffff) % 1000000).padStart(6, '0');
          });
        """

    @Test("one walk makes the account, its second factor and the lane, and leads to the screen")
    func walk() throws {
        let started = try Started()
        defer { started.process.interrupt() }
        let browser = try Browser(width: 1_200, height: 900)
        try browser.open(started.walk)
        try browser.wait(until: "!document.getElementById('account').hidden")
        try browser.type("anna", into: "#login")
        try browser.type("Anna Weber", into: "#name")
        try browser.type(Clinic.password, into: "#password")
        try browser.click("#account .main")
        try browser.wait(until: "document.querySelector('#factor-picture svg path')")
        let code = try #require(try browser.run(Self.code) as? String)
        try browser.type(code, into: "#code")
        try browser.click("#factor .main")
        try browser.wait(until: "document.querySelectorAll('#code-list li').length === 8")
        try browser.click("#kept")
        // The password and the code were asked for once, and the lane has the machine's name.
        try browser.wait(until: "document.getElementById('lane-name').value !== ''")
        try browser.run("document.getElementById('lane-name').value = ''")
        try browser.type("room 3", into: "#lane-name")
        try browser.click("#lane .main")
        try browser.wait(until: "!document.getElementById('devices').hidden")
        #expect(try browser.holds("document.getElementById('listen').checkVisibility()"))
        try browser.click("#devices-next")
        try browser.click("#measure")
        try browser.wait(until: "document.getElementById('setup')?.dataset.step === 'screen'")
        #expect(try browser.holds("location.hash === ''"))
        // The lane has its name from now on, and the walk is over.
        let path = started.folder.file("data/aloud/lane")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "room 3")
        try browser.open(started.walk.replacing(#/\/account.*/#, with: "/today"))
        try browser.wait(until: "document.getElementById('heading').textContent !== ''")
        try browser.type("Bert", into: "#words")
        try browser.click("#expect .main")
        try browser.wait(
            until: "document.querySelector('#expected button')?.textContent.includes('room 3')")
        try browser.open(started.walk)
        try browser.wait(until: "location.pathname === '/account'")
    }

    @Test("only the key of the terminal opens it, and only at this machine")
    func guarded() throws {
        let started = try Started(["--listen", "0.0.0.0"])
        defer { started.process.interrupt() }
        let match = try #require(started.walk.firstMatch(of: #/:(\d+)/account/start#(\S+)/#))
        let port = try #require(Int(match.1))
        func first(_ key: String, _ more: [String: String] = [:]) throws -> RawAnswer {
            var headers = [
                "Origin": "http://127.0.0.1:\(port)", "Content-Type": "application/json",
                "Authorization": "Bearer \(key)",
            ]
            headers.merge(more) { $1 }
            return try RawConnection.exchange(
                port: port, "POST", "/account/first", headers: headers,
                body: #"{"login":"anna","password":"\#(Clinic.password)"}"#)
        }
        #expect(try first("0000").status == 403)
        // Another device is sent to the port with TLS, whatever key it has.
        #expect(try first(String(match.2), ["Host": "192.0.2.7:\(port)"]).status != 200)
        // The key opens the first account, and no records.
        let people = try RawConnection.exchange(
            port: port, "GET", "/api/v1/people",
            headers: ["Authorization": "Bearer \(match.2)"])
        #expect(people.status == 401)
        #expect(try first(String(match.2)).status == 200)
        #expect(try first(String(match.2)).status == 403)
    }

    @Test("a password to sign in with once is not asked for twice") func initialPassword() throws {
        let clinic = try Clinic([("anna", "admin")])
        let initial = try #require(
            try clinic.aloud("accounts", "add", "otto", "--role", "operator").first)
        let browser = try Browser(width: 1_200, height: 900)
        try browser.open(clinic.origin + "/account")
        try browser.wait(until: "!document.getElementById('sign-in').hidden")
        try browser.type("otto", into: "#login")
        try browser.type(initial, into: "#password")
        try browser.click("#sign-in .main")
        try browser.wait(until: "!document.getElementById('must').hidden")
        #expect(try browser.holds("!document.getElementById('former').checkVisibility()"))
        // A password that is refused does not bring the question back.
        try browser.type("password", into: "#new")
        try browser.click("#change button")
        try browser.wait(until: "document.getElementById('trouble').textContent !== ''")
        try browser.type(Clinic.password, into: "#new")
        try browser.click("#change button")
        try browser.wait(until: "document.getElementById('must').hidden")
        #expect(try clinic.signIn("otto").status == 200)
        #expect(try browser.holds("document.getElementById('former-part').hidden === false"))
    }
}
