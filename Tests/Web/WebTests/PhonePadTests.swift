import Acuity
import Dialogue
import Foundation
import Synchronization
import TestBrowser
import TestPages
import TestSpeech
import TestTraits
import Testing

/// The keys on a phone, which the person holds while the screen is at a distance.
@Suite("Keys on a phone", .listening)
struct PhonePadTests {
    private struct Event: Decodable {
        var event: String
        var letters: String?
        var heard: String?
        var complete: Bool?
        var score: Score?

        struct Score: Decodable { var logMAR: Double? }
    }

    /// Pages that a phone can reach, with a line of two letters.
    private func openLane() throws -> Lane {
        // The address of the pages is known once their server has a port.
        let origins = Mutex<[String]>([])
        let lane = try Lane(
            .waiting(eye: .right, distance: .fourMetres, chooses: false),
            phonePad: PhonePadOffer(
                origins: { origins.withLock { $0 } }, picture: { _ in [[true, false]] }))
        origins.withLock { $0 = [lane.address] }
        return lane
    }

    /// The address in the link that the patient's page shows.
    private func link(_ screen: Browser) throws -> String {
        try screen.run("document.getElementById('phone-open').click();")
        try screen.wait(until: "document.getElementById('phone-address').textContent !== ''")
        let address = try screen.text("#phone-address")
        try screen.run("document.getElementById('phone-shut').click();")
        return address
    }

    private static func phone(flags: [String] = []) throws -> Browser {
        try Browser(width: 390, height: 844, scale: 2, flags: flags)
    }

    @Test("A person answers a whole test on a distant screen with a phone")
    func wholeTest() throws {
        let folder = try TemporaryFolder()
        let (leaf, key) = (folder.file("clinic.crt"), folder.file("clinic.key"))
        try SecureLaneTests.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-subj", "/CN=\(SecureLaneTests.host)", "-addext",
            "subjectAltName=DNS:\(SecureLaneTests.host)", "-days", "90", "-keyout", key, "-out",
            leaf,
        ])
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        let lane = try SecureLaneTests.SecureLane(
            ["--certificate", leaf, "--key", key, "--chart", "1", "--distance", "2m", "--events"],
            answers: ["--device", "no-such-microphone"], folder: folder)
        let code = try #require(lane.said.last?.split(separator: " ").last)
        let screen = try Browser(width: 1_366, height: 768)
        try screen.open("http://127.0.0.1:\(lane.plainPort)/")
        try screen.wait(until: "document.getElementById('door')?.hidden === false")
        try screen.run(
            """
            document.getElementById('code').value = '\(code)';
            document.getElementById('door-form').requestSubmit();
            """)
        try screen.wait(until: "!document.getElementById('setup').hidden")
        let address = try link(screen)
        #expect(address.hasPrefix("https://\(SecureLaneTests.host):\(lane.port)/pad#"))
        #expect(try screen.number("document.querySelectorAll('#phone-picture path').length") == 1)
        let phone = try Self.phone(flags: [
            "--host-resolver-rules=MAP *.local 127.0.0.1", "--ignore-certificate-errors",
        ])
        try phone.open(address)
        try phone.wait(until: "document.documentElement.dataset.phase === 'waiting'")
        try screen.wait(until: "document.getElementById('by-touch').checked")
        try screen.run("document.forms.choices.eyes.value = 'both';")
        try screen.click("#begin")
        // The person sits down first, and continues there.
        try phone.wait(until: "!document.getElementById('phone-on').hidden")
        #expect(try phone.text("#phone-title") == "Take your place")
        try phone.click("#phone-on")
        var line = 0
        while true {
            let event = try lane.process.next(Event.self)
            #expect(event.event != "trouble" && event.event != "warmUp")
            if event.event == "answer" { #expect(event.heard == "touched") }
            if event.event == "result" {
                #expect(event.complete == true && event.score?.logMAR == 0.9)
                break
            }
            guard event.event == "present", let letters = event.letters else { continue }
            line += 1
            // Two lines right, and nothing of the third.
            for (place, letter) in letters.enumerated() {
                try phone.wait(
                    until: """
                        document.documentElement.dataset.shown === '\(line)'
                          && !document.getElementById('phone-keys').hidden
                          && document.querySelector('[aria-current]')
                            === document.getElementById('phone-places').children[\(place)]
                        """)
                let name = line <= 2 ? "\(letter)" : "-"
                if line == 1, place == 1 {
                    // A slip of the finger, which is corrected before the next letter.
                    let other = letters.last.map(String.init) ?? ""
                    try phone.click("#phone-keys [data-letter=\"\(other)\"]")
                    try phone.wait(
                        until: "document.getElementById('phone-places').children[2]"
                            + " === document.querySelector('[aria-current]')")
                    try phone.click("#phone-correct")
                }
                try phone.click("#phone-keys [data-letter=\"\(name)\"]")
            }
        }
        #expect(line == 3)
        try screen.wait(until: "!document.getElementById('result').hidden")
        try phone.wait(until: "document.documentElement.dataset.phase === 'over'")
        #expect(try phone.text("#phone-title") == "The test is over")
        // The next person's test is not theirs.
        try screen.anotherTest()
        try phone.wait(
            until: "document.getElementById('phone-title').textContent.includes('another test')")
        #expect(try !screen.holds("document.getElementById('by-touch').checked"))
    }

    @Test("The letters are not sent to the phone, and the screen has no keys")
    func letters() throws {
        let lane = try openLane()
        let screen = try Browser(width: 1_366, height: 768)
        try lane.open(screen, pixelsPerMillimetre: 3)
        let phone = try Self.phone()
        try phone.open(try link(screen))
        try screen.wait(until: "document.getElementById('by-touch').checked")
        try screen.click("#begin")
        guard case .begin(let begin)? = lane.pages.nextRequest(within: 60) else {
            Issue.record("nobody began")
            return
        }
        #expect(begin.answers == .phone)
        try phone.run(
            """
            window.received = '';
            const source = new EventSource(`/pad/events?key=${location.hash.slice(1)}`);
            source.onmessage = ({ data }) => { received += data; };
            """)
        // The second stream has replaced the page's own.
        try lane.show(.letters([.k, .c], LogMAR(0.8), at: .fourMetres), in: screen)
        try phone.wait(until: "received.includes('choices')")
        #expect(try phone.holds("!received.includes('paths') && !received.includes('M')"))
        let choices = Letter.sloan.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try phone.holds("received.includes('\"choices\":[\(choices)]')"))
        #expect(try screen.holds("document.getElementById('pad').hidden"))
    }

    @Test(
        "The keys of directions lie around the middle, and all keys are large",
        arguments: [OptotypeSet.sloan, .hotv, .tumblingE, .landolt, .landolt8])
    func layout(optotypes: OptotypeSet) throws {
        let lane = try openLane()
        let screen = try Browser(width: 1_366, height: 768)
        try lane.open(screen, pixelsPerMillimetre: 3)
        let phone = try Self.phone()
        try phone.open(try link(screen))
        try screen.wait(until: "document.getElementById('by-touch').checked")
        let letter = try #require(optotypes.choices.first)
        try lane.show(
            .line(
                Presentation(line: 1, size: LogMAR(0.8), letters: [letter], optotypes: optotypes)),
            in: screen)
        try phone.wait(until: "!document.getElementById('phone-keys').hidden")
        #expect(
            try phone.number("document.querySelectorAll('#phone-keys button').length")
                == Double(optotypes.choices.count + 1))
        #expect(
            try phone.holds(
                """
                [...document.querySelectorAll('#phone-keys button')].every((key) =>
                  key.offsetWidth >= 56 && key.offsetHeight >= 56)
                """))
        #expect(try phone.holds("document.documentElement.scrollHeight <= innerHeight"))
        #expect(try phone.holds("document.documentElement.scrollWidth <= innerWidth"))
        let written = try phone.run("return document.getElementById('phone-keys').innerText;")
        let letters = (written as? String ?? "").filter(\.isUppercase)
        guard optotypes.areDirections else {
            #expect(letters == optotypes.choices.map(\.description).joined() + "N")
            return
        }
        #expect(letters == "N")
        func middle(_ letter: String) throws -> (x: Double, y: Double) {
            let box = "document.querySelector('[data-letter=\(letter)]').getBoundingClientRect()"
            return (
                try phone.number("\(box).left + \(box).width / 2"),
                try phone.number("\(box).top + \(box).height / 2")
            )
        }
        let (up, down) = (try middle("U"), try middle("D"))
        let (left, right) = (try middle("L"), try middle("R"))
        #expect(left.x < up.x && up.x < right.x && abs(up.x - down.x) < 1)
        #expect(up.y < left.y && left.y < down.y && abs(left.y - right.y) < 1)
    }

    @Test("A disconnected phone pauses the test until it returns")
    func gone() throws {
        let lane = try openLane()
        let screen = try Browser(width: 1_366, height: 768)
        try lane.open(screen, pixelsPerMillimetre: 3)
        let phone = try Self.phone()
        let address = try link(screen)
        try phone.open(address)
        try screen.wait(until: "document.getElementById('by-touch').checked")
        try screen.click("#begin")
        guard case .begin? = lane.pages.nextRequest(within: 60) else {
            Issue.record("nobody began")
            return
        }
        try lane.show(.letters([.k, .c], LogMAR(0.8), at: .fourMetres), in: screen)
        #expect(lane.pages.screenTrouble == nil)
        try phone.open("about:blank")
        #expect(
            Waiting.until {
                lane.pages.screenTrouble == "The phone is not connected. Open its page again."
            })
        try phone.open(address)
        #expect(Waiting.until { lane.pages.screenTrouble == nil })
    }

    @Test("Opening the keys requires their link; a new link ends the old one")
    func access() throws {
        let lane = try openLane()
        func status(_ method: String, _ path: String, key: String) throws -> Int {
            let answer = try RawConnection.exchange(
                port: lane.port, method, path,
                headers: [
                    "Origin": lane.address, "Sec-Fetch-Site": "same-origin", "X-Aloud-Key": key,
                ], body: #"{"letter":"K","shown":0}"#)
            return answer.status
        }
        struct Link: Decodable { var address: String }
        func newKey(_ session: String) throws -> String {
            let answer = try RawConnection.exchange(
                port: lane.port, "POST", "/pad-link?session=\(session)",
                headers: ["Origin": lane.address, "Sec-Fetch-Site": "same-origin"], body: "{}")
            let link = try JSONDecoder().decode(Link.self, from: answer.body)
            return String(try #require(link.address.split(separator: "#").last))
        }
        #expect(try status("POST", "/pad/answer", key: "") == 401)
        #expect(try status("POST", "/pad-link?session=1", key: "") == 401)
        let session = try lane.session()
        let key = try newKey(session)
        // Nothing is asked yet.
        #expect(try status("POST", "/pad/answer", key: key) == 409)
        #expect(try status("POST", "/pad/answer", key: String(key.reversed())) == 401)
        // The key of the phone is none of the patient's page, nor of the operator.
        #expect(try status("POST", "/answer?session=\(key)", key: key) == 401)
        #expect(try status("POST", "/operator/act", key: key) == 404)
        let later = try newKey(session)
        #expect(try status("POST", "/pad/answer", key: key) == 401)
        #expect(try status("POST", "/pad/answer", key: later) == 409)
    }

    @Test("A lane that other devices cannot reach offers no phone")
    func ownMachine() throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: 3)
        #expect(try browser.holds("document.getElementById('phone-link').hidden"))
        let session = try lane.session(of: browser)
        let answer = try RawConnection.exchange(
            port: lane.port, "POST", "/pad-link?session=\(session)",
            headers: ["Origin": lane.address, "Sec-Fetch-Site": "same-origin"], body: "{}")
        #expect(answer.status == 409)
    }
}

extension Lane {
    /// The session of the page in a browser.
    fileprivate func session(of browser: Browser) throws -> String {
        try browser.run("return sessionStorage.getItem('session');") as? String ?? ""
    }
}
