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

/// Pages compared with kept pictures, so that no change spoils one unseen.
@Suite("Kept pictures of pages", .listening)
struct KeptPictureTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Pictures")

    /// The side of a square whose mean brightness is compared, pixels: text that moves by a pixel
    /// changes little of it.
    private static let square = 20
    /// A difference in brightness that counts, of 255.
    private static let tolerance = 12.0
    /// The share of the squares with something in them that may differ.
    private static let mostDifferent = 0.1

    /// Compares the page with the kept picture, and then a spoilt page, which has to differ. With the
    /// variable ALOUD_KEEP_PICTURES the page replaces its picture. A missing picture is a failure.
    ///
    /// - Parameter spoiling: a script that spoils the page.
    private func compare(_ browser: Browser, with name: String, spoiling: String) throws {
        try browser.run(
            "document.activeElement?.blur(); return document.fonts.ready.then(() => true);")
        let file = Self.folder.appending(path: name + ".png")
        let png = try browser.screenshot(isSmall: true)
        if ProcessInfo.processInfo.environment["ALOUD_KEEP_PICTURES"] != nil {
            try FileManager.default.createDirectory(
                at: Self.folder, withIntermediateDirectories: true)
            try png.write(to: file)
        }
        let kept = try GrayPicture(png: try Data(contentsOf: file))
        let share = Self.difference(kept, try GrayPicture(png: png))
        #expect(
            share <= Self.mostDifferent,
            "\(name): \(share) of it differs; if this is meant, run with ALOUD_KEEP_PICTURES=1")
        try browser.run(spoiling)
        let spoilt = Self.difference(
            kept, try GrayPicture(png: try browser.screenshot(isSmall: true)))
        #expect(spoilt > Self.mostDifferent, "\(name) when spoilt: \(spoilt)")
    }

    /// The share of the squares with something in them, in either picture, that differ.
    private static func difference(_ one: GrayPicture, _ other: GrayPicture) -> Double {
        guard one.width == other.width, one.height == other.height else { return 1 }
        let pairs = Array(zip(squares(one), squares(other)))
        var counts: [Int: Int] = [:]
        for (mean, _) in pairs { counts[Int(mean), default: 0] += 1 }
        let ground = Double(counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 255)
        let filled = pairs.filter { pair in
            [pair.0, pair.1].contains { abs($0 - ground) > tolerance }
        }
        let different = filled.count { abs($0 - $1) > tolerance }
        return Double(different) / Double(max(1, filled.count))
    }

    /// The mean brightness of each square.
    private static func squares(_ picture: GrayPicture) -> [Double] {
        var means: [Double] = []
        for top in stride(from: 0, to: picture.height - square + 1, by: square) {
            for left in stride(from: 0, to: picture.width - square + 1, by: square) {
                var sum = 0
                for y in top..<top + square {
                    for x in left..<left + square { sum += Int(picture[x, y]) }
                }
                means.append(Double(sum) / Double(square * square))
            }
        }
        return means
    }

    private static var result: PatientView {
        get throws {
            let reports = try [Eye.right, .left].map { eye in
                var reading = ChartReading(chart: Chart(eye == .right ? .one : .two))
                while let shown = reading.next {
                    try reading.take(
                        shown.letters.enumerated().map { index, letter in
                            Answer(shown.line < 7 || index < 2 ? .named(letter) : .missed)
                        })
                }
                return TestRecord(
                    setup: TestSetup(
                        eye: eye, chart: eye == .right ? .one : .two, isCalibrated: true),
                    score: reading.score, lettersAskedAgain: 2, duration: .seconds(64),
                    end: .finished(.stopRuleMet),
                    estimate: AcuityEstimate(
                        logMAR: LogMAR(0.4), median: LogMAR(0.4),
                        interval95: LogMAR(0.33)...LogMAR(0.48), letters: 45))
            }
            return .result(
                reports, notes: ["At 4 m this screen can show letters from logMAR 1.00 to -0.30."],
                date: "2026-01-31, 10:20", chooses: true)
        }
    }

    /// A browser with a window of a size.
    private func browser(_ width: Int, _ height: Int) throws -> Browser {
        let browser = try Browser(width: width, height: height)
        try browser.screen(width: width, height: height, scale: 1)
        return browser
    }

    @Test("The result of both eyes matches its picture")
    func result() throws {
        let browser = try browser(1_366, 768)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: nil)
        try lane.show(try Self.result, in: browser)
        try compare(
            browser, with: "result", spoiling: "document.querySelector('.report').remove();")
    }

    @Test("The printed result matches its picture")
    func paper() throws {
        // A4 without its margins, at the 96 pixels to an inch of CSS.
        let browser = try browser(688, 1_017)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: nil)
        try lane.show(try Self.result, in: browser)
        try browser.emulate(medium: "print")
        try compare(
            browser, with: "paper",
            spoiling: "document.getElementById('about').style.display = 'block';")
    }

    @Test("The operator's page matches its picture")
    func operatorPage() throws {
        let key = SecretWord.hexadecimal()
        let lane = try Lane(operatorKey: key)
        let session = lane.pages.operatorSession
        session.begins(TestSetup(eye: .right, chart: .one), stop: StopRequest())
        let lines = Chart(.one).lines
        for (number, line) in lines.prefix(2).enumerated() {
            session.take(.present(line))
            for position in 0..<(number == 1 ? 2 : 5) {
                let letter = position == 1 ? Letter.h : line.letters[position]
                session.take(
                    .answer(
                        line: line.line, position: position,
                        HeardAnswer(.named(letter), heard: "aitch", confidence: 0.9), clock: 1))
                let half = 0.5 / Double(number * 5 + position + 1)
                session.estimate(LogMAR(0.3), interval: LogMAR(0.3 - half)...LogMAR(0.3 + half))
            }
            if number == 0 { session.take(.line(line.line, right: 4)) }
        }
        lane.pages.show(.letters(lines[1].letters, LogMAR(0.9), at: .fourMetres))
        session.hear(level: -34, noise: -61)
        let browser = try browser(1_024, 700)
        try browser.open("\(lane.address)/operator#\(key)")
        try browser.wait(until: "document.querySelectorAll('#line button').length === 5")
        try browser.wait(until: "document.getElementById('level').value === -34")
        try compare(
            browser, with: "operator",
            spoiling: "document.querySelector('.measures').style.order = -1;"
                + "document.getElementById('desk').style.gridTemplateAreas = 'none';")
    }

    @Test("The first question matches its picture")
    func setUp() throws {
        let browser = try browser(1_024, 600)
        let lane = try Lane(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        try lane.open(browser, pixelsPerMillimetre: nil)
        try browser.click("#eyes .tile")
        try compare(
            browser, with: "eyes",
            spoiling: "document.querySelector('#eyes .tiles').style.display = 'block';")
    }

    @Test("A line of letters matches its picture")
    func line() throws {
        let browser = try browser(1_366, 768)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try lane.show(
            .letters(
                [.d, .k, .s, .n, .v], LogMAR(0.5), at: .fourMetres,
                places: [.heard(.d), .missed, .waiting, .waiting, .waiting]), in: browser)
        try compare(
            browser, with: "line",
            spoiling: "document.getElementById('chart').style.translate = '0 24px';")
    }

    @Test(
        "No page is larger than 355 kB in any language, fonts included",
        arguments: ["en", "de", "es", "fr", "hi"])
    func size(language: String) throws {
        let key = "00112233445566778899aabbccddeeff"
        let lane = try Lane(operatorKey: key)
        let browser = try Browser(width: 1_000, height: 700)
        for path in ["/", "/operator#" + key, "/moon"] {
            try browser.open(lane.address + path)
            try browser.run("localStorage.setItem('language', '\(language)');")
            try browser.open("about:blank")
            try browser.open(lane.address + path)
            try browser.wait(until: "document.documentElement.lang === '\(language)'")
            try browser.run("return document.fonts.ready.then(() => true);")
            let bytes = try browser.number(
                """
                [...performance.getEntriesByType('navigation'),
                  ...performance.getEntriesByType('resource')]
                  .reduce((sum, entry) => sum + entry.decodedBodySize, 0)
                """)
            #expect(bytes > 50_000 && bytes < 355_000, "\(path) in \(language): \(bytes)")
        }
    }
}
