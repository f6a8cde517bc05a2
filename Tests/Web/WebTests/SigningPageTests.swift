import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

@Suite("Electronic signatures on the page of a test, in a real browser", .listening)
struct SigningPageTests {
    private let started: FirstStartTests.Started
    private let browser: Browser
    /// Codes for the times when the app shows none, each of use once.
    private let codes: [String]

    /// A clinic in which Anna Weber has an account with a second factor, and a test that ended.
    init() throws {
        started = try FirstStartTests.Started()
        browser = try Browser(width: 1_200, height: 1_000)
        try started.addAnna(in: browser)
        let listed = try browser.run(
            "return [...document.querySelectorAll('#code-list li')].map((item) => item.textContent)"
        )
        codes = try #require(listed as? [String])
        try browser.click("#kept")
        let test = try aloud(
            ["test", "--answers", "-", "--chart", "1", "--person", "17", "--name", "Bert Mann"],
            answers: "N C K Z O\nR H S D K\nI can't see any\n")
        try #require(test.status == 0, "\(test.messages)")
    }

    /// Runs a command next to the server.
    private func aloud(
        _ words: [String], answers: String = ""
    ) throws -> (status: Int32, output: String, messages: String) {
        let input = Pipe()
        let process = try AloudProcess(
            words,
            variables: [
                "ALOUD_RECORDS": started.folder.file("a.db"),
                "XDG_DATA_HOME": started.folder.file("data"),
            ], input: input)
        try input.fileHandleForWriting.write(contentsOf: Data(answers.utf8))
        try input.fileHandleForWriting.close()
        var output = ""
        while let line = process.line() { output += line + "\n" }
        let messages = process.messagesToTheEnd().joined(separator: "\n")
        return (process.end(), output, messages)
    }

    /// Opens the page of the test.
    private func openTest(in browser: Browser) throws {
        try browser.open(started.walk.replacing(#/\/account.*/#, with: "/records"))
        try browser.wait(until: "document.querySelector('#people button')")
        try browser.click("#people button")
        try browser.wait(until: "document.querySelector('#eyes button')")
        try browser.click("#eyes button")
        // The digest of what is signed has been read.
        try browser.wait(until: "document.getElementById('sign-facts').textContent !== ''")
        try browser.click("#sign-part summary")
    }

    private func sign(_ code: String, password: String = Clinic.password) throws {
        try browser.run("document.getElementById('sign-part').open = true")
        try browser.run("document.getElementById('sign-password').value = ''")
        try browser.run("document.getElementById('sign-code').value = ''")
        try browser.type(password, into: "#sign-password")
        try browser.type(code, into: "#sign-code")
        try browser.click("#sign-act")
    }

    private static let signatures = "[...document.querySelectorAll('#signatures li')]"

    @Test("a test is signed by password and code, and a change breaks the signature")
    func signed() throws {
        defer { started.process.interrupt() }
        try openTest(in: browser)
        for (password, code) in [(Clinic.password, "000000"), ("no such words", codes[0])] {
            try sign(code, password: password)
            try browser.wait(
                until: "document.getElementById('sign-trouble').textContent !== ''"
                    + " && !document.getElementById('sign-act').disabled")
            #expect(try browser.holds("\(Self.signatures).length === 0"))
            try browser.run("document.getElementById('sign-trouble').textContent = ''")
        }
        try sign(codes[1])
        try browser.wait(until: "\(Self.signatures).length === 1")
        #expect(try browser.text("#signatures").contains("Anna Weber"))
        #expect(try browser.holds("!document.querySelector('#signatures .changed')"))
        // Neither factor stays on the page.
        #expect(
            try browser.holds(
                "document.getElementById('sign-password').value === ''"
                    + " && document.getElementById('sign-code').value === ''"))
        let table = started.folder.file("table.csv")
        let made = try aloud(["records", "export", "--format", "csv", "--output", table])
        #expect(
            try String(contentsOfFile: table, encoding: .utf8).contains("Anna Weber"), "\(made)")
        let listed = try aloud(["records", "signatures"])
        #expect(listed.status == 0 && listed.output.contains("Anna Weber"))
        #expect(!listed.output.contains("BROKEN"))

        try browser.click("#change-part summary")
        try browser.run("document.getElementById('change-correction').value = 'glasses'")
        try browser.type("forgotten at the lane", into: "#change-reason")
        try browser.click("#change .main")
        try browser.wait(until: "document.querySelector('#signatures .changed')")
        let broken = try aloud(["records", "signatures"])
        #expect(broken.status == 1 && broken.output.contains("BROKEN"))
        // The code that signed signs nothing else, and a fresh one signs what is now there.
        try sign(codes[1])
        try browser.wait(until: "document.getElementById('sign-trouble').textContent !== ''")
        #expect(try browser.holds("\(Self.signatures).length === 1"))
        try sign(codes[2])
        try browser.wait(until: "\(Self.signatures).length === 2")
        let verified = try aloud(["records", "verify"])
        #expect(verified.status == 0, "\(verified.output)\(verified.messages)")
    }

    @Test("a test that was changed elsewhere since it was read is not signed")
    func stale() throws {
        defer { started.process.interrupt() }
        try openTest(in: browser)
        let listed = try aloud(["records", "list", "--json"])
        let id = try #require(listed.output.firstMatch(of: #/"(?:id|test)":"([0-9a-f-]{36})"/#)?.1)
        let amended = try aloud([
            "records", "amend", String(id), "--correction", "glasses", "--reason", "forgotten",
        ])
        try #require(amended.status == 0, "\(amended.messages)")
        try sign(codes[0])
        try browser.wait(until: "document.getElementById('sign-trouble').textContent !== ''")
        let signatures = try aloud(["records", "signatures"])
        #expect(signatures.status == 0 && !signatures.output.contains("Anna"))
    }
}
