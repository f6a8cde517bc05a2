import FliteVoice
import Foundation
import SoundFiles
import TestBrowser
import TestProgram
import TestSpeech
import TestTraits
import Testing

/// Recordings of charts read by a synthesiser, scored, kept, and judged by the real program.
@Suite("aloud-workbench score", .listening)
struct ScoreCommandTests {
    /// Chart 1 down to 20/125, and no letter of the next line.
    static let said = [
        "en", "see", "kay", "zee", "oh", "are", "aitch", "ess", "dee", "kay", "dee", "oh", "vee",
        "aitch", "are", "i can't see any",
    ]

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The table of two people who read the chart.
    func record() throws -> String {
        var table = "record,person,eye,chart,file\n"
        for (number, voice) in [FliteVoice.Name.slt, .rms].enumerated() {
            let path = "r\(number).wav"
            try SoundFile.write(
                try Scene.saying(Self.said, by: FliteVoice(voice)).inRoom(), to: folder.file(path))
            table += "r\(number),person-\(number),right,1,\(path)\n"
        }
        return try folder.write(table, to: "table.csv")
    }

    /// The state that the page of a reader gets.
    struct Page: Decodable {
        struct Sound: Decodable {
            var recording: Int
            var others: String?
            var verdict: String?
        }
        var letters: [Sound]
    }

    /// Has a reader judge letters.
    ///
    /// - Parameters:
    ///   - most: the number of letters after which the reader presses Ctrl-C.
    ///   - output: the folder of the scores.
    ///   - reveals: the letters of the chart that the reader asks for, by their indices.
    ///   - verdict: the verdict on the letter of this index.
    /// - Returns: what the page was given at first, also as text.
    func judge(
        _ table: String, as reader: String, _ words: [String], atMost most: Int = .max,
        in output: String = "out", revealing reveals: Set<Int> = [], verdict: (Int) -> String
    ) throws -> (page: Page, text: String, clip: Data) {
        let aloud = try RunningAloud(
            ["score", "--output", folder.file(output), "--judge", reader, table] + words)
        let address = try aloud.message(after: "http://127.0.0.1:")
        let parts = address.split(separator: "/#")
        let port = try #require(Int(parts[0]))
        func ask(_ path: String, _ body: String? = nil) throws -> RawAnswer {
            let connection = try RawConnection(port: port)
            let head =
                "\(body == nil ? "GET" : "POST") \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                + "Origin: http://127.0.0.1:\(port)\r\nX-Aloud-Key: \(parts[1])\r\n"
                + "Content-Type: application/json\r\n"
                + "Content-Length: \(body?.utf8.count ?? 0)\r\nConnection: close\r\n\r\n"
            connection.send(head + (body ?? ""))
            return try #require(connection.answer())
        }
        let state = try ask("/state")
        let page = try JSONDecoder().decode(Page.self, from: state.body)
        let clip = try ask("/clip?letter=0").body
        for index in page.letters.indices.prefix(most) {
            if reveals.contains(index) { _ = try ask("/letter?letter=\(index)") }
            let sent = try ask(
                "/judge",
                "{\"letter\":\(index),\"verdict\":\"\(verdict(index))\",\"note\":\"\","
                    + "\"sawLetter\":false}")
            #expect(sent.status == 204 || sent.status == 200)
        }
        let isStopped = most < page.letters.count
        if isStopped { aloud.signal(SIGINT) }
        let run = try aloud.end()
        #expect(run.status == (isStopped ? 130 : 0), "\(run.messages)")
        return (page, String(decoding: state.body, as: UTF8.self), clip)
    }

    /// A verdict as the folder keeps it.
    private struct Verdict: Decodable {
        var verdict: String
        var sawLetter: Bool
    }

    private func verdicts() throws -> [Verdict] {
        let text = try String(contentsOf: folder.url("out/judgements.jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").map {
            try JSONDecoder().decode(Verdict.self, from: Data($0.utf8))
        }
    }

    @Test("a reader who has asked for a letter is never recorded as blind to it")
    func revealed() throws {
        let table = try record()
        _ = try judge(table, as: "ann", ["--all-letters"], atMost: 2, revealing: [1]) { _ in "K" }
        #expect(try verdicts().map(\.sawLetter) == [false, true])
        // Another run, in which the reader does not ask again.
        _ = try judge(table, as: "ann", ["--all-letters"], atMost: 2) { _ in "S" }
        #expect(try verdicts().map(\.sawLetter) == [false, true, false, true])
    }

    @Test("a key that is held, and a second key at once, judge no other letter")
    func keys() throws {
        let table = try record()
        let aloud = try RunningAloud(
            ["score", "--output", folder.file("out"), "--judge", "ann", "--all-letters", table])
        let address = try aloud.message(after: "http://127.0.0.1:")
        let browser = try Browser()
        func press(_ keys: [String], _ options: String = "") throws {
            let events = keys.map { "{ key: '\($0)', bubbles: true\(options) }" }
            try browser.run(
                "for (const key of [\(events.joined(separator: ", "))])"
                    + " document.dispatchEvent(new KeyboardEvent('keydown', key));")
        }
        try browser.open("http://127.0.0.1:\(address)")
        try browser.wait(until: "state?.letters.length > 20")
        try press(["k", "d"])
        try browser.wait(until: "at === 1")
        try press(["s"], ", repeat: true")
        try press(["v"])
        try browser.wait(until: "at === 2")
        aloud.signal(SIGINT)
        #expect(try aloud.end().status == 130)
        #expect(try verdicts().map(\.verdict) == ["K", "V"])
    }

    @Test("Ctrl-C ends judging with its own status, and the verdicts are kept")
    func stopped() throws {
        let table = try record()
        let first = try judge(table, as: "ann", ["--all-letters"], atMost: 2) { _ in "K" }
        #expect(first.page.letters.allSatisfy { $0.verdict == nil })
        let second = try judge(table, as: "ann", ["--all-letters"]) { _ in "S" }
        #expect(second.page.letters.prefix(2).map(\.verdict) == ["K", "K"])
        #expect(second.page.letters.dropFirst(2).allSatisfy { $0.verdict == nil })
    }

    private struct Agreement: Decodable {
        var readers: [String]
        var letters: Int
        var kappa: Double?
        var eyes: Int
        var bias: Double?
        var upperInterval: [Double]?
    }

    @Test("a second reader is blind; the agreement is counted, and a third reader decides", .long)
    func readers() throws {
        let table = try record()
        let first = try judge(table, as: "ann", ["--all-letters"]) { $0 == 3 ? "H" : "K" }
        #expect(first.page.letters.count >= 26 && first.clip.starts(with: Data("RIFF".utf8)))
        let second = try judge(table, as: "ben", ["--all-letters"]) { $0 < 2 ? "S" : "K" }
        // The page of the second is as that of the first was, but for the name.
        #expect(
            second.text == first.text.replacing("\"ann\"", with: "\"ben\"")
                && second.page.letters.allSatisfy { $0.verdict == nil && $0.others == nil })
        let agreement = try JSONDecoder().decode(
            Agreement.self, from: Data(contentsOf: folder.url("out/agreement.json")))
        #expect(agreement.readers == ["ann", "ben"])
        #expect(agreement.letters == first.page.letters.count)
        // They differ on three letters, nearly all of them K: no more than by chance.
        let kappa = try #require(agreement.kappa)
        #expect(kappa > -0.2 && kappa < 0.1)
        let report = try String(contentsOf: folder.url("out/report.html"), encoding: .utf8)
        #expect(report.contains("kappa a letter") && report.contains("ann and ben"))
        // A third person sees both verdicts on the letters that differ, and on no others.
        let third = try judge(table, as: "cy", ["--all-letters", "--decide"]) { _ in "V" }
        #expect(third.page.letters.map(\.others) == ["K, S", "K, S", "H, K"])
        // The verdicts are not of the rows of another table.
        let other = try folder.write("record,file\nx,r0.wav\n", to: "other.csv")
        let words = ["score", "--output", folder.file("out"), "--replace", other]
        #expect(try AloudBinary.run(words).status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.file("out/agreement.json")))
    }
}
