import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

@Suite("The pages of the records, in a real browser", .listening)
struct RecordPageTests {
    private static let answers = "N C K Z O\nR H S D K\nD O V H R\nI can't see any\n"
    private static let worse = "I can't see any\n"
    private static let better = """
        N C K Z O
        R H S D K
        D O V H R
        C Z R H S
        O N H R C
        D K S N V
        Z S O K N
        C K D N R
        S R Z K D
        I can't see any

        """

    /// Keeps a test of a person.
    private func keep(_ words: [String], answers: String, in file: String) throws {
        let input = Pipe()
        let process = try AloudProcess(
            ["test", "--answers", "-", "--chart", "1"] + words,
            variables: ["ALOUD_RECORDS": file], input: input)
        try input.fileHandleForWriting.write(contentsOf: Data(answers.utf8))
        try input.fileHandleForWriting.close()
        _ = process.messagesToTheEnd()
        #expect(process.end() == 0)
    }

    /// Keeps a test of a person on a screen that was measured, in "a.db" of a folder.
    private func keepMeasured(
        _ person: String, answers: String, in folder: TemporaryFolder
    ) throws {
        let input = Pipe()
        let test = try AloudProcess(
            ["test", "--answers", "-", "--chart", "1", "--events", "--no-records"], input: input)
        try input.fileHandleForWriting.write(contentsOf: Data(answers.utf8))
        try input.fileHandleForWriting.close()
        var events = ""
        while let line = test.line() { events += line + "\n" }
        #expect(test.end() == 0)
        try folder.write(
            events.replacing("\"calibrated\":false", with: "\"calibrated\":true"), to: "t.jsonl")
        let added = try AloudProcess(
            ["records", "import", folder.file("t.jsonl"), "--person", person],
            variables: ["ALOUD_RECORDS": folder.file("a.db")])
        _ = added.messagesToTheEnd()
        #expect(added.end() == 0)
    }

    /// The address of the records that a program says.
    private func records(of process: AloudProcess) throws -> String {
        while let message = process.message() {
            if let match = message.firstMatch(of: #/http:\S+/records#\S+/#) {
                return String(match.0)
            }
        }
        throw NoAddress()
    }

    private struct NoAddress: Error {}

    /// A lane with these records.
    private func serve(_ file: String) throws -> AloudProcess {
        try AloudProcess(
            ["serve", "--answers", "-", "--port", "0", "--voice", "off"],
            variables: ["ALOUD_RECORDS": file], input: Pipe())
    }

    @Test("a person is found by name, and the history has a chart, a table and a change")
    func history() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.db")
        let anna = ["--person", "17", "--name", "Anna <b>Müller</b>", "--correction", "glasses"]
        try keep(anna, answers: Self.answers, in: file)
        try keepMeasured("17", answers: Self.answers, in: folder)
        try keepMeasured("17", answers: Self.better, in: folder)
        try keep(["--person", "18", "--name", "Bert"], answers: Self.answers, in: file)
        let process = try serve(file)
        defer { process.interrupt() }
        let address = try records(of: process)
        let browser = try Browser(width: 1_200, height: 1_000)
        try browser.open(address)
        try browser.wait(until: "document.querySelectorAll('#people tbody tr').length === 2")
        try browser.run("document.getElementById('words').value = 'müller'")
        try browser.run("document.getElementById('search').requestSubmit()")
        try browser.wait(until: "document.querySelectorAll('#people tbody tr').length === 1")
        try browser.click("#people button")
        try browser.wait(until: "!document.getElementById('history-view').hidden")
        try browser.wait(
            until: "document.getElementById('person').textContent === 'Anna <b>Müller</b>'")
        try browser.wait(until: "document.querySelectorAll('#chart-place .mark').length === 4")
        try browser.wait(until: "document.querySelectorAll('#eyes tbody tr').length === 3")
        try browser.wait(until: "document.querySelectorAll('#changes li').length === 1")
        try browser.wait(
            until:
                "document.getElementById('changes').textContent.includes('Seen once: test again')")
        try browser.wait(until: "document.querySelector('#chart-place .change.once')")
        try browser.wait(until: "!location.href.includes('ller')")
        // The next test on the lane is kept with her.
        try browser.run("document.getElementById('test-now').requestSubmit()")
        try browser.wait(
            until: "document.getElementById('next-words').textContent.includes('Anna')")
        try browser.click("#eyes button")
        try browser.wait(
            until:
                "document.querySelector('#reports .lines svg')?.ariaLabel.startsWith('N: correct')")
        #expect(try browser.text("#about").contains("Anna <b>Müller</b>"))
    }

    @Test("a test is assigned to a person, and declared a mistake, with a reason")
    func assigned() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.db")
        try keep([], answers: Self.answers, in: file)
        try keep(["--person", "17", "--name", "Anna Müller"], answers: Self.worse, in: file)
        let process = try serve(file)
        defer { process.interrupt() }
        let browser = try Browser(width: 1_200, height: 1_000)
        try browser.open(try records(of: process))
        try browser.wait(until: "document.querySelector('#nameless button')")
        try browser.click("#nameless button")
        try browser.wait(until: "document.getElementById('close-part').hidden")
        try browser.click("#change-part summary")
        try browser.type("müll", into: "#change-words")
        try browser.wait(until: "document.querySelectorAll('[name=change-person]').length === 1")
        // Words alone choose nobody.
        try browser.type("typed at the lane", into: "#change-reason")
        try browser.click("#change .main")
        try browser.wait(
            until: "document.getElementById('change-facts').textContent.includes('Choose one')")
        try browser.click("[name=change-person]")
        try browser.run("document.getElementById('change-correction').value = 'glasses'")
        try browser.click("#change .main")
        try browser.wait(
            until: "document.getElementById('test-facts').textContent.includes('glasses')")
        try browser.click("#change-part summary")
        try browser.click("#change-void")
        try browser.type("the wrong eye was covered", into: "#change-reason")
        try browser.click("#change .main")
        try browser.wait(
            until: "document.getElementById('test-facts').textContent.includes('a mistake')")
        try browser.run("document.querySelector('#test-view .back').click()")
        try browser.wait(until: "document.querySelector('#people button')")
        try browser.wait(until: "document.getElementById('nameless-part').hidden")
        try browser.click("#people button")
        try browser.wait(until: "document.querySelectorAll('#eyes tbody tr').length === 1")
    }

    @Test("a slow answer never replaces what was opened after it; unread signatures are named")
    func slow() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.db")
        for answers in [Self.worse, Self.answers] {
            try keep(["--person", "17", "--name", "Anna"], answers: answers, in: file)
        }
        let process = try serve(file)
        defer { process.interrupt() }
        let browser = try Browser(width: 1_200, height: 1_000)
        try browser.open(try records(of: process))
        try browser.wait(until: "document.querySelector('#people button')")
        try browser.click("#people button")
        try browser.wait(until: "document.querySelectorAll('#eyes tbody tr').length === 2")
        // The answers about the first test wait, and the second test is opened meanwhile.
        try browser.run(
            """
            const rows = document.querySelectorAll('#eyes tbody button');
            const send = window.fetch;
            Object.assign(window, { late: [], answered: 0 });
            window.fetch = async (...all) => {
              await new Promise((go) => { late.push(go); });
              const answer = await send(...all);
              const text = await answer.text();
              answered += 1;
              return new Response(text, { status: answer.status });
            };
            rows[0].click();
            window.fetch = send;
            rows[1].click();
            """)
        try browser.wait(until: "!document.getElementById('test-view').hidden")
        let reports = "return document.getElementById('reports').textContent;"
        let second = try #require(try browser.run(reports) as? String)
        try browser.run("for (const go of late) go();")
        try browser.wait(until: "answered === 2")
        try browser.run(
            """
            return new Promise((done) => {
              requestAnimationFrame(() => requestAnimationFrame(() => done(null)));
            });
            """)
        #expect(try browser.run(reports) as? String == second)
        // Without an answer about its signatures a test does not look unsigned.
        try browser.run(
            """
            const send = window.fetch;
            window.fetch = (path, ...all) => path.endsWith('/signatures')
              ? Promise.reject(new TypeError('no network')) : send(path, ...all);
            history.back();
            """)
        try browser.wait(
            until: "document.getElementById('trouble').textContent.includes('not responding')")
    }

    @Test("without the key there is no name, and the page says why") func noKey() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("a.db")
        try keep(["--person", "17", "--name", "Anna"], answers: Self.worse, in: file)
        let process = try serve(file)
        defer { process.interrupt() }
        let address = try records(of: process)
        let browser = try Browser(width: 1_200, height: 1_000)
        try browser.open(String(address.split(separator: "#")[0]) + "#0000")
        try browser.wait(
            until: "document.getElementById('trouble').textContent.includes('no valid key')")
        try browser.wait(until: "!document.body.textContent.includes('Anna')")
    }
}
