import Foundation
import TestBrowser
import TestSpeech
import TestTraits
import Testing

/// A measured result reaches the person and the record, whatever happens after it.
@Suite("Results of aloud serve are kept", .listening)
struct ResultKeptTests {
    private struct Result: Decodable {
        struct Setup: Decodable { var eye: String }

        var setup: Setup
        var ended: String
    }

    private let folder: TemporaryFolder
    private let answers: String

    init() throws {
        folder = try TemporaryFolder()
        answers = try folder.write("n c k z d\nnothing\n", to: "answers")
    }

    /// A line of chart 1 with a wrong letter, and the end of the test.
    private func start(
        _ words: [String], output: FileHandle? = nil
    ) throws -> (AloudProcess, Browser) {
        let aloud = try AloudProcess(
            ["serve", "--port", "0", "--voice", "off", "--answers", answers] + words,
            output: output)
        let browser = try aloud.page()
        try browser.click("#begin")
        try browser.goOnCovered()
        return (aloud, browser)
    }

    private func isShown(_ view: String) -> String {
        "!document.getElementById('\(view)').hidden"
    }

    @Test("A failure at the second eye keeps the result of the first")
    func secondEye() throws {
        let (aloud, browser) = try start([])
        try browser.wait(
            until:
                "document.getElementById('rest-words').innerText.includes('Cover your right eye.')")
        try FileManager.default.removeItem(atPath: answers)
        try browser.click("#rest-on")
        try browser.wait(until: isShown("result"))
        #expect(try browser.text("#reports").contains("Right eye"))
        #expect(try browser.text("#reports").contains("20/200"))
        let trouble = try browser.text("#result-trouble")
        #expect(trouble.hasPrefix("The left eye was not tested. "))
        #expect(trouble.contains(answers))
        let check = PageCheck(browser: browser)
        try check.prepare()
        #expect(try check.faults() == [])
        try check.picture("result of one eye, trouble with the other")
        // The next person can be tested.
        try browser.anotherTest()
        try browser.wait(until: isShown("setup"))
        aloud.interrupt()
        #expect(aloud.end() == 0)
        let result = try aloud.next(Result.self)
        #expect(result.setup.eye == "right")
        #expect(result.ended == "stopRuleMet")
        #expect(aloud.line() == nil)
    }

    @Test(
        "A result that cannot be written is shown on the page and among the messages",
        arguments: [[], ["--events"]])
    func full(words: [String]) throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let (aloud, browser) = try start(words, output: full)
        #expect(aloud.end() == 1)
        let messages = aloud.messagesToTheEnd()
        #expect(messages.last?.hasPrefix("Error: Cannot write to standard output: ") == true)
        // With all events it is asked to stop at the first of them.
        let hasLines = words.isEmpty
        #expect(messages.contains { $0.hasPrefix("Right eye, chart 1") })
        #expect(messages.contains("  Snellen        20/200, 6/60, decimal 0.10") == hasLines)
        try browser.wait(until: isShown(hasLines ? "result" : "over"))
        guard hasLines else { return }
        #expect(try browser.text("#reports").contains("20/200"))
        #expect(try browser.text("#result-trouble").contains("print it"))
        #expect(try browser.holds("document.getElementById('again').hidden"))
    }

    @Test("A test interrupted by the end of the program gives its result")
    func ended() throws {
        let (aloud, browser) = try start([])
        try browser.wait(
            until:
                "document.getElementById('rest-words').innerText.includes('Cover your right eye.')")
        aloud.interrupt()
        #expect(aloud.end() == 0)
        try browser.wait(until: isShown("result"))
        #expect(try browser.text("#reports").contains("20/200"))
        #expect(
            try browser.text("#result-trouble")
                == "The left eye was not tested. The test had been stopped.")
        #expect(try browser.holds("document.getElementById('again').hidden"))
        #expect(aloud.line() != nil)
    }
}
