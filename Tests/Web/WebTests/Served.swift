import Foundation
import TestBrowser
import TestSpeech
import Testing

/// The program with Anna Müller in its records.
final class Served {
    let folder: TemporaryFolder
    let process: AloudProcess
    let answers = Pipe()
    private(set) var records = ""
    private(set) var test = ""

    /// - Parameters:
    ///   - name: the name of the lane.
    ///   - other: the lane with which this one shares its records; nil for records of its own.
    init(_ name: String? = nil, besides other: Served? = nil) throws {
        Waiting.untilDayLasts()
        folder = try other?.folder ?? TemporaryFolder()
        if other == nil { try Self.addAnna(to: folder.file("a.db")) }
        process = try AloudProcess(
            [
                "serve", "--answers", "-", "--chart", "1", "--port", "0", "--voice", "off",
                "--distance", "4m",
            ] + (name.map { ["--lane", $0] } ?? []),
            variables: ["ALOUD_RECORDS": folder.file("a.db")], input: answers)
        while records.isEmpty, let message = process.message() {
            if let match = message.firstMatch(of: #/test is at (http:\S+)/#) {
                test = String(match.1)
            }
            if let match = message.firstMatch(of: #/http:\S+/records#\S+/#) {
                records = String(match.0)
            }
        }
        try #require(!records.isEmpty && !test.isEmpty)
    }

    private static func addAnna(to file: String) throws {
        let input = Pipe()
        let first = try AloudProcess(
            [
                "test", "--answers", "-", "--chart", "1", "--person", "17", "--name",
                "Anna Müller", "--birth-date", "1957-03-02",
            ], variables: ["ALOUD_RECORDS": file], input: input)
        try input.fileHandleForWriting.write(contentsOf: Data("I can't see any\n".utf8))
        try input.fileHandleForWriting.close()
        _ = first.messagesToTheEnd()
        try #require(first.end() == 0)
    }

    deinit { process.interrupt() }

    /// Opens the records, and keeps the next test with Anna, who wears glasses.
    func chooseAnna() throws -> Browser {
        let browser = try Browser(width: 1_200, height: 900)
        try browser.open(records)
        try browser.wait(until: "document.querySelectorAll('#people tbody tr').length === 1")
        try browser.click("#people button")
        try browser.wait(until: "!document.getElementById('history-view').hidden")
        try browser.run("document.getElementById('correction').value = 'glasses'")
        try browser.click("#test-now .main")
        try browser.wait(
            until: "document.getElementById('next-words').textContent.includes('Anna')")
        return browser
    }

    /// Opens the patient's page.
    func lane() throws -> Browser {
        let browser = try Browser(width: 1_366, height: 768)
        try browser.open(test)
        try browser.wait(until: "!document.getElementById('setup').hidden")
        return browser
    }

    /// Answers the questions from the first to the result.
    ///
    /// - Parameters:
    ///   - tile: the choice of eyes: 1 for right, then left, 2 for both together.
    ///   - lines: the answers for each test.
    func takeTest(
        in browser: Browser, tile: Int = 2, lines: [String] = ["I can't see any\n"]
    ) throws {
        try browser.click("#next")
        try browser.click("#eyes .tile:nth-child(\(tile))")
        try browser.click("#next")
        try browser.click("#next")
        try browser.click("#waive")
        try browser.click("#next")
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'start'")
        try browser.click("#begin")
        for (index, line) in lines.enumerated() {
            if index > 0 {
                try browser.wait(until: "!document.getElementById('rest').hidden")
                try browser.click("#rest-on")
            }
            try answers.fileHandleForWriting.write(contentsOf: Data(line.utf8))
        }
        try browser.wait(
            until: "document.querySelectorAll('.report').length === \(lines.count)")
    }

    /// The latest test in a format of `records export`.
    func exported(_ format: String) throws -> String {
        let export = try AloudProcess(
            ["records", "export", "--format", format, "--output", folder.file("out")],
            variables: ["ALOUD_RECORDS": folder.file("a.db")])
        let messages = export.messagesToTheEnd()
        try #require(export.end() == 0, "\(messages)")
        return try String(contentsOf: folder.url("out"), encoding: .utf8)
    }
}
