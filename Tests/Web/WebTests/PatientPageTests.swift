import Acuity
import Foundation
import PhoneticMapping
import TestBrowser
import TestPages
import TestTraits
import Testing

@testable import Dialogue
@testable import Records

/// The patient's page in a real browser, around the letters.
@Suite("The patient's page", .listening)
struct PatientPageTests {
    @Test("A single letter has crowding bars a letter's width away")
    func bars() throws {
        let browser = try Browser(width: 1_000, height: 800)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3)
        try lane.show(.letters([.h], LogMAR(0.8), at: .fourMetres), in: browser)
        #expect(try browser.text("#prompt") == "Say only the letter in the middle.")
        let boxes = try browser.ink().boxes
        let height = LogMAR(0.8).letterHeightInMillimetres(at: .fourMetres) * 3
        try #require(boxes.count == 3)
        // From the left: a bar, the letter between the upper and the lower bar, a bar.
        #expect(abs(Double(boxes[0].width) - height / 5) <= 1)
        #expect(abs(Double(boxes[0].height) - height) <= 1)
        #expect(abs(Double(boxes[1].left - boxes[0].right - 1) - height) <= 1)
        #expect(abs(Double(boxes[1].width) - height) <= 1)
        #expect(abs(Double(boxes[1].height) - 3.4 * height) <= 2)
        #expect(abs(Double(boxes[2].left - boxes[1].right - 1) - height) <= 1)
    }

    @Test("Letters are black on even white, and nothing moves")
    func calm() throws {
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3)
        try lane.show(.letters([.c, .d, .h, .k, .n], LogMAR(0.5), at: .fourMetres), in: browser)
        let picture = try GrayPicture(png: try browser.screenshot())
        let rows = try browser.number(
            "document.getElementById('asking').getBoundingClientRect().top")
        #expect(picture.pixels[..<(Int(rows) * picture.width)].min() == 0)
        let box = try #require(InkBoxes(picture, rows: Int(rows)).boxes.first)
        for y in 0..<Int(rows) where y < box.top - 1 || y > box.bottom + 1 {
            for x in 0..<picture.width where picture[x, y] != 255 {
                Issue.record("a pixel next to the letters is not white: \(x), \(y)")
                return
            }
        }
        #expect(try browser.number("document.getAnimations().length") == 0)
        // An answer changes nothing where the letters are.
        let before = try browser.run("return document.getElementById('chart').outerHTML;")
        try lane.show(
            .letters(
                [.c, .d, .h, .k, .n], LogMAR(0.5), at: .fourMetres,
                places: [.heard(.z), .heard(.d), .missed, .waiting, .waiting]), in: browser)
        let after = try browser.run("return document.getElementById('chart').outerHTML;")
        #expect(before as? String == after as? String)
        // No hint of right and wrong: a letter looks the same whether it was right or not.
        let places = try browser.run(
            "return [...document.querySelectorAll('#heard span')].map((place) =>"
                + " `${place.className} ${place.textContent}`).join(', ');")
        #expect(places as? String == "heard Z, heard D, missed –, waiting ·, waiting ·")
    }

    @Test(
        "No question of the set-up needs scrolling", .long,
        arguments: [(1_920, 1_080), (1_366, 768), (1_024, 600), (390, 844), (820, 1_180)])
    func inSight(width: Int, height: Int) throws {
        let browser = try Browser(width: width, height: height)
        try browser.screen(width: width, height: height, scale: 1)
        let lane = try Lane(
            .waiting(
                eye: .right, distance: .fourMetres, chooses: true,
                offers: StartFormOptions(hearsDistance: true, choosesStart: false)))
        try lane.open(browser, pixelsPerMillimetre: nil)
        func isSeen(_ id: String) throws -> Bool {
            try browser.holds(
                """
                (({ top, bottom, height }) => height > 0 && top >= 0 && bottom <= innerHeight)(
                  document.getElementById('\(id)').getBoundingClientRect())
                """)
        }
        var steps: [String] = []
        for _ in 0..<8 {
            let step = try browser.run("return document.getElementById('setup').dataset.step;")
            steps.append(step as? String ?? "")
            let tall = try browser.number("document.documentElement.scrollHeight")
            #expect(Int(tall) <= height, "\(steps.last ?? "") is \(tall) tall on \(height)")
            if steps.last == "start" { break }
            try browser.run(
                """
                ['waive', 'next'].map((id) => document.getElementById(id))
                  .find((button) => button.checkVisibility()).click();
                """)
        }
        #expect(
            steps == ["who", "eyes", "correction", "screen", "distance", "sound", "start"])
        #expect(try isSeen("begin"))
        #expect(try browser.text("#begin") == "Begin without measuring")
        // This button is the less prominent one of the two.
        #expect(
            try browser.holds(
                "document.querySelector('.dock .main:not([hidden])').id === 'measure-first'"))
        try browser.run("document.getElementById('calibrate').click();")
        #expect(try isSeen("card-words"))
        #expect(try isSeen("calibrated"))
        try browser.click("#by-ruler")
        #expect(try browser.text("#calibrated") == "Use this length")
        #expect(try isSeen("calibrated"))
        try browser.click("#by-card")
        #expect(try browser.text("#calibrated") == "It fits")
    }

    @Test("A small screen needs no sideways scrolling", arguments: [320, 500])
    func reflow(width: Int) throws {
        let browser = try Browser(width: width, height: 640)
        let lane = try Lane(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        try lane.open(browser, pixelsPerMillimetre: nil)
        func fits(_ view: String) throws {
            let wide = try browser.number("document.documentElement.scrollWidth")
            let room = try browser.number("innerWidth")
            #expect(wide <= room, "\(view) is \(wide) wide in \(room)")
        }
        try fits("setup")
        try browser.click("#calibrate")
        try fits("calibration")
        try browser.click("#calibration-cancel")
        var reading = ChartReading(chart: Chart(.one))
        try reading.take([
            Answer(.missed), Answer(.named(.z)), .unclear, Answer(.missed), Answer(.named(.o)),
        ])
        let report = TestRecord(
            setup: TestSetup(eye: .right, chart: .one, isCalibrated: false), score: reading.score,
            lettersAskedAgain: 0, duration: .seconds(30), end: .stoppedByPerson)
        try lane.show(
            .result([report], notes: [], date: "2026-01-31", chooses: true), in: browser)
        try fits("result")
        // A stroke and words also show right and wrong, not only colour.
        let label = try browser.run(
            "return document.querySelector('.lines svg').getAttribute('aria-label');")
        #expect(
            label as? String == "N: not seen, C: answered Z, K: not understood, Z: not seen,"
                + " O: correct")
        let marks = try browser.run(
            """
            return [...document.querySelectorAll('.lines text')]
              .map((one) => one.textContent).join('');
            """)
        #expect(marks as? String == "–Z?–")
    }

    @Test("The result of a test without lines lists letters by size")
    func bySize() throws {
        var procedure = AdaptiveTest(
            settings: AdaptiveTest.Settings(showing: .sloan), hearing: .exact, seed: 7)
        while let shown = procedure.next {
            try procedure.take(
                zip(shown.letters, shown.sizes).map { letter, size in
                    Answer(.named(size.value > 0.32 ? letter : letter == .c ? .d : .c))
                })
        }
        let sizes = procedure.score.lines.flatMap(\.presentation.sizes)
        try #require(sizes != sizes.sorted(by: >))
        let report = TestRecord(
            setup: TestSetup(eye: .both, seed: 7, procedure: "adaptive"), score: procedure.score,
            lettersAskedAgain: 0, duration: .seconds(70), end: .finished(.allLettersShown))
        let browser = try Browser(width: 390, height: 844)
        try browser.screen(width: 390, height: 844, scale: 1)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: nil)
        try lane.show(
            .result([report], notes: [], date: "2026-01-31", chooses: true), in: browser)
        let names =
            try browser.run(
                "return [...document.querySelectorAll('.lines > div > :first-child')]"
                    + ".map((name) => name.textContent);") as? [String] ?? []
        // A size that was left comes no second time; of more than ten letters a row follows.
        let runs = names.enumerated().filter { $0 == 0 || names[$0 - 1] != $1 }.map(\.element)
        #expect(Set(runs).count == runs.count, "\(names)")
        for medium in ["screen", "print"] {
            try browser.devTools("Emulation.setEmulatedMedia", ["media": medium])
            #expect(
                try browser.holds(
                    """
                    [...document.querySelectorAll('.lines > div > :first-child')].every(
                      (name) => name.scrollWidth <= name.clientWidth)
                    """), "\(medium)")
        }
    }

    @Test("A full result of both eyes prints on one page")
    func paper() throws {
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: nil)
        let reports = try [ChartName.one, .two].map { name in
            var reading = ChartReading(chart: Chart(name))
            while let shown = reading.next {
                try reading.take(
                    shown.letters.enumerated().map { $0 == 2 ? .missed : .named($1) })
            }
            // A letter missed in each of 14 lines is what no eye does; the longest page has figures.
            let estimate = AcuityEstimate(
                logMAR: LogMAR(-0.1), median: LogMAR(-0.1), interval95: LogMAR(-0.2)...LogMAR(0),
                letters: 70, flags: [.atCeiling])
            return TestRecord(
                setup: TestSetup(eye: .right, chart: name, isCalibrated: true),
                score: reading.score, lettersAskedAgain: 3, duration: .seconds(70),
                end: .finished(.smallestLineRead), overrides: 1, estimate: estimate)
        }
        #expect(reports[0].score.lines.count == 14)
        try lane.show(
            .result(
                reports, notes: ["A note.", "And another."], date: "2026-01-31", chooses: true),
            in: browser)
        #expect(try browser.pagesOnPaper() == 1)
    }

    @Test("A mirror turns the letters over")
    func mirrored() throws {
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        try lane.open(browser, pixelsPerMillimetre: 3)
        try lane.show(.letters([.k, .c], LogMAR(0.8), at: .fourMetres), in: browser)
        let straight = try browser.ink().boxes
        try browser.run(
            """
            const mirrored = document.getElementById('mirrored');
            mirrored.checked = true;
            mirrored.dispatchEvent(new Event('change'));
            """)
        try lane.show(.letters([.k, .c], LogMAR(0.8), at: .fourMetres), in: browser)
        let turned = try browser.ink().boxes
        #expect(turned.count == 2)
        #expect(abs(turned[1].left - (999 - straight[0].right)) <= 1)
        // Loaded again in the middle of the test, as from the address line.
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('test').hidden")
        #expect(try browser.holds("document.documentElement.classList.contains('mirrored')"))
        let again = try browser.ink().boxes
        #expect(again.map(\.left) == turned.map(\.left))
    }

    @Test("Directions are also answered with the arrow keys and by swiping")
    func byHand() throws {
        let browser = try Browser(width: 900, height: 700)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3)
        func stroke(_ across: Int, _ down: Int) throws {
            try browser.run(
                """
                const test = document.getElementById('test');
                const at = (type, x, y) => test.dispatchEvent(
                  new PointerEvent(type, { clientX: x, clientY: y, bubbles: true }));
                at('pointerdown', 300, 300);
                at('pointerup', 300 + \(across), 300 + \(down));
                """)
        }
        // Letters are not answered by hand.
        try lane.show(.letters([.k], LogMAR(0.8), at: .fourMetres), in: browser)
        try browser.press("ArrowUp")
        let shown = Presentation(
            line: 2, size: LogMAR(0.8), letters: [.u], optotypes: .tumblingE)
        try lane.show(.line(shown), in: browser)
        try browser.press("ArrowLeft")
        try browser.press("ArrowDown")
        try stroke(120, -20)
        try stroke(10, -200)
        // Too short to mean anything.
        try stroke(12, 9)
        try browser.press("ArrowRight")
        let acts = (0..<5).compactMap { _ in lane.pages.operatorSession.awaitedAct() }
        // Requests may pass one another on their way; here only what arrives is of interest.
        let letters = acts.compactMap { act -> Letter? in
            if case .answer(_, let letter, _, let after?) = act, after >= 0 { letter } else { nil }
        }
        #expect(letters.map(\.description).sorted() == ["D", "L", "R", "R", "U"])
        #expect(acts.first?.event(.answers(1))?.isByHand == true)
    }

    @Test("Letters are answered on a pad with all keys of the chart")
    func pad() throws {
        let browser = try Browser(width: 1_366, height: 768)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3)
        try browser.run(
            """
            const box = document.getElementById('by-touch');
            box.checked = true;
            box.dispatchEvent(new Event('change'));
            """)
        try lane.show(.letters([.k, .c], LogMAR(0.8), at: .fourMetres), in: browser)
        let keys = try browser.run(
            """
            return [...document.querySelectorAll('#pad button')].map((key) => key.dataset.letter)
              .join('');
            """)
        #expect(keys as? String == Letter.sloan.map(\.description).joined() + "-")
        let written = try browser.run("return document.getElementById('pad').innerText;")
        #expect(
            (written as? String)?.filter(\.isUppercase)
                == Letter.sloan.map(\.description).joined() + "N")
        let isLarge = """
            [...document.querySelectorAll('#pad button')].every((key) =>
              key.offsetWidth >= 48 && key.offsetHeight >= 48)
            """
        #expect(try browser.holds(isLarge))
        let session = lane.pages.operatorSession
        try browser.click("#pad button[data-letter=S]")
        #expect(session.awaitedAct()?.untimed == .answer(shown: 0, .s))
        try browser.click("#pad button:last-child")
        let unread = try #require(session.awaitedAct())
        #expect(unread.untimed == .answer(shown: 0, nil))
        // The first of two letters does not end the line; the last one does.
        #expect(unread.event(.answers(2))?.isByHand == false)
        #expect(unread.event(.answers(1))?.isByHand == true)
        try browser.press("k")
        #expect(session.awaitedAct()?.untimed == .answer(shown: 0, .k, by: .typed))
        // Not a letter of the chart.
        try browser.press("x")
        try browser.press("-")
        #expect(session.awaitedAct()?.untimed == .answer(shown: 0, nil, by: .typed))
    }

    @Test("Another device has to give the pairing code")
    func door() throws {
        let browser = try Browser(width: 800, height: 600)
        let lane = try Lane(code: "042117")
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('door').hidden")
        try browser.run("document.getElementById('code').value = '111111';")
        try browser.click("#door-form button")
        try browser.wait(until: "document.getElementById('door-error').innerText !== ''")
        try browser.run("document.getElementById('code').value = '042117';")
        try browser.click("#door-form button")
        try browser.wait(until: "!document.getElementById('setup').hidden")
    }
}

extension AnswerEvent {
    /// Whether it is an answer that was given by hand.
    fileprivate var isByHand: Bool {
        guard case .utterance(let utterance) = self else { return false }
        return utterance.answers.count == 1 && utterance.isFinal
            && ["typed", "touched"].contains(utterance.answers[0].heard)
    }
}
