import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// A person who is erased from the records in the middle of their test.
@Suite("A person erased during a test", .listening)
struct ErasedPersonTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The output of a command.
    private func aloud(_ words: String...) throws -> String {
        let process = try AloudProcess(
            words, variables: ["ALOUD_RECORDS": folder.file("a.db")])
        var lines: [String] = []
        while let line = process.line() { lines.append(line) }
        let messages = process.messagesToTheEnd()
        try #require(process.end() == 0, "\(words): \(messages)")
        return lines.joined(separator: "\n")
    }

    private func keep(_ name: String, _ id: String) throws {
        let input = Pipe()
        let process = try AloudProcess(
            ["test", "--answers", "-", "--chart", "1", "--person", id, "--name", name],
            variables: ["ALOUD_RECORDS": folder.file("a.db")], input: input)
        try input.fileHandleForWriting.write(contentsOf: Data("I can't see any\n".utf8))
        try input.fileHandleForWriting.close()
        _ = process.messagesToTheEnd()
        try #require(process.end() == 0)
    }

    @Test("the test of a person erased meanwhile is kept without a person")
    func erased() throws {
        try keep("Anna Müller", "17")
        try keep("Bert", "18")
        let answers = Pipe()
        let process = try AloudProcess(
            ["serve", "--answers", "-", "--chart", "1", "--port", "0", "--voice", "off"],
            variables: ["ALOUD_RECORDS": folder.file("a.db")], input: answers)
        defer { process.interrupt() }
        var (records, test): (String?, String?)
        while records == nil, let message = process.message() {
            records = message.firstMatch(of: #/http:\S+/records#\S+/#).map { String($0.0) }
            test = test ?? message.firstMatch(of: #/test is at (http:\S+)/#).map { String($0.1) }
        }
        let desk = try Browser(width: 1_200, height: 900)
        try desk.open(try #require(records))
        try desk.wait(until: "document.querySelectorAll('#people tbody tr').length === 2")
        try desk.click("#people button")
        try desk.wait(until: "document.getElementById('person').textContent === 'Anna Müller'")
        try desk.click("#test-now .main")
        let lane = try Browser(width: 1_366, height: 768)
        try lane.open(try #require(test))
        try lane.wait(until: "!document.getElementById('who-chosen').hidden")
        try lane.run("document.forms.choices.eyes.value = 'both';")
        try lane.click("#begin")
        try lane.wait(until: "!document.getElementById('test').hidden")
        try answers.fileHandleForWriting.write(contentsOf: Data("N C K Z O\n".utf8))
        try lane.wait(until: "document.getElementById('count').textContent.includes('2')")
        _ = try aloud("records", "erase", "--person", "17", "--reason", "asked for")
        try answers.fileHandleForWriting.write(contentsOf: Data("I can't see any\n".utf8))
        try lane.wait(until: "document.querySelector('.report')")
        try lane.anotherTest()
        try lane.wait(until: "!document.getElementById('who-asked').hidden")
        // The measured test is kept, with neither person.
        let list = try aloud("records", "list")
        #expect(!list.contains("Anna") && list.contains("20/200"), "\(list)")
        #expect(list.matches(of: #/Bert/#).count == 1, "\(list)")
        #expect(try aloud("records", "verify").contains("sound"))
    }
}
