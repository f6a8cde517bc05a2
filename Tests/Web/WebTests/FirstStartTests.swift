import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// The first start of a clinic: the real program without accounts, walked through in a browser.
@Suite("The first start of a clinic", .listening)
struct FirstStartTests {
    struct Started {
        let process: AloudProcess
        let walk: String
        let folder: TemporaryFolder

        init(_ words: [String] = [], answers: Pipe = Pipe()) throws {
            Waiting.untilDayLasts()
            folder = try TemporaryFolder()
            process = try AloudProcess(
                ["serve", "--answers", "-", "--port", "0", "--voice", "off"] + words,
                variables: [
                    "ALOUD_RECORDS": folder.file("a.db"), "XDG_DATA_HOME": folder.file("data"),
                ], input: answers)
            var found: String?
            while found == nil, let message = process.message() {
                found = message.firstMatch(of: #/http:\S+/account/start#\S+/#).map {
                    String($0.0)
                }
            }
            walk = try #require(found)
        }

        /// Makes the account of Anna Weber with its second factor, to the page of its further codes.
        func addAnna(in browser: Browser) throws {
            try browser.open(walk)
            try browser.wait(until: "!document.getElementById('account').hidden")
            try browser.type("anna", into: "#login")
            try browser.type("Anna Weber", into: "#name")
            try browser.type(Clinic.password, into: "#password")
            try browser.click("#account .main")
            try browser.wait(until: "document.querySelector('#factor-picture svg path')")
            let code = try #require(try browser.run(FirstStartTests.code) as? String)
            try browser.type(code, into: "#code")
            try browser.click("#factor .main")
            try browser.wait(until: "document.querySelectorAll('#code-list li').length === 8")
        }
    }

    /// The code that an app shows now for the secret on the page (RFC 6238).
    static let code = """
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

    @Test("the setup makes account, second factor and lane, then opens the screen")
    func walk() throws {
        let started = try Started()
        defer { started.process.interrupt() }
        let browser = try Browser(width: 1_200, height: 900)
        try started.addAnna(in: browser)
        try browser.click("#kept")
        // The password and the code were asked for once, and the lane has the machine's name. Its page
        // also says how other devices reach it.
        try browser.wait(until: "document.getElementById('lane-name').value !== ''")
        try browser.run("document.getElementById('lane-name').value = ''")
        try browser.type("room 3", into: "#lane-name")
        #expect(try browser.holds("document.getElementById('listen').checkVisibility()"))
        try browser.click("#lane .main")
        try browser.wait(until: "!document.getElementById('screen').hidden")
        try browser.click("#measure")
        try browser.wait(until: "document.getElementById('setup')?.dataset.step === 'screen'")
        #expect(try browser.holds("location.hash === ''"))
        #expect(try browser.holds("document.getElementById('calibrated').checkVisibility()"))
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

    /// A person at one browser, whose clicks, typed fields and opened addresses are counted.
    private struct CountedPerson {
        let browser: Browser
        private(set) var acts = 0

        init(_ browser: Browser) { self.browser = browser }

        /// Waits until an element can be used: what is hidden costs an act of its own.
        private mutating func act(_ selector: String) throws {
            let element = "document.querySelector(`\(selector)`)"
            try browser.wait(until: "\(element)?.checkVisibility() && !\(element).disabled")
            acts += 1
        }

        mutating func click(_ selector: String) throws {
            try act(selector)
            try browser.click(selector)
        }

        mutating func type(_ text: String, into selector: String) throws {
            try act(selector)
            try browser.type(text, into: selector)
        }

        mutating func open(_ address: String) throws {
            acts += 1
            try browser.open(address)
        }
    }

    @Test("a clinic has its first result after 20 acts, and each further one after 6", .long)
    func journey() throws {
        let answers = Pipe()
        // The distance is asked for, as on a new machine.
        let started = try Started(["--procedure", "etdrs"], answers: answers)
        defer { started.process.interrupt() }
        let origin = started.walk.replacing(#/\/account.*/#, with: "")
        try started.folder.write(
            "name,id,birth_date,time\nAnna Müller,17,1957-03-02,09:30\nBert,18,,10:00\n",
            to: "list.csv")
        let browser = try Browser(width: 1_366, height: 768)
        var lane = CountedPerson(browser)
        try browser.open(started.walk)
        try lane.type("anna", into: "#login")
        try lane.type(Clinic.password, into: "#password")
        try lane.click("#account .main")
        try browser.wait(until: "document.querySelector('#factor-picture svg path')")
        try lane.type(try #require(try browser.run(Self.code) as? String), into: "#code")
        try lane.click("#factor .main")
        try lane.click("#kept")
        try lane.click("#lane .main")
        try lane.click("#measure")
        // The card of this screen, and the place of the patients.
        try lane.click("#card-more")
        try lane.click("#calibrated")
        try lane.click("#presets .tile:nth-child(4)")
        try lane.click("#next")
        // The walk ends at today's list.
        try browser.wait(until: "location.pathname === '/today'")
        try lane.type(started.folder.file("list.csv"), into: "#file")
        try lane.click("#expected tr:nth-child(1) button")
        try lane.open(origin + "/")
        try browser.wait(
            until: "document.getElementById('who-name')?.textContent.includes('Anna Müller')")
        for step in ["who", "eyes", "correction", "distance"] {
            try browser.wait(until: "document.getElementById('setup').dataset.step === '\(step)'")
            try lane.click("#next")
        }
        try lane.click("#begin")
        #expect(lane.acts <= 20)
        try takeTest(in: browser, answers)
        // The list stays open next to the lane: the same person in a browser of its own.
        let desk = try Browser(width: 1_366, height: 768)
        try share(browser, with: desk, origin)
        try desk.open(origin + "/today")
        func state(of row: Int) -> String {
            "document.querySelector('#expected tbody tr:nth-child(\(row))')?.dataset.state"
        }
        try desk.wait(until: "\(state(of: 1)) === 'tested'")
        var list = CountedPerson(desk)
        try list.click("#expected tbody tr:nth-child(2) button")
        let before = lane.acts
        try lane.click("#again")
        if try browser.holds("document.getElementById('again-surely').checkVisibility()") {
            try lane.click("#again-surely")
        }
        try browser.wait(
            until: "document.getElementById('who-name').textContent.includes('Bert')")
        // The list does not name what this person wears, so it is asked.
        try lane.click("#same")
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'correction'")
        try lane.click("#next")
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'start'")
        try lane.click("#begin")
        #expect(list.acts + lane.acts - before <= 6)
        try takeTest(in: browser, answers)
        // The list is read anew every few seconds, so it may show the first eye alone for a while.
        for eye in ["Right eye", "Left eye"] {
            try desk.wait(
                until: "document.querySelector('#expected tbody tr:nth-child(2)')"
                    + ".textContent.includes('\(eye)')")
        }
        #expect(try desk.holds("\(state(of: 2)) === 'tested'"))
    }

    /// Answers for both eyes until the result is shown.
    private func takeTest(in browser: Browser, _ answers: Pipe) throws {
        try answers.fileHandleForWriting.write(contentsOf: Data("I can't see any\n".utf8))
        try browser.wait(
            until: "!document.getElementById('rest').hidden"
                + " && document.getElementById('rest-title').textContent === 'A rest'")
        try browser.click("#rest-on")
        try answers.fileHandleForWriting.write(contentsOf: Data("I can't see any\n".utf8))
        try browser.wait(until: "document.querySelectorAll('.report').length === 2")
    }

    /// Gives another browser the session of one, as a second window has it.
    private func share(_ browser: Browser, with other: Browser, _ origin: String) throws {
        let answer = try browser.devTools("Network.getCookies", ["urls": [origin]])
        let cookies = (answer as? [String: Any])?["cookies"] as? [[String: Any]] ?? []
        for cookie in cookies {
            let name = cookie["name"] as? String ?? ""
            try other.devTools(
                "Network.setCookie",
                [
                    "name": name, "value": cookie["value"] as? String ?? "", "url": origin,
                    "path": "/", "secure": cookie["secure"] as? Bool ?? false, "httpOnly": true,
                ])
        }
        try #require(!cookies.isEmpty)
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

    @Test("an initial password is asked for only once") func initialPassword() throws {
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
