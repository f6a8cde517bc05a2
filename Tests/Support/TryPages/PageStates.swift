internal import Acuity
internal import Dialogue
internal import Foundation
internal import PhoneticMapping
internal import Platform
internal import Records
internal import TestBrowser
internal import TestPages

/// Takes a picture of every page in every state at five sizes, and puts those of a size on one
/// contact sheet.
struct PageStates {
    let folder: URL
    /// The language of the pages, as a code of ISO 639.
    var language = "en"
    /// Media features that the browser reports, such as a dark colour scheme.
    var features: [String: String] = [:]

    /// Looks for pages that scroll sideways instead of taking pictures; nil to take pictures.
    var flow: PageFlow?

    /// The sizes of the window, width and height in pixels of the page.
    var sizes = [(1_366, 768), (1_920, 1_080), (1_024, 600), (390, 844), (820, 1_180)]

    func take() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let lane = try BrowserLane(Self.setUp, width: 1_366, height: 768, pixelsPerMillimetre: nil)
        let browser = lane.browser
        let reports = try PageResults.reports()
        let faint = try contrastStates()
        let results = [
            State(name: "result-one", view: PageResults.view([reports[0]], isMeasured: true)),
            State(
                name: "result-two",
                view: PageResults.view(Array(reports.prefix(2)), isMeasured: true)),
            State(name: "result-three", view: PageResults.view(reports, isMeasured: false)),
            State(name: "result-interrupted", view: try PageResults.interrupted()),
            State(name: "result-full-disk", view: try PageResults.notKept()),
        ]
        for (width, height) in sizes {
            try browser.screen(width: width, height: height, scale: 1)
            try browser.emulate(features: features)
            var names: [String] = []
            for state in states + faint + results {
                lane.pages.show(isMute: state.isMute)
                lane.pages.show(state.view)
                try browser.open(lane.address + "/")
                try prepare(browser, isMeasured: state.isMeasured)
                try browser.open(lane.address + "/")
                try browser.wait(until: "document.documentElement.dataset.painted !== undefined")
                try browser.run(state.script)
                try save(browser, state.name, width, height, &names)
            }
            try operatorPages(lane, width, height, &names)
            try devicePages(width, height, &names)
            try moonPages(lane, width, height, &names)
            try blocked(width, height, &names)
            try door(width, height, &names)
            try lost(width, height, &names)
            try ClinicStates(states: self).take(width, height, &names)
            lane.pages.show(Self.setUp)
            try browser.open(lane.address + "/")
            if flow == nil { try sheet(names, width, height) }
        }
        if flow == nil { try printed(lane) }
    }

    /// The result and the operator's page on paper.
    private func printed(_ lane: BrowserLane) throws {
        let browser = lane.browser
        let reports = try PageResults.reports()
        for count in 1...3 {
            lane.pages.show(PageResults.view(Array(reports.prefix(count)), isMeasured: count < 3))
            try browser.open(lane.address + "/")
            try browser.wait(until: "!document.getElementById('result').hidden")
            try keep(try browser.printed(), "print-result-\(count).pdf")
        }
        try browser.open("\(lane.address)/operator#\(BrowserLane.operatorKey)")
        try browser.wait(until: "document.querySelectorAll('#results .card').length === 3")
        try keep(try browser.printed(), "print-operator.pdf")
    }

    /// Keeps a file.
    func keep(_ data: Data, _ name: String) throws {
        try data.write(to: folder.appendingPathComponent(name))
    }

    /// A browser that knows its screen, or does not.
    func prepare(_ browser: Browser, isMeasured: Bool) throws {
        let screen = "document.documentElement.dataset.screen"
        try browser.wait(until: "\(screen) !== undefined")
        try browser.run(
            """
            localStorage.clear();
            localStorage.setItem('language', '\(language)');
            if (\(isMeasured)) {
              localStorage.setItem(\(screen), '3.6');
              localStorage.setItem(\(screen) + ' at', String(Date.now() - 12 * 864e5));
            }
            """)
    }

    private func operatorPages(
        _ lane: BrowserLane, _ width: Int, _ height: Int, _ names: inout [String]
    ) throws {
        let browser = try Browser(width: width, height: height)
        try browser.screen(width: width, height: height, scale: 1)
        try browser.emulate(features: features)
        let session = lane.pages.operatorSession
        lane.pages.show(Self.setUp)
        try browser.open("\(lane.address)/operator#\(BrowserLane.operatorKey)")
        try browser.run("localStorage.setItem('language', '\(language)');")
        try browser.open("about:blank")
        try browser.open("\(lane.address)/operator#\(BrowserLane.operatorKey)")
        try browser.wait(until: "document.getElementById('phase').textContent !== ''")
        // A browser without a screen has no mouse, and hides the keys.
        if width > 1_000 {
            try browser.run(
                "document.head.append(Object.assign(document.createElement('style'),"
                    + " { textContent: '.controls .key { display: inline-block !important }' }));")
        }
        try save(browser, "operator-waiting", width, height, &names)
        lane.pages.show(isMute: true)
        try browser.wait(until: "document.getElementById('mute').textContent !== ''")
        try save(browser, "operator-no-loudspeaker", width, height, &names)
        lane.pages.show(isMute: false)
        try browser.wait(until: "document.getElementById('mute').textContent === ''")
        session.begins(TestSetup(eye: .right, chart: .one), stop: StopRequest())
        for (number, line) in Chart(.one).lines.prefix(3).enumerated() {
            session.take(.present(line))
            for position in 0..<(number == 2 ? 2 : 5) {
                let letter = position == 1 ? Letter.h : line.letters[position]
                session.take(
                    .answer(
                        line: line.line, position: position,
                        HeardAnswer(.named(letter), heard: "aitch", confidence: 0.9), clock: 1))
                let half = 0.5 / Double(number * 5 + position + 1)
                session.estimate(LogMAR(0.3), interval: LogMAR(0.3 - half)...LogMAR(0.3 + half))
            }
            if number < 2 { session.take(.line(line.line, right: 4)) }
        }
        lane.pages.show(
            .test(
                TestView(
                    presentation: Chart(.one).lines[2],
                    places: Chart(.one).lines[2].letters.map { _ in .waiting }, prompt: .read),
                distance: .fourMetres))
        session.hear(level: -34, noise: -61)
        try browser.wait(until: "document.querySelectorAll('#line button').length === 5")
        try browser.wait(until: "document.getElementById('level').value === -34")
        try save(browser, "operator-test", width, height, &names)
        try browser.run("document.querySelectorAll('#line button')[1].click();")
        try save(browser, "operator-override", width, height, &names)
        lane.pages.show(
            PageResults.view(Array(try PageResults.reports().prefix(2)), isMeasured: true))
        try browser.wait(until: "document.querySelectorAll('#results .card').length === 2")
        try save(browser, "operator-result", width, height, &names)
    }

    /// The page of a device that is not paired.
    private func door(_ width: Int, _ height: Int, _ names: inout [String]) throws {
        let lane = try BrowserLane(
            Self.setUp, width: width, height: height, pixelsPerMillimetre: nil, code: "123456")
        try lane.browser.emulate(features: features)
        try lane.browser.run("localStorage.setItem('language', '\(language)');")
        try lane.browser.open(lane.address + "/")
        try lane.browser.wait(until: "!document.getElementById('door').hidden")
        try save(lane.browser, "pairing", width, height, &names)
    }

    /// The set-up and a test when their server is gone.
    private func lost(_ width: Int, _ height: Int, _ names: inout [String]) throws {
        let lane = try BrowserLane(
            Self.setUp, width: width, height: height, pixelsPerMillimetre: 3.6)
        let browser = lane.browser
        try browser.emulate(features: features)
        try browser.run("localStorage.setItem('language', '\(language)');")
        try browser.open(lane.address + "/")
        try browser.wait(until: "document.documentElement.dataset.painted !== undefined")
        lane.cut()
        try browser.wait(until: "!document.getElementById('connection').hidden")
        try save(browser, "server-lost", width, height, &names)
        try browser.wait(until: "!document.getElementById('lost').hidden")
        try save(browser, "server-gone", width, height, &names)
    }

    func save(
        _ browser: Browser, _ name: String, _ width: Int, _ height: Int, _ names: inout [String]
    ) throws {
        // Fonts arrive after the first paint.
        try browser.run("return document.fonts.ready.then(() => true);")
        if let flow { return try flow.look(at: browser, name) }
        let file = "\(name)-\(width)x\(height).png"
        try browser.screenshot(isSmall: true).write(to: folder.appendingPathComponent(file))
        names.append(file)
    }

    /// All pictures of one size on one sheet.
    private func sheet(_ names: [String], _ width: Int, _ height: Int) throws {
        let columns = width > height ? 4 : 8
        let cell = width > height ? 480 : 240
        let pictures = names.map { name in
            "<figure><img src='\(name)' width='\(cell)'><figcaption>\(name)</figcaption></figure>"
        }
        let page = """
            <!doctype html><meta charset="utf-8"><style>body { margin: 8px; background: #888;
            display: grid; grid-template-columns: repeat(\(columns), \(cell)px); gap: 8px; }
            figure { margin: 0 } figcaption { font: 12px sans-serif }</style>\(pictures.joined())
            """
        let file = folder.appendingPathComponent("sheet-\(width)x\(height).html")
        try Data(page.utf8).write(to: file)
        let rows = (names.count + columns - 1) / columns
        let tall = rows * (cell * height / width + 26) + 16
        let browser = try Browser(width: columns * (cell + 8) + 8, height: tall)
        try browser.screen(width: columns * (cell + 8) + 8, height: tall, scale: 1)
        try browser.open(file.absoluteString)
        try browser.screenshot(isSmall: true).write(
            to: folder.appendingPathComponent("sheet-\(width)x\(height).png"))
    }
}
