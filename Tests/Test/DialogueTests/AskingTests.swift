import Acuity
import Dialogue
import Testing

@Suite("Asking again", .timeLimit(.minutes(1)))
struct AskingTests {
    /// The line after a first reading, a request and the reply to it.
    @Test(
        "a reply fills the requested positions",
        arguments: [
            // As many as asked for.
            ("C Z ? H S", [2], "R", "CZRHS"), ("? Z ? H S", [0, 2], "C R", "CZRHS"),
            ("? Z ? H S", [0, 2], "C ?", "CZ.HS"), ("? Z ? H S", [0, 2], "? R", ".ZRHS"),
            ("C Z ? H S", [2], "-", "CZ-HS"), ("? Z ? H S", [0, 2], "--", "-Z-HS"),
            ("C Z", [2, 3, 4], "R H S", "CZRHS"), ("C Z", [2, 3, 4], "--", "CZ---"),
            // The whole line once more takes the place of all.
            ("C Z ? H S", [2], "K Z R H N", "KZRHN"), ("? Z ? H S", [0, 2], "K - R H N", "K-RHN"),
            // Fewer: those that are sure.
            ("? Z ? H S", [0, 2], "C", "CZ.HS"), ("? Z ? H S", [0, 2], "?", ".Z.HS"),
            ("C Z", [2, 3, 4], "R ?", "CZR.."),
            // Anything else: the same again.
            ("C Z ? H S", [2], "R K", "CZ.HS"), ("C Z ? H S", [2], "R ?", "CZRHS"),
            ("C Z ? H S", [2], "C Z R H", "CZ.HS"), ("C Z ? H S", [2], "C Z ? H S", "CZ.HS"),
            ("C Z ? H S", [2], "C Z R H S N", "CZ.HS"), ("C Z ? H S", [2], "", "CZ.HS"),
            ("? Z ? H S", [0, 2], "C R K", ".Z.HS"),
            // All asked for again: as the first time.
            ("C Z R H S N", [0, 1, 2, 3, 4], "C Z R ? H S", "CZRHS"),
            ("?", [0, 1, 2, 3, 4], "C Z", "CZ..."),
        ])
    func reply(first: String, asked: [Int], reply: String, text: String) {
        var reading = LineReading.after(first)
        #expect(reading.ask() == asked)
        _ = reading.take(said(reply))
        #expect(reading.text == text)
    }

    @Test("a reply may come in pieces") func aReplyInPieces() {
        var reading = LineReading.after("C Z")
        #expect(reading.ask() == [2, 3, 4])
        _ = reading.take(said("R"))
        _ = reading.take(said("H"))
        #expect(reading.text == "CZRH." && reading.expected == 1)
        _ = reading.take(said("S"))
        #expect(reading.isFull)
    }

    @Test("the whole line may be read again in pieces") func theWholeLineAgainInPieces() {
        var reading = LineReading.after("C Z ? H S")
        #expect(reading.ask() == [2])
        for word in ["C", "Z", "R", "H"] { _ = reading.take(said(word)) }
        #expect(reading.text == "CZ.HS")
        _ = reading.take(said("S"))
        #expect(reading.text == "CZRHS")
    }

    @Test("letters asked again are counted") func countsLettersAskedAgain() {
        var reading = LineReading.after("? Z ? H S")
        #expect(reading.lettersAskedAgain == 0)
        _ = reading.ask()
        _ = reading.take(said("C"))
        _ = reading.ask()
        #expect(reading.lettersAskedAgain == 3)
        _ = reading.take(said("R"))
        #expect(reading.isFull && reading.ask().isEmpty)
        #expect(reading.lettersAskedAgain == 3)
    }

    /// The positions that count as not understood among those that are asked for again.
    @Test(
        "positions with unclear answers are marked as not understood",
        arguments: [
            ("C Z ? H S", [2]), ("? Z ? H S", [0, 2]), ("C Z", []), ("", []), ("C ? H", [1]),
            ("- ?", [1]), ("C Z R H S N", [0, 1, 2, 3, 4]), ("C Z R again", []), ("C Z R N no", []),
        ])
    func notUnderstood(said text: String, positions: [Int]) {
        var reading = LineReading.after(text)
        #expect(!reading.ask().isEmpty)
        #expect(reading.notUnderstood == positions)
    }

    @Test("an answer counts the requests for it") func anAnswerTellsHowOftenItWasNotUnderstood() {
        var reading = LineReading.after("? Z ? H S")
        for reply in ["C ?", "R"] {
            _ = reading.ask()
            _ = reading.take(said(reply))
        }
        #expect(reading.text == "CZRHS")
        #expect(reading.finalAnswers?.map(\.unclearBefore) == [1, 0, 2, 0, 0])
    }

    /// How each request asks, and for which positions, until the line is full.
    private func requests(_ first: String, then reply: String) -> [String] {
        var reading = LineReading.after(first)
        var requests: [String] = []
        while !reading.ask().isEmpty, requests.count < 100 {
            let positions = reading.asked.map(String.init).joined()
            requests.append("\(reading.asking) \(positions)")
            _ = reading.take(said(reply))
        }
        #expect(reading.isFull)
        return requests
    }

    @Test("after three rounds each letter is asked for alone, then by its code word")
    func leftOpen() {
        #expect(
            requests("C ? R H S", then: "?") == ["again 1", "again 1", "alone 1", "codeWord 1"])
        #expect(
            requests("? ? R H S", then: "? ?")
                == ["again 01", "again 01", "alone 0", "codeWord 0", "alone 1", "codeWord 1"])
        // Nobody says a letter: its code word would not help.
        #expect(
            requests("C Z R", then: "").suffix(4) == ["alone 3", "alone 3", "alone 4", "alone 4"])
        #expect(requests("", then: "").count == LineReading.mostRequests(letters: 5))
        var reading = LineReading.after("? C R H S")
        while !reading.ask().isEmpty { _ = reading.take(said("?")) }
        #expect(reading.leftOpen == [0] && reading.text == ".CRHS")
        #expect(reading.finalAnswers?[0] == Answer(nil, unclearBefore: 4))
        // An operator has heard it after all.
        reading.override(0, with: .named(.z))
        #expect(reading.finalAnswers?.map(\.unclearBefore) == [4, 0, 0, 0, 0])
    }

    @Test("a single letter is asked for twice, and then by its code word")
    func singleLetter() {
        var reading = LineReading(count: 1)
        var requests: [Asking] = []
        _ = reading.take(said("?"))
        while !reading.ask().isEmpty, requests.count < 100 {
            requests.append(reading.asking)
            _ = reading.take(said("?"))
        }
        #expect(requests == [.again, .again, .codeWord])
        #expect(requests.count == LineReading.mostRequests(letters: 1))
        #expect(reading.leftOpen == [0])
        // A direction has no code word.
        var direction = LineReading(count: 1, of: .tumblingE)
        requests = []
        _ = direction.take(said("?"))
        while !direction.ask().isEmpty, requests.count < 100 {
            requests.append(direction.asking)
            _ = direction.take(said("?"))
        }
        #expect(requests == [.again, .again, .again])
    }

    @Test("letters missing because of an interruption do not count as asked again")
    func afterBreak() {
        var reading = LineReading.after("C ?")
        #expect(reading.ask(isDisturbed: true) == [1, 2, 3, 4])
        #expect(reading.asking == .afterBreak && reading.notUnderstood == [1])
        #expect(reading.lettersAskedAgain == 1)
        #expect(reading.places.prefix(3) == [.heard(.c), .asked, .waiting])
        // Nobody answers that request.
        #expect(reading.ask() == [1, 2, 3, 4])
        #expect(reading.asking == .again && reading.lettersAskedAgain == 5)
    }

    @Test("letters missing because of a pause are not counted at the first request")
    func afterPause() {
        var reading = LineReading.after("C Z wait")
        _ = reading.take(said("go"))
        #expect(reading.ask() == [2, 3, 4])
        #expect(reading.asking == .afterBreak && reading.lettersAskedAgain == 0)
        #expect(reading.places.suffix(3) == [.waiting, .waiting, .waiting])
        // A person who has read on after the pause left the rest out.
        _ = reading.take(said("wait"))
        _ = reading.take(said("go"))
        _ = reading.take(said("R"))
        #expect(reading.ask() == [3, 4])
        #expect(reading.asking == .again && reading.lettersAskedAgain == 2)
    }

    @Test("a request after a disturbance does not count towards the limits")
    func disturbed() {
        var reading = LineReading.after("C ? R H S")
        for _ in 0..<20 { #expect(reading.ask(isDisturbed: true) == [1]) }
        #expect(!reading.isOneByOne)
    }

    @Test("a letter shown alone is asked for by its place")
    func byCodeWord() throws {
        final class Voice: Speaker {
            var said: [String] = []
            func say(_ text: String) { said.append(text) }
        }
        let unclear =
            [spoken("? C K Z O"), .settled]
            + Array(repeating: [spoken("?"), AnswerEvent.settled], count: 3).flatMap(\.self)
        let test = try ScriptedTest(unclear)
        let prompts = test.screen.prompts.filter {
            if case .readAgain = $0 { true } else { false }
        }
        #expect(prompts.last == .readAgain([0], of: 5, by: .codeWord))
        #expect(prompts.last?.words.hasSuffix(GuidanceWords.codeWord) == true)
        #expect(prompts.first == .readAgain([0], of: 5))
        #expect(test.screen.views.last { $0.presentation != nil }?.alone == 0)
        let voice = Voice()
        let guide = SpokenGuide(voice)
        for event in test.events { guide.observe(event) }
        let askings = voice.said.filter { $0.contains("please: the first letter.") }
        #expect(askings.map { $0.hasPrefix("One letter") } == [false, false, true, true])
        #expect(askings.map { $0.contains(GuidanceWords.codeWord) } == [false, false, false, true])
        // Silence is not unclear.
        let silent = try ScriptedTest([spoken("C"), .silence, .silence])
        #expect(silent.screen.prompts.contains(.readAgain([1, 2, 3, 4], of: 5)))
    }

    @Test("\"again\" drops the first reading") func againDropsTheFirstReading() {
        var reading = LineReading.after("C Z R")
        #expect(reading.take(said("again")) == [.again])
        #expect(reading.text == "....." && reading.ask() == [0, 1, 2, 3, 4])
        #expect(LineReading.after("C Z R H S again").text == ".....")
        #expect(LineReading.after("C Z again K N O").text == "KNO..")
    }

    @Test("\"again\" repeats the same asking") func againRepeatsTheSameAsking() {
        var reading = LineReading.after("? Z ? H S")
        _ = reading.ask()
        _ = reading.take(said("C again"))
        #expect(reading.text == ".Z.HS" && reading.ask() == [0, 2])
    }

    @Test("a pause ignores everything until \"go on\"") func pauseIgnoresEverythingUntilResume() {
        var reading = LineReading.after("C wait", "Z again --", "no N ?")
        #expect(reading.isPaused && reading.text == "C....")
        #expect(reading.take(said("K go Z")).first == .resumed)
        #expect(!reading.isPaused && reading.text == "CZ...")
        #expect(LineReading.after("C go Z").text == "CZ...")
    }

    @Test("\"stop\" ends the test and ignores the rest") func stopEndsAndIgnoresTheRest() {
        var reading = LineReading(count: 5)
        let changes = reading.take(said("C stop Z"))
        #expect(changes.last == .stopped && reading.text == "C....")
    }
}
