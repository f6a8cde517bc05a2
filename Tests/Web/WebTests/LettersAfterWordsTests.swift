import Acuity
import Dialogue
import Synchronization
import TestBrowser
import TestPages
import TestTraits
import Testing

/// Letters while something is being said: nobody would be heard who read them.
@Suite("Letters wait for the end of speech", .listening)
struct LettersAfterWordsTests {
    /// Somebody who speaks until told to stop.
    private final class Voice: Sendable {
        private let actions = Mutex<[@Sendable () -> Void]?>([])

        func whenSaid(_ action: @escaping @Sendable () -> Void) -> Bool {
            actions.withLock { actions in
                actions?.append(action)
                return actions != nil
            }
        }

        func end() {
            let waiting = actions.withLock { actions in
                defer { actions = nil }
                return actions ?? []
            }
            for action in waiting { action() }
        }

        func speak() { actions.withLock { $0 = [] } }
    }

    private let browser: Browser
    private let lane: Lane

    init() throws {
        browser = try Browser(width: 1_200, height: 900)
        lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 4)
    }

    private func view(_ letters: [Letter], _ prompt: Prompt = .read) -> TestView {
        TestView(
            presentation: Presentation(line: 1, size: LogMAR(0.5), letters: letters),
            places: letters.map { _ in .waiting }, prompt: prompt)
    }

    /// Waits until the page has painted this number of views. Returns whether it shows letters.
    private func showsLetters(_ number: Int) throws -> Bool {
        try browser.wait(until: "Number(document.documentElement.dataset.painted) === \(number)")
        return try browser.number("document.querySelectorAll('#chart path').length") > 0
            && browser.holds("!document.getElementById('test').hidden")
    }

    @Test("A new line waits for the end of speech, and letters on the screen stay")
    func waits() throws {
        let voice = Voice()
        let display = WebPatientDisplay(on: lane.pages, distance: .fourMetres) {
            voice.whenSaid($0)
        }
        let line: [Letter] = [.c, .d, .h, .k, .n]
        display.show(view([.k]))
        display.show(view(line))
        // The page gets something, and no letters.
        lane.pages.show(.rest(title: "Listen", words: "", canGoOn: false))
        #expect(try !showsLetters(1))
        voice.end()
        #expect(try showsLetters(2))
        #expect(try browser.number("document.querySelectorAll('#chart path').length") >= 5)
        // An asking while it is read takes nothing away.
        voice.speak()
        display.show(view(line, .readAgain([0], of: 5)))
        #expect(try showsLetters(3))
        // After a pause it is as at first.
        display.show(view(line, .paused(.asked)))
        display.show(view(line))
        lane.pages.show(.rest(title: "Listen", words: "", canGoOn: false))
        #expect(try !showsLetters(5))
        voice.end()
        #expect(try showsLetters(6))
    }

    @Test("Typed answers are not taken while a line waits")
    func anotherLine() throws {
        let voice = Voice()
        let display = WebPatientDisplay(on: lane.pages, distance: .fourMetres) {
            voice.whenSaid($0)
        }
        voice.end()
        display.show(view([.k]))
        #expect(try showsLetters(1) && !display.holdsLetters)
        voice.speak()
        display.show(view([.c, .d, .h, .k, .n]))
        #expect(display.holdsLetters)
        final class Typist: AnswerSource {
            func next(_ awaited: ExpectedAnswer) -> AnswerEvent { .ended }
        }
        let answers = AttendedAnswers(
            Typist(), operatorSession: lane.pages.operatorSession, areKept: true,
            holdsLetters: { display.holdsLetters })
        #expect(try answers.next(.answers(5)) == .idle)
        voice.end()
        #expect(try showsLetters(2))
        #expect(try answers.next(.answers(5)) == .ended)
    }

    @Test("A line that is out of date at the end of speech is not shown")
    func outOfDate() throws {
        let voice = Voice()
        let display = WebPatientDisplay(on: lane.pages, distance: .fourMetres) {
            voice.whenSaid($0)
        }
        display.show(view([.c]))
        display.show(TestView(presentation: nil, places: [], prompt: .read))
        voice.end()
        lane.pages.show(.over(title: "Over", words: ""))
        #expect(try !showsLetters(1))
    }
}
