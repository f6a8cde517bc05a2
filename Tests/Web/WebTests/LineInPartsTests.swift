import Acuity
import Dialogue
import PhoneticMapping
import Records
import TestBrowser
import TestPages
import TestTraits
import Testing

/// A line whose letters do not fit side by side.
@Suite("Lines in parts", .listening)
struct LineInPartsTests {
    private let browser: Browser
    private let lane: Lane

    init() throws {
        browser = try Browser(width: 800, height: 600)
        lane = try Lane()
        // 58.2 mm at 2.4 pixels to the millimetre: two letters and their gaps fit into 800 pixels.
        try lane.open(browser, pixelsPerMillimetre: 2.4)
    }

    /// Which letters the page shows, by their outlines.
    private func letters() throws -> [Letter] {
        let paths =
            try browser.run(
                "return [...document.querySelectorAll('#chart path')].map("
                    + "(path) => path.getAttribute('d'));") as? [String] ?? []
        return paths.compactMap { path in
            Letter.sloan.first { OptotypeShape.letter($0)?.svgPath == path }
        }
    }

    @Test("The next part is shown after an utterance for each letter of the present one")
    func parts() throws {
        let line: [Letter] = [.c, .d, .h, .k, .n]
        func shown(_ asked: [Int], said: Int, _ prompt: Prompt) throws -> [Letter] {
            let view = TestView(
                presentation: Presentation(line: 1, size: LogMAR(1), letters: line),
                places: line.map { _ in .waiting }, prompt: prompt, asked: asked, said: said)
            try lane.show(.test(view, distance: .fourMetres), in: browser)
            return try letters()
        }
        let all = [0, 1, 2, 3, 4]
        #expect(try shown(all, said: 0, .read) == [.c, .d])
        #expect(try shown(all, said: 1, .read) == [.c, .d])
        #expect(try shown(all, said: 2, .read) == [.h, .k])
        #expect(try shown(all, said: 4, .read) == [.n])
        #expect(try shown(all, said: 5, .read) == [.n])
        #expect(try browser.text("#prompt") == "Please name this letter.")
        // Only what is asked for again is shown again.
        #expect(try shown([1, 4], said: 0, .readAgain([1, 4], of: 5)) == [.d, .n])
        #expect(try browser.text("#prompt") == "Once more, please: these letters.")
        #expect(try shown([3], said: 0, .readAgain([3], of: 5)) == [.k])
        #expect(try browser.text("#prompt") == "Once more, please: this letter.")
        #expect(try shown([0, 2, 3], said: 2, .readAgain([0, 2, 3], of: 5)) == [.k])
        // All positions are answered; a correction may still follow.
        #expect(try shown([], said: 0, .readAgain([], of: 5)) == [.n])
    }

    /// A person who says all letters shown, each time that they change.
    private final class Reader: AnswerSource {
        private let page: () throws -> (letters: [Letter], words: String)
        private var unclear: Set<Letter>
        private var last = ""

        /// - Parameter unclear: what is not understood the first time.
        init(unclear: Set<Letter>, page: @escaping () throws -> (letters: [Letter], words: String))
        {
            self.unclear = unclear
            self.page = page
        }

        func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
            let (letters, words) = try page()
            let seen = words + letters.text
            guard seen != last, awaited != .correction else {
                return awaited == .correction ? .settled : .silence
            }
            last = seen
            let answers = letters.map { letter in
                SpokenAnswer(
                    unclear.remove(letter) == nil ? .letter(letter) : .unclear, heard: "")
            }
            return .utterance(Utterance(answers, isFinal: false))
        }
    }

    @Test(
        "Letters that are asked for again get their right places",
        arguments: [[], [.n], [.c], [.k], [.o], [.n, .z], [.c, .k, .o]] as [[Letter]])
    func reader(unclear: [Letter]) throws {
        var shows = 0
        final class Counting: Display {
            let display: WebPatientDisplay
            let onShow: () -> Void
            init(_ display: WebPatientDisplay, onShow: @escaping () -> Void) {
                self.display = display
                self.onShow = onShow
            }
            func show(_ view: TestView) {
                if view.presentation != nil { onShow() }
                display.show(view)
            }
        }
        let display = Counting(WebPatientDisplay(on: lane.pages, distance: .fourMetres)) {
            shows += 1
        }
        let reader = Reader(unclear: Set(unclear)) {
            try browser.wait(
                until: "Number(document.documentElement.dataset.painted) === \(shows)")
            return (try letters(), try browser.text("#prompt"))
        }
        var conductor = TestConductor(
            setup: TestSetup(eye: .right, chart: .one),
            procedure: ChartReading(
                chart: Chart(.one), range: SizeRange(largest: LogMAR(1), smallest: LogMAR(1))),
            source: reader, display: display)
        let report = try conductor.run()
        #expect(report.score.lettersRight == 5)
        #expect(report.lettersAskedAgain == unclear.count)
    }
}
