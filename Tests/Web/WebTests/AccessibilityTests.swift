import Acuity
import Dialogue
import Foundation
import HTTP
import Platform
import Records
import TestBrowser
import TestPages
import TestTraits
import Testing

/// Every page in every state, by the formulas of WCAG 2.2 AA, in a real browser.
@Suite("Accessible pages", .listening)
struct AccessibilityTests {
    /// A window: width and height in pixels of the page, and pixels of the screen to one of those.
    private struct Window: CustomStringConvertible {
        var width: Int
        var height: Int
        var scale: Double = 1

        var description: String { "\(width) x \(height) at \(scale)" }
    }

    /// A monitor; one at 200 % zoom; a telephone; a tablet upright; and the 320 pixels of 1.4.10.
    private static let windows = [
        Window(width: 1_280, height: 800), Window(width: 640, height: 400, scale: 2),
        Window(width: 390, height: 844, scale: 3), Window(width: 768, height: 1_024, scale: 2),
        Window(width: 320, height: 568, scale: 2),
    ]

    private static let waiting = PatientView.waiting(
        eye: .right, distance: .fourMetres, chooses: true,
        offers: StartFormOptions(hearsDistance: true, choosesStart: false))

    /// The views, each with its actions on the page. Made anew each time: of static ones the leak
    /// checker does not see who holds them.
    private static var states: [(name: String, view: PatientView, script: String)] {
        [
            ("sheet", waiting, ""),
            (
                "sheet of directions, with trouble",
                .waiting(
                    eye: .left, distance: .fortyCentimetres, chooses: false,
                    offers: StartFormOptions(asksDirections: true, asksDiagonals: true),
                    trouble: StartFormProblem(
                        words: "The microphone cannot be heard. Please ask for help.",
                        details: "The microphone hw:1 cannot be opened: no such device.")), ""
            ),
            ("measuring by card", waiting, "document.getElementById('calibrate').click();"),
            (
                "measuring by ruler, with an error", waiting,
                """
                document.getElementById('calibrate').click();
                document.getElementById('by-ruler').click();
                document.getElementById('calibrated').click();
                """
            ),
            (
                "a line",
                .letters(
                    [.n, .c, .k, .z, .o], LogMAR(0.1), at: .twoMetres,
                    places: [
                        .heard(.n), .missed, .asked, .waiting, .waiting,
                    ]), ""
            ),
            (
                "a ring of eight directions",
                .test(
                    TestView(
                        presentation: Presentation(
                            line: 9, size: LogMAR(0.2), letters: [.q], optotypes: .landolt8),
                        places: [.heard(.q)], prompt: .read), distance: .twoMetres), ""
            ),
            (
                "a pause",
                .test(
                    TestView(
                        presentation: Presentation(
                            line: 9, size: LogMAR(0.2), letters: [.n, .c, .k, .z, .o]),
                        places: [.heard(.n), .missed, .asked, .waiting, .waiting],
                        prompt: .paused(.silence)), distance: .twoMetres), ""
            ),
            (
                "trouble",
                .test(
                    TestView(
                        presentation: Presentation(line: 9, size: LogMAR(0.2), letters: [.n]),
                        places: [.waiting],
                        prompt: .trouble("The microphone hw:1 is gone (no such device).")),
                    distance: .twoMetres), ""
            ),
            (
                "a start is chosen",
                .choose(
                    Presentation(line: 12, size: LogMAR(0.1), letters: [.n, .c, .k, .z, .o]),
                    number: 12, distance: .twoMetres), ""
            ),
            (
                "a rest",
                .rest(
                    title: "A rest",
                    words:
                        "The first eye is done. Please rest both eyes for a moment. Before the next letters:"
                        + " Cover your right eye. The test goes on by itself.", canGoOn: true), ""
            ),
            (
                "over",
                .over(title: "Aloud has stopped", words: "It was closed on the host computer."), ""
            ),
        ]
    }

    /// The results of two eyes, one of them not measured.
    private func results() throws -> PatientView {
        var reading = ChartReading(chart: Chart(.one))
        for _ in 0..<4 {
            guard let next = reading.next else { break }
            try reading.take(
                next.letters.enumerated().map { index, letter in
                    Answer(next.line < 3 || index < 2 ? .named(letter) : .named(.h))
                })
        }
        func report(_ eye: Eye, _ score: AcuityScore) -> TestRecord {
            TestRecord(
                setup: TestSetup(eye: eye, chart: .one, isCalibrated: false), score: score,
                lettersAskedAgain: 2, duration: .seconds(64), end: .stoppedByPerson)
        }
        return .result(
            [
                report(.right, reading.score),
                report(.left, ChartReading(chart: Chart(.two)).score),
            ], notes: ["Uncalibrated: the screen was not measured."], date: "2026-01-31",
            chooses: true)
    }

    @Test("Every view of the patient's page meets WCAG 2.2 AA", .long)
    func patient() throws {
        let lane = try Lane(Self.waiting)
        let browser = try Browser(width: 1_280, height: 800)
        let check = PageCheck(browser: browser)
        var number = 0
        for window in Self.windows {
            try browser.screen(
                width: window.width, height: window.height, scale: window.scale)
            for (name, view, script) in Self.states + [("results", try results(), "")] {
                lane.pages.show(view)
                number += 1
                try browser.open(lane.address + "/")
                try browser.wait(
                    until: "Number(document.documentElement.dataset.painted) === \(number)")
                try browser.run(script)
                try check.prepare()
                try check.picture("\(name) \(window)")
                for fault in try check.faults() {
                    Issue.record("\(name), \(window): \(fault)")
                }
                guard window.scale == 1 || window.width == 320 else { continue }
                for fault in try check.faultsOfFocus() {
                    Issue.record("\(name), \(window): \(fault)")
                }
                for fault in try check.faultsOfSpacing() {
                    Issue.record("\(name), \(window), spaced: \(fault)")
                }
            }
        }
    }

    @Test("A spoilt page fails each check, axe-core included if available")
    func spoilt() throws {
        let lane = try Lane(Self.waiting)
        let browser = try Browser(width: 1_280, height: 800)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('setup').hidden")
        let check = PageCheck(browser: browser)
        try check.prepare()
        #expect(try check.faults() == [])
        try browser.run(
            """
            [...document.querySelectorAll('h1')].find((title) => title.checkVisibility())
              .style.color = '#ccc';
            document.querySelector('[for="person"]').remove();
            document.getElementById('next').style.minHeight = '30px';
            document.getElementById('next').style.height = '30px';
            """)
        let faults = try check.faults()
        var wanted = ["1.4.3", "3.3.2", "2.5.5", "4.1.2"]
        if ProcessInfo.processInfo.environment["ALOUD_AXE"] != nil {
            wanted += ["axe color-contrast", "axe label"]
        }
        for fault in wanted {
            #expect(faults.contains { $0.hasPrefix(fault) }, "\(fault) in \(faults)")
        }
    }

    @Test("The pairing page and the lost connection meet WCAG 2.2 AA")
    func door() throws {
        let lane = try Lane(Self.waiting, code: "123456")
        let browser = try Browser(width: 320, height: 568)
        try browser.screen(width: 320, height: 568, scale: 2)
        try browser.open(lane.address + "/")
        try browser.wait(until: "!document.getElementById('door').hidden")
        try browser.run(
            "document.getElementById('code').value = '1'; document.forms['door-form'].requestSubmit();"
        )
        try browser.wait(until: "document.getElementById('door-error').innerText !== ''")
        let check = PageCheck(browser: browser)
        try check.prepare()
        #expect(try check.faults() == [])
        #expect(try check.faultsOfFocus() == [])
        #expect(try check.faultsOfSpacing() == [])
        try browser.run(
            """
            document.getElementById('code').value = '123456';
            document.forms['door-form'].requestSubmit();
            """)
        try browser.wait(until: "!document.getElementById('setup').hidden")
        lane.cut()
        try browser.wait(until: "!document.getElementById('connection').hidden")
        #expect(try check.faults() == [])
    }

    @Test("The operator's page meets WCAG 2.2 AA, also while an answer is chosen")
    func operatorSession() throws {
        let key = SecretWord.hexadecimal()
        let lane = try Lane(operatorKey: key)
        let operatorSession = lane.pages.operatorSession
        operatorSession.begins(TestSetup(eye: .right, chart: .one), stop: StopRequest())
        let lines = Chart(.one).lines
        operatorSession.take(.present(lines[0]))
        for position in 0..<5 {
            let heard = HeardAnswer(
                .named(position == 2 ? .v : lines[0].letters[position]),
                heard: "vee", confidence: 0.9)
            operatorSession.take(.answer(line: 1, position: position, heard, clock: 1))
        }
        operatorSession.take(.line(1, right: 4))
        operatorSession.take(.present(lines[1]))
        lane.pages.show(.letters(lines[1].letters, LogMAR(0.9), at: .fourMetres))
        operatorSession.hear(level: -34, noise: -61)
        let browser = try Browser(width: 1_280, height: 800)
        let check = PageCheck(browser: browser)
        for window in Self.windows {
            try browser.screen(
                width: window.width, height: window.height, scale: window.scale)
            try browser.open("about:blank")
            try browser.open("\(lane.address)/operator#\(key)")
            try browser.wait(until: "document.querySelectorAll('#line button').length === 5")
            try browser.run("document.querySelector('#line button').click();")
            try check.prepare()
            try check.picture("operator \(window)")
            for fault in try check.faults() { Issue.record("\(window): \(fault)") }
            guard window.scale == 1 || window.width == 320 else { continue }
            for fault in try check.faultsOfFocus() { Issue.record("\(window): \(fault)") }
            for fault in try check.faultsOfSpacing() { Issue.record("\(window), spaced: \(fault)") }
        }
    }
}

extension Distance {
    fileprivate static let twoMetres = (try? Distance(metres: 2)) ?? .oneMetre
}
