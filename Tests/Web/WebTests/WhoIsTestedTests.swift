import Acuity
import Certificates
import Foundation
import Peers
import Synchronization
import TestBrowser
import TestPages
import TestPorts
import TestSpeech
import TestTraits
import Testing

/// One identity from the choice in the records to the sheet, the record and its exports: the real
/// program, its pages in browsers, and its commands.
@Suite("Whose test it is", .listening)
struct WhoIsTestedTests {
    @Test("the lane, the sheet and exports have the chosen person and correction")
    func chosen() throws {
        let served = try Served()
        let lane = try served.lane()
        #expect(try lane.holds("document.getElementById('who-chosen').hidden"))
        let records = try served.chooseAnna()
        try lane.wait(until: "!document.getElementById('who-chosen').hidden")
        let name = try lane.text("#who-name")
        #expect(name == "Anna Müller, born 1957")
        #expect(
            try lane.holds(
                "document.querySelector('[name=correction]:checked').value === 'glasses'"))
        try served.takeTest(in: lane)
        #expect(try lane.text("#about").contains("Anna Müller"))
        let table = try served.exported("csv")
        let rows = table.split(whereSeparator: \.isNewline)
        try #require(rows.count == 3, "\(table)")
        #expect(rows[2].contains("17") && rows[2].contains("glasses"))
        let lines = try served.exported("jsonl")
        #expect(lines.components(separatedBy: #""correction":"glasses""#).count == 2)
        #expect(!lines.contains("enteredName"))
        // The choice has ended, and the records say so.
        try records.run("history.back()")
        try records.wait(until: "document.querySelector('#people button')")
        try records.wait(
            until: "document.getElementById('next-words').textContent.includes('has begun')")
    }

    @Test(
        "the records show the result of a sitting as the patient's page did")
    func keptCard() throws {
        let served = try Served()
        let records = try served.chooseAnna()
        let lane = try served.lane()
        for (browser, address) in [(lane, served.test), (records, served.records)] {
            try browser.run("localStorage.setItem('language', 'de')")
            try browser.open("about:blank")
            try browser.open(address)
        }
        try lane.wait(until: "!document.getElementById('who-chosen').hidden")
        try served.takeTest(
            in: lane, tile: 1,
            lines: ["N C K Z O\nR H S D K\nI can't see any\n", "D S R K N\nI can't see any\n"])
        try records.wait(until: "document.querySelectorAll('#people tbody tr').length === 1")
        try records.click("#people button")
        try records.wait(until: "document.querySelectorAll('#eyes tbody tr').length === 2")
        // Both eyes are one row, next to the test before it.
        #expect(
            try records.holds(
                "document.querySelectorAll('#eyes tr td:nth-child(3) p').length === 1"))
        try records.click("#eyes tbody button")
        try records.wait(until: "document.querySelectorAll('.report').length === 2")
        for part in ["#reports", "#limit-list", "#result-notes"] {
            let script = "return document.querySelector('\(part)').textContent;"
            let shown = try #require(try lane.run(script) as? String)
            let kept = try records.run(script) as? String
            #expect(kept == shown, "\(part)")
        }
        let about = try records.text("#about")
        #expect(about.contains("Anna Müller") && about.contains("Brille"), "\(about)")
        // Each of them has its own facts.
        try records.click("#test-eyes button:nth-child(2)")
        try records.wait(
            until: "document.querySelector('#test-eyes :nth-child(2)').ariaPressed === 'true'")
        #expect(try records.pagesOnPaper() == 1)
        #expect(try records.holds("!document.querySelector('pre')"))
    }

    @Test("the next person is asked what they wear unless the records name it")
    func asBefore() throws {
        let served = try Served()
        let lane = try served.lane()
        func step(_ name: String) -> String {
            "document.getElementById('setup').dataset.step === '\(name)'"
        }
        try served.takeTest(in: lane)
        try lane.anotherTest()
        _ = try served.chooseAnna()
        try lane.wait(until: "!document.getElementById('who-chosen').hidden")
        // The records name Anna's glasses.
        try lane.click("#same")
        try lane.wait(until: step("start"))
        for _ in 0..<8 where try !lane.holds(step("who")) { try lane.click("#back") }
        // They are not those of somebody else.
        try lane.click("#who-other")
        try lane.click("#same")
        try lane.wait(until: step("correction"))
    }

    @Test(
        "an order of eyes alone leaves what the person wears to be asked",
        arguments: [([Eye.left, .right], "right,left"), ([.left], "left")])
    func orderOfEyes(eyes: [Eye], answer: String) throws {
        let lane = try Lane(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try lane.open(browser, pixelsPerMillimetre: nil)
        // The person before wore glasses, and had both eyes tested together.
        try browser.run("document.forms.choices.correction.value = 'glasses';")
        try browser.run("document.forms.choices.eyes.value = 'both';")
        let person = LanePerson(key: "p", name: "Cora Klein", id: nil, birthYear: nil)
        lane.pages.show(
            LaneChoice(number: 1, person: person, correction: nil, resumes: false, eyes: eyes))
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'correction'")
        #expect(try browser.holds("document.forms.choices.eyes.value === '\(answer)'"))
        try browser.click("#next")
        #expect(try browser.holds("document.getElementById('setup').dataset.step === 'start'"))
    }

    @Test("a test under another name is never kept with the chosen person")
    func someoneElse() throws {
        let served = try Served()
        _ = try served.chooseAnna()
        let lane = try served.lane()
        try lane.wait(until: "!document.getElementById('who-chosen').hidden")
        try lane.click("#who-other")
        try lane.type("Bob Jones", into: "#person")
        try served.takeTest(in: lane)
        #expect(try lane.text("#about").contains("Bob Jones"))
        let lines = try served.exported("jsonl").split(separator: "\n")
        let test = try #require(lines.last { $0.contains(#""enteredName":"Bob Jones""#) })
        let kept = try #require(
            JSONSerialization.jsonObject(with: Data(test.utf8)) as? [String: Any])
        let stored = try #require(kept["test"] as? [String: Any])
        #expect(stored["person"] == nil && stored["circumstances"] != nil)
        // The person can be assigned on the page of the test.
        let records = try Browser(width: 1_200, height: 900)
        try records.open(served.records)
        try records.wait(
            until: "document.getElementById('nameless').textContent.includes('Bob Jones')")
        try records.click("#nameless button")
        try records.wait(
            until: "document.getElementById('change-words').value === 'Bob Jones'")
    }

    @Test("at home a test as last time takes three acts, and the history follows")
    func household() throws {
        let served = try Served()
        let home = served.records.replacing("/records", with: "/home")
        let browser = try Browser(width: 1_366, height: 768)
        try browser.open(home)
        try browser.wait(until: "document.querySelectorAll('#members section').length === 1")
        #expect(try browser.text("#members h2") == "Anna Müller")
        #expect(try browser.text("#members dl").contains("Right eye"))
        // A plan is kept in the browser, and the reminder has no name.
        try browser.run(
            """
            const select = document.querySelector('#members select');
            select.value = 'weekly';
            select.dispatchEvent(new Event('change'));
            """)
        try browser.wait(
            until: "document.querySelector('#members .due')?.textContent.includes('7 days')")
        try browser.click("#members .main")
        try browser.wait(
            until: "document.getElementById('setup')?.dataset.step === 'screen'")
        try browser.click("#waive")
        // The records do not name what Anna wore.
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'correction'")
        try browser.click("#correction .tile:nth-child(2)")
        try browser.click("#next")
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'start'")
        let summary = try browser.text("#summary")
        #expect(summary.contains("Anna Müller") && summary.contains("Right"))
        #expect(summary.contains("Glasses"))
        try browser.click("#begin")
        try served.answers.fileHandleForWriting.write(contentsOf: Data("I can't see any\n".utf8))
        try browser.wait(until: "document.querySelector('.report')")
        #expect(try served.exported("csv").split(whereSeparator: \.isNewline).count == 3)
        // The result leads home, and a further test begins past the result.
        try browser.click("#result-home")
        try browser.wait(until: "document.querySelector('#members .main')")
        try browser.click("#members .main")
        try browser.wait(until: "document.getElementById('setup')?.checkVisibility()")
        #expect(try browser.holds("document.getElementById('result').hidden"))
        // The glasses are known now.
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'screen'")
        try browser.click("#waive")
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'start'")
        #expect(try browser.text("#summary").contains("Glasses"))
        try browser.open(home)
        try browser.wait(until: "document.querySelectorAll('#members button').length > 2")
        try browser.run("document.querySelectorAll('#members .row button')[2].click()")
        try browser.wait(until: "document.getElementById('person')?.textContent === 'Anna Müller'")
        try browser.wait(until: "document.querySelectorAll('#eyes tbody tr').length === 2")
    }

    @Test("today's list is imported and typed; one click tests a listed person")
    func today() throws {
        let served = try Served()
        try served.folder.write(
            "name,id,birth_date,time\nAnna Müller,17,1957-03-02,09:30\nBert,18,,nine\n",
            to: "list.csv")
        let imported = try AloudProcess(
            ["records", "expect", served.folder.file("list.csv")],
            variables: ["ALOUD_RECORDS": served.folder.file("a.db")])
        let messages = imported.messagesToTheEnd()
        #expect(imported.end() == 1 && messages.contains { $0.contains("list.csv:3: The time") })
        let browser = try Browser(width: 1_366, height: 768)
        try browser.open(served.records.replacing("/records", with: "/today"))
        try browser.wait(until: "document.querySelectorAll('#expected tbody tr').length === 1")
        // Anna has a test of today already.
        #expect(try browser.holds("document.querySelectorAll('#expected tbody p').length === 1"))
        // Somebody who is not in the records yet is typed.
        try browser.type("Cora Klein", into: "#words")
        try browser.click("#expect .main")
        try browser.wait(until: "document.querySelectorAll('#expected tbody tr').length === 2")
        #expect(try browser.text("#expected tbody tr:last-child").contains("not tested yet"))
        // On a phone each person is a card, and no word is broken.
        try browser.screen(width: 390, height: 844, scale: 1)
        #expect(
            try browser.holds(
                """
                document.documentElement.scrollWidth <= 390
                  && [...document.querySelectorAll('#expected td:first-child')]
                    .every((time) => time.dataset.name === 'Time' && time.offsetHeight < 50)
                """))
        try browser.screen(width: 1_366, height: 768, scale: 1)
        let lane = try served.lane()
        try browser.click("#expected tbody tr:first-child button")
        try browser.wait(
            until: "document.querySelector('#expected tbody tr').dataset.state === 'chosen'")
        try lane.wait(until: "!document.getElementById('who-chosen').hidden")
        #expect(try lane.text("#who-name") == "Anna Müller, born 1957")
        try served.takeTest(in: lane)
        try browser.wait(
            until: "document.querySelector('#expected tbody tr').dataset.state === 'tested'"
                + " && document.querySelectorAll('#expected tbody tr:first-child p').length === 2")
        #expect(try browser.text("#expected tbody tr:first-child").contains("Both eyes"))
        #expect(try browser.holds("document.getElementById('save').options.length > 3"))
        try browser.run(
            "document.querySelector('#expected tr:last-child button:last-child').click()")
        try browser.wait(until: "document.querySelectorAll('#expected tbody tr').length === 1")
    }

    @Test("a test is sent to another lane from today's list, and returns its result")
    func otherLane() throws {
        let desk = try Served("Lane 1")
        let second = try Served("Lane 2", besides: desk)
        let browser = try Browser(width: 1_366, height: 768)
        try browser.open(desk.records.replacing("/records", with: "/today"))
        try browser.wait(until: "!document.getElementById('lane-part').hidden")
        try browser.type("Cora Klein", into: "#words")
        try browser.click("#expect .main")
        let row = "document.querySelector('#expected tbody tr')"
        try browser.wait(until: row)
        try browser.run(
            """
            const select = document.getElementById('lane');
            select.value = 'Lane 2';
            select.dispatchEvent(new Event('change'));
            """)
        #expect(try browser.text("#expected button").contains("Test now on Lane 2"))
        let lane = try second.lane()
        try browser.click("#expected button")
        try lane.wait(until: "!document.getElementById('who-chosen').hidden")
        #expect(try lane.text("#who-name") == "Cora Klein")
        #expect(try desk.lane().holds("document.getElementById('who-chosen').hidden"))
        try second.takeTest(in: lane)
        try browser.wait(until: "\(row).dataset.state === 'tested'")
        #expect(try browser.text("#expected tbody tr").contains("Both eyes"))
        // A lane that closes is no longer offered.
        second.process.interrupt()
        try browser.wait(until: "document.getElementById('lane-part').hidden")
        #expect(try browser.text("#expected button").contains("Test now on Lane 1"))
    }

    @Test("an HL7 order gives the lane its person, and gets the result")
    func order() throws {
        let results = Mutex<[HL7Message]>([])
        let receiver = try HL7Port(host: "127.0.0.1", port: 0) { bytes in
            let message = HL7Message(String(decoding: bytes, as: UTF8.self))
            if let message { results.withLock { $0.append(message) } }
            let control = message?.field("MSH", 10) ?? ""
            return Array("MSH|^~\\&|EPR|H|ALOUD\rMSA|AA|\(control)\r".utf8)
        }
        defer { receiver.stop() }
        let orders = try OwnPort.find()
        let served = try Served()
        for (name, kind, port) in [
            ("adt", "hl7-orders", orders), ("epr", "hl7", receiver.port),
        ] {
            let added = try AloudProcess(
                [
                    "peers", "add", name, kind, "127.0.0.1:\(port)", "--patient-system", "HOSPITAL",
                ], variables: ["ALOUD_RECORDS": served.folder.file("a.db")])
            let messages = added.messagesToTheEnd()
            try #require(added.end() == 0, "\(messages)")
        }
        let order = [
            "MSH|^~\\&|EPR|HOSPITAL|ALOUD|EYE|20260131||OMG^O19^OMG_O19|M1|P|2.5.1",
            "PID|1||2077^^^HOSPITAL^MR||Klein^Cora||19610504", "ORC|NW|A7^EPR",
            "OBR|1|A7^EPR||VA^Visual acuity^99C",
        ].map { $0 + "\r" }.joined()
        var answer: [UInt8] = []
        for _ in 0..<240 where answer.isEmpty {
            guard
                let connection = try? PeerConnection.open(
                    host: "127.0.0.1", port: orders, tls: nil, within: 60)
            else {
                Thread.sleep(forTimeInterval: 0.5)
                continue
            }
            try connection.write(MLLPFrames.frame(Array(order.utf8)))
            answer = try connection.read()
        }
        #expect(String(decoding: answer, as: UTF8.self).contains("MSA|AA|M1"))
        let browser = try Browser(width: 1_366, height: 768)
        try browser.open(served.records.replacing("/records", with: "/today"))
        try browser.wait(until: "document.querySelectorAll('#expected tbody tr').length === 1")
        let lane = try served.lane()
        try browser.click("#expected tbody tr:first-child button")
        try lane.wait(until: "!document.getElementById('who-chosen').hidden")
        #expect(try lane.text("#who-name").hasPrefix("Klein, Cora"))
        try served.takeTest(in: lane)
        for _ in 0..<240 where results.withLock({ $0.isEmpty }) {
            Thread.sleep(forTimeInterval: 0.5)
        }
        let result = try #require(results.withLock { $0.first })
        #expect(result.field("PID", 3) == "2077^^^HOSPITAL^MR")
        #expect(result.field("ORC", 2) == "A7^EPR" && result.field("OBR", 2) == "A7^EPR")
        try browser.open(served.records.replacing("/records", with: "/peers"))
        try browser.wait(until: "document.querySelectorAll('#list tbody tr').length === 2")
        #expect(try browser.text("#list tbody").contains("epr"))
        // Once nothing waits, the list is read again, and its rows stay where the keyboard is.
        try browser.wait(
            until: "[...document.querySelectorAll('#list tbody tr')]"
                + ".every((row) => row.cells[1].textContent === '0')")
        try browser.run(
            """
            const send = window.fetch;
            Object.assign(window, { first: document.querySelector('#list tbody tr'), read: 0 });
            window.fetch = async (...all) => {
              const answer = await send(...all);
              read += 1;
              return answer;
            };
            """)
        try browser.wait(until: "read === 2")
        #expect(try browser.holds("first.isConnected"))
        #expect(try served.exported("csv").contains("A7^EPR"))
    }

    @Test("a page that shows an ended choice cannot begin with it")
    func endedChoice() throws {
        let served = try Served()
        let records = try served.chooseAnna()
        let lane = try served.lane()
        try lane.wait(until: "!document.getElementById('who-chosen').hidden")
        try records.click("#next-cancel")
        try lane.wait(until: "document.getElementById('who-chosen').hidden")
        #expect(try lane.holds("!document.getElementById('who-asked').hidden"))
    }

    @Test("at a clinic's lane people are found while a name is typed")
    func found() throws {
        let clinic = try Clinic()
        let cookie = try clinic.cookie(of: "otto")
        let added = try clinic.request(
            "POST", "/api/v1/people", #"{"name":"Anna Müller","id":"17","birthDate":"1957-03-02"}"#,
            cookie: cookie)
        try #require(added.status == 201, "\(added.text)")
        let session = try clinic.post("/session", cookie: cookie)
        struct Session: Decodable { var session: String }
        let token = try JSONDecoder().decode(Session.self, from: session.body).session
        let found = try clinic.post("/people?session=\(token)", ["words": "müll"], cookie: cookie)
        #expect(found.text.contains("Anna Müller") && found.text.contains("1957"))
        // A page whose person has signed out finds nobody.
        _ = try clinic.post("/account/sign-out", cookie: cookie)
        let after = try clinic.post("/people?session=\(token)", ["words": "müll"], cookie: cookie)
        #expect(after.status >= 400 && !after.text.contains("Anna"))
    }
}
