import Acuity
import Foundation
import HandsFree
import LetterSpeech
import TestBrowser
import Testing

@testable import WebDisplay

/// The patient's page in a real browser, around the letters.
@Suite("The patient's page")
struct PatientPageTests {
    /// The number that a page keeps for its screen.
    private static let kept = """
        Number(localStorage.getItem(document.documentElement.dataset.screen))
        """

    @Test("A screen is measured with a card or a ruler, kept, and asked for again on another one")
    func calibration() throws {
        let browser = try Browser(width: 1_000, height: 800, scale: 2)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: nil)
        #expect(try browser.text("#size-words").hasPrefix("This screen is uncalibrated"))
        try browser.click("#calibrate")
        // With the keyboard alone: the slider has the focus.
        try browser.wait(until: "document.activeElement.id === 'card-size'")
        let before = try browser.number("document.getElementById('card').getAttribute('width')")
        for _ in 0..<4 { try browser.press("ArrowRight") }
        let after = try browser.number("document.getElementById('card').getAttribute('width')")
        #expect(abs(after - before - 1) < 1e-6)
        // ID-1 of ISO/IEC 7810.
        let height = try browser.number(
            "document.querySelector('#card rect').getAttribute('height')")
        #expect(abs(after / height - 85.6 / 53.98) < 1e-4)
        try browser.click("#calibrated")
        #expect(abs(try browser.number(Self.kept) - after * 2 / 85.6) < 1e-6)
        #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))

        // Two fingers make the shape larger on the screen than the page knows of.
        try browser.click("#calibrate")
        try browser.devTools("Emulation.setPageScaleFactor", ["pageScaleFactor": 1.5])
        try browser.wait(until: "Math.abs(visualViewport.scale - 1.5) < 0.01")
        let shape = try browser.number("document.getElementById('card').getAttribute('width')")
        try browser.run("document.getElementById('calibrated').click();")
        #expect(abs(try browser.number(Self.kept) - shape * 2 * 1.5 / 85.6) < 0.05)
        try browser.devTools("Emulation.setPageScaleFactor", ["pageScaleFactor": 1])
        try browser.wait(until: "visualViewport.scale === 1")

        // A ruler gives what the person reads.
        try browser.click("#calibrate")
        try browser.click("#by-ruler")
        try browser.click("#calibrated")
        #expect(try browser.text("#measure-error") != "")
        try browser.run("document.getElementById('bar-length').value = '150.5';")
        let bar = try browser.number("document.getElementById('bar').getAttribute('width')")
        try browser.click("#calibrated")
        #expect(abs(try browser.number(Self.kept) - bar * 2 / 150.5) < 1e-6)

        // Loaded again it is still known; on another screen it is not.
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))
        try browser.screen(width: 1_280, height: 720, scale: 1)
        try browser.wait(
            until: "document.getElementById('size-words').innerText.includes('uncalibrated')")
        // In a test it hides the letters, since nobody knows their size.
        try browser.screen(width: 1_000, height: 800, scale: 2)
        try lane.show(.letters([.c, .d], LogMAR(0.5), at: .fourMetres), in: browser)
        #expect(try browser.holds("document.querySelectorAll('#chart path').length === 2"))
        try browser.screen(width: 1_280, height: 720, scale: 1)
        try browser.wait(until: "document.querySelectorAll('#chart path').length === 0")
        #expect(try browser.text("#prompt").hasPrefix("The screen has changed."))
    }

    @Test(
        "The browser's own zoom changes neither what is known of the screen nor the letters' size")
    func zoom() throws {
        let browser = try Browser(width: 1_280, height: 800)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 4)
        let size = LogMAR(0.4).letterHeightInMillimetres(at: .fourMetres) * 4
        for zoom in [1, 2, 1.5, 0.9] {
            try browser.zoom(zoom)
            try browser.open(lane.address + "/")
            try browser.wait(until: "!document.getElementById('setup').hidden")
            #expect(abs(try browser.number("devicePixelRatio") - zoom) < 0.01)
            #expect(try browser.text("#size-words").hasPrefix("This screen has been measured"))
            lane.stage.show(.letters([.k, .h], LogMAR(0.4), at: .fourMetres))
            try browser.wait(until: "!document.getElementById('test').hidden")
            try browser.wait(until: "document.querySelectorAll('#chart path').length === 2")
            // Pixels of the screen, as the browser lays it out.
            let height = try browser.number(
                "document.querySelector('#chart path').getBoundingClientRect().height"
                    + " * devicePixelRatio")
            #expect(abs(height - size) < 0.5, "\(height) in place of \(size) at \(zoom)")
            lane.stage.show(.waiting(eye: .right, distance: .fourMetres, chooses: false))
        }
    }

    @Test("The largest optotype that it says stands alone between its bars, and is shown")
    func largestAlone() throws {
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane(
            .waiting(
                eye: .right, distance: .fourMetres, chooses: false,
                offers: SheetOffers(areAlone: true)))
        try lane.open(browser, pixelsPerMillimetre: 3.7)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        try browser.click("#begin")
        guard case .begin(let begin)? = lane.stage.wish(within: 20) else {
            Issue.record("nobody began")
            return
        }
        // Whoever says the distance may sit much nearer than the page was told.
        for (index, metres) in [4, 1, 0.4, 6].enumerated() {
            let here = begin.at(try Distance(metres: metres))
            let presentation = Presentation(
                line: index + 1, size: here.range.largest, letters: [.q], optotypes: .landolt8)
            lane.stage.show(
                .test(
                    TestView(presentation: presentation, places: [.waiting], prompt: .read),
                    distance: here.distance))
            try browser.wait(
                until: "document.querySelector('[data-line=\"\(index + 1)\"]') !== null")
            try browser.wait(until: "document.querySelectorAll('#chart path').length === 2")
            let boxes = try browser.ink().boxes
            let height =
                (boxes.map(\.bottom).max() ?? 0) - (boxes.map(\.top).min() ?? 0) + 1
            let room = try browser.number(
                "document.getElementById('chart').getBoundingClientRect().height * devicePixelRatio"
            )
            #expect(abs(Double(height) - room) <= 2, "\(height) of \(room) at \(metres) m")
        }
    }

    @Test("The smallest letter that it offers is shown, on screens of fine pixels")
    func smallestOffered() throws {
        let view = PatientView.waiting(
            eye: .right, distance: .fortyCentimetres, chooses: false,
            offers: SheetOffers(areAlone: true))
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane(view)
        // Of these a millionth of a millimetre, rounded away, is more than a millionth of a pixel.
        for (index, density) in [10.4, 18.7, 21, 22, 27, 30].enumerated() {
            lane.stage.show(view)
            try lane.open(browser, pixelsPerMillimetre: density)
            try browser.open(lane.address + "/")
            try browser.wait(until: "!document.getElementById('setup').hidden")
            try browser.click("#begin")
            guard case .begin(let begin)? = lane.stage.wish(within: 20) else {
                Issue.record("nobody began")
                return
            }
            let presentation = Presentation(
                line: index + 1, size: begin.range.smallest, letters: [.c])
            lane.stage.show(
                .test(
                    TestView(presentation: presentation, places: [.waiting], prompt: .read),
                    distance: begin.distance))
            try browser.wait(until: "document.getElementById('prompt').innerText !== ''")
            let drawn = try browser.number("document.querySelectorAll('#chart path').length")
            let words = try browser.text("#prompt")
            #expect(drawn == 2, "\(density) to the millimetre: \(words)")
        }
    }

    @Test("It says what the screen can show, and begins with that")
    func limits() throws {
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane(
            .waiting(eye: .right, distance: .fourMetres, chooses: true))
        try lane.open(browser, pixelsPerMillimetre: 2)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        // Ten pixels of 0.5 mm at 4 m: log10(2 atan(2.5 / 4000) / 5') = -0.066.
        #expect(try browser.text("#limits").contains("can show 20/200 to 20/20"))
        #expect(try browser.text("#limits").contains("to -0.07)"))
        // At 40 cm the same letter subtends ten times as much.
        try browser.click("#presets button:nth-child(1)")
        #expect(try browser.text("#limits").contains("can show 20/200 to 20/200"))
        #expect(try browser.text("#limits").contains("to 0.93)"))
        try browser.run(
            """
            const input = document.getElementById('distance');
            input.value = '20';
            input.dispatchEvent(new Event('input'));
            """)
        #expect(try browser.text("#limits").contains("this screen shows no line of the chart"))
        #expect(try browser.holds("document.getElementById('begin').disabled"))
        try browser.click("#presets button:nth-child(3)")
        try browser.run("document.forms.choices.eyes.value = 'left';")
        try browser.click("#begin")
        guard case .begin(let begin)? = lane.stage.wish(within: 20) else {
            Issue.record("nobody began")
            return
        }
        #expect(begin.distance.metres == 3)
        #expect(begin.eyes == [.left])
        #expect(begin.isCalibrated)
        #expect(begin.pixelsPerMillimetre == 2)
        // 1,000 pixels: five letters of 50 mm with their gaps. Those of 20/200 have 44 mm at 3 m, 58 at 4.
        #expect(begin.width == 500)
        #expect(begin.showsAtOnce(Chart(.one).lines[0]))
        #expect(!begin.at(.fourMetres).showsAtOnce(Chart(.one).lines[0]))
        #expect(begin.at(.fourMetres).showsAtOnce(Chart(.one).lines[1]))
        #expect(abs(begin.range.smallest.value - 0.059) < 0.001)
    }

    @Test("A single letter has its crowding bars a letter's width away")
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

    @Test("Black on even white, and nothing moves")
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
                Issue.record("a pixel beside the letters is not white: \(x), \(y)")
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
        #expect(try browser.text("#heard") == "ZD–··")
        // No hint of right and wrong: a letter looks the same whether it was right or not.
        #expect(try browser.number("document.querySelectorAll('#heard *').length") == 0)
    }

    @Test(
        "Begin, and what to do while the screen is measured, are seen without scrolling",
        arguments: [(1_920, 1_080), (1_366, 768), (1_024, 600), (800, 480)])
    func inSight(width: Int, height: Int) throws {
        let browser = try Browser(width: width, height: height)
        try browser.screen(width: width, height: height, scale: 1)
        let lane = try Lane(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        try lane.open(browser, pixelsPerMillimetre: nil)
        func isSeen(_ id: String) throws -> Bool {
            try browser.holds(
                """
                (({ top, bottom, height }) => height > 0 && top >= 0 && bottom <= innerHeight)(
                  document.getElementById('\(id)').getBoundingClientRect())
                """)
        }
        if height >= 600 { #expect(try isSeen("begin")) }
        try browser.run("document.getElementById('calibrate').click();")
        #expect(try isSeen("card-words"))
        if height >= 600 { #expect(try isSeen("calibrated")) }
        try browser.click("#by-ruler")
        #expect(try browser.text("#calibrated") == "Use this length")
        if height >= 600 { #expect(try isSeen("calibrated")) }
        try browser.click("#by-card")
        #expect(try browser.text("#calibrated") == "It fits")
    }

    @Test("Nothing has to be scrolled sideways on a small screen", arguments: [320, 500])
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
        let report = TestReport(
            setup: TestSetup(eye: .right, chart: .one, isCalibrated: false), score: reading.score,
            lettersAskedAgain: 0, duration: .seconds(30), end: .stoppedByPerson)
        try lane.show(
            .result([report], notes: [], date: "2026-01-31", chooses: true), in: browser)
        try fits("result")
        // Right and wrong are told by a stroke and in words too, not by colour alone.
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

    @Test("Letters of a test without lines stand by their size, whose name has room beside them")
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
        let report = TestReport(
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

    @Test("Both eyes with every line, letters wrong in each, print on one page")
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
            return TestReport(
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

    @Test("A test that was begun on a measured screen does not go on on one that was not")
    func unmeasuredAfterLoading() throws {
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3)
        try browser.click("#begin")
        let letters = PatientView.letters([.k, .c], LogMAR(0.8), at: .fourMetres)
        guard case .begin? = lane.stage.wish(within: 60) else {
            Issue.record("nobody began")
            return
        }
        try lane.show(letters, in: browser)
        #expect(try browser.ink().boxes.count == 2)
        // As on another device: nothing is known of its screen.
        try browser.run("localStorage.clear();")
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('test').hidden")
        #expect(try browser.number("document.querySelectorAll('#chart path').length") == 0)
        #expect(try browser.text("#prompt").hasPrefix("The screen has changed."))
    }

    @Test("A mirror lane turns the letters over")
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

    @Test("Directions are also answered with the arrow keys and by a stroke over the screen")
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
        try lane.show(
            .test(
                TestView(presentation: shown, places: [.waiting], prompt: .read),
                distance: .fourMetres), in: browser)
        try browser.press("ArrowLeft")
        try browser.press("ArrowDown")
        try stroke(120, -20)
        try stroke(10, -200)
        // Too short to mean anything.
        try stroke(12, 9)
        try browser.press("ArrowRight")
        var acts: [OperatorAct] = []
        let deadline = Date(timeIntervalSinceNow: 20)
        while acts.count < 5, Date() < deadline {
            if let act = lane.stage.desk.nextAct() { acts.append(act) }
            Thread.sleep(forTimeInterval: 0.01)
        }
        // Requests may pass one another on their way; here only what arrives is of interest.
        let letters = acts.compactMap { act -> Letter? in
            if case .answer(_, let letter) = act { letter } else { nil }
        }
        #expect(letters.map(\.description).sorted() == ["D", "L", "R", "R", "U"])
        #expect(acts.first?.event?.isByHand == true)
    }

    @Test("A device that is not this machine has to know the code")
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
        return utterance.answers.map(\.heard) == ["by hand"] && utterance.isFinal
    }
}
