internal import Acuity
internal import Dialogue
internal import Foundation
internal import Platform
internal import Records
internal import TestBrowser
internal import TestPages

/// Takes the pictures of the pages that the documentation shows.
struct PagePictures {
    let folder: URL

    private static let width = 1_120
    private static let height = 700

    func take() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let lane = try BrowserLane(
            .waiting(eye: .right, distance: .fourMetres, chooses: true), width: Self.width,
            height: Self.height, pixelsPerMillimetre: 3.6)
        let browser = lane.browser
        try save(browser, "setup")
        try browser.run("document.getElementById('calibrate').click();")
        try save(browser, "calibration")
        try browser.click("#calibration-cancel")

        try saveMoon(lane.address)
        let operatorPage = try Browser(width: Self.width, height: Self.height)
        try operatorPage.screen(width: Self.width, height: Self.height, scale: 1)
        try operatorPage.open("\(lane.address)/operator#\(BrowserLane.operatorKey)")
        let report = try test(lane) {
            try save(browser, "test")
            lane.pages.operatorSession.hear(level: -34, noise: -61)
            try operatorPage.wait(
                until: "document.getElementById('level').value === -34")
            try save(operatorPage, "operator")
        }
        lane.pages.show(
            .result(
                [report],
                notes: ["The screen was measured, so the letters had their true size."],
                date: "2026-01-31", chooses: true))
        try browser.wait(until: "!document.getElementById('result').hidden")
        try save(browser, "result")
    }

    /// The moon in a calm sky, and its facts for a place.
    private func saveMoon(_ address: String) throws {
        let browser = try Browser(width: Self.width, height: Self.height)
        try browser.screen(width: Self.width, height: Self.height, scale: 1)
        try browser.open(address + "/moon")
        try browser.wait(until: "document.documentElement.dataset.view === 'camera-step'")
        try browser.click("#skip-camera")
        try browser.run(
            """
            document.getElementById('latitude').value = '47.4';
            document.getElementById('longitude').value = '8.5';
            document.forms['typed-place'].requestSubmit();
            """)
        try browser.wait(until: "document.documentElement.dataset.drawn")
        try save(browser, "moon")
        try browser.click("#show-facts")
        try save(browser, "moon-facts")
    }

    /// A test of somebody who sees 0.2, with a look at its seventh line when two letters of it are
    /// answered.
    private func test(_ lane: BrowserLane, look: () throws -> Void) throws -> TestRecord {
        let setup = TestSetup(eye: .right, chart: .one, isCalibrated: true)
        let operatorSession = lane.pages.operatorSession
        operatorSession.begins(setup, stop: StopRequest())
        return try withoutActuallyEscaping(look) { look in
            let moment = Moment(line: 7, look: look)
            let reader = PromptReader(
                SimulatedObserver(threshold: LogMAR(0.2), givesUpBelow: 0.02, seed: 5))
            var conductor = TestConductor(
                setup: setup,
                procedure: WatchedProcedure(ChartReading(chart: Chart(.one)), hearing: .exact) {
                    operatorSession.estimate($0, interval: $1)
                },
                source: Pausing(reader, moment, lane.browser),
                display: TwoDisplays(
                    WebPatientDisplay(on: lane.pages, distance: .fourMetres), reader),
                observers: [OperatorObserver(operatorSession), moment])
            return try conductor.run()
        }
    }

    private func save(_ browser: Browser, _ name: String) throws {
        try browser.screenshot(isSmall: true).write(
            to: folder.appendingPathComponent(name + ".png"))
    }

    /// Knows when the moment of the picture has come.
    private final class Moment: TestObserver {
        let line: Int
        let look: () throws -> Void
        private(set) var current = 0

        init(line: Int, look: @escaping () throws -> Void) {
            self.line = line
            self.look = look
        }

        func observe(_ event: TestEvent) {
            if case .present(let shown) = event { current = shown.line }
        }
    }

    /// Answers: the first two of a line come alone, and then a picture is taken.
    private final class Pausing: AnswerSource {
        private let source: PromptReader
        private let moment: Moment
        private let browser: Browser
        private var rest: Utterance?

        init(_ source: PromptReader, _ moment: Moment, _ browser: Browser) {
            self.source = source
            self.moment = moment
            self.browser = browser
        }

        func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
            if let rest {
                self.rest = nil
                try browser.wait(
                    until: "document.getElementById('heard').textContent.endsWith('···')")
                try moment.look()
                return .utterance(rest)
            }
            let event = try source.next(awaited)
            guard case .utterance(let utterance) = event, moment.current == moment.line else {
                return event
            }
            rest = Utterance(Array(utterance.answers.dropFirst(2)), isFinal: true)
            return .utterance(Utterance(Array(utterance.answers.prefix(2)), isFinal: false))
        }
    }
}
