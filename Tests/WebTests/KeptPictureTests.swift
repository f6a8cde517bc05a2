import Acuity
import Dialogue
import Foundation
import Records
import TestBrowser
import TestPages
import Testing

/// Pages compared with kept pictures, so that no change spoils one unseen.
@Suite("Kept pictures of pages", .timeLimit(.minutes(60)))
struct KeptPictureTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Pictures")

    /// The side of a square whose mean brightness is compared, pixels: text that moves by a pixel
    /// changes little of it.
    private static let square = 20
    /// A difference in brightness that counts, of 255.
    private static let tolerance = 12.0
    /// The share of squares that may differ.
    private static let mostDifferent = 0.02

    /// Whether there is a kept picture, or one is to be kept now.
    private static func isKept(_ name: String) -> Bool {
        ProcessInfo.processInfo.environment["ALOUD_KEEP_PICTURES"] != nil
            || FileManager.default.fileExists(atPath: folder.appending(path: name + ".png").path)
    }

    /// Compares the page with the kept picture. Where the variable ALOUD_KEEP_PICTURES is set, it
    /// is kept in its place.
    private func compare(_ browser: Browser, with name: String) throws {
        try browser.run(
            "document.activeElement?.blur(); return document.fonts.ready.then(() => true);")
        let file = Self.folder.appending(path: name + ".png")
        let png = try browser.screenshot(isSmall: true)
        if ProcessInfo.processInfo.environment["ALOUD_KEEP_PICTURES"] != nil {
            try FileManager.default.createDirectory(
                at: Self.folder, withIntermediateDirectories: true)
            try png.write(to: file)
        }
        let (kept, now) = (
            try GrayPicture(png: try Data(contentsOf: file)), try GrayPicture(png: png)
        )
        #expect(kept.width == now.width && kept.height == now.height)
        guard kept.width == now.width, kept.height == now.height else { return }
        let (one, two) = (Self.squares(kept), Self.squares(now))
        let different = zip(one, two).count { abs($0 - $1) > Self.tolerance }
        let share = Double(different) / Double(one.count)
        #expect(
            share <= Self.mostDifferent,
            "\(name): \(different) of \(one.count) squares differ; if this is meant, run with ALOUD_KEEP_PICTURES=1"
        )
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

    @Test("The result of both eyes looks as it did", .enabled(if: isKept("result")))
    func result() throws {
        let browser = try Browser(width: 1_366, height: 768)
        try browser.screen(width: 1_366, height: 768, scale: 1)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: nil)
        try lane.show(try Self.result, in: browser)
        try compare(browser, with: "result")
        // A test that cannot fail would be no test: without its style the page differs.
        let file = Self.folder.appending(path: "result.png")
        try browser.run("document.querySelectorAll('.card').forEach((one) => one.remove());")
        let spoilt = Self.squares(try GrayPicture(png: try browser.screenshot()))
        let kept = Self.squares(try GrayPicture(png: try Data(contentsOf: file)))
        let different = zip(kept, spoilt).count { abs($0 - $1) > Self.tolerance }
        #expect(Double(different) / Double(kept.count) > Self.mostDifferent)
    }

    @Test("The first question looks as it did", .enabled(if: isKept("eyes")))
    func setUp() throws {
        let browser = try Browser(width: 1_024, height: 600)
        try browser.screen(width: 1_024, height: 600, scale: 1)
        let lane = try Lane(.waiting(eye: .right, distance: .fourMetres, chooses: true))
        try lane.open(browser, pixelsPerMillimetre: nil)
        try browser.click("#eyes .tile")
        try compare(browser, with: "eyes")
    }

    @Test("A line of letters looks as it did", .enabled(if: isKept("line")))
    func line() throws {
        let browser = try Browser(width: 1_366, height: 768)
        try browser.screen(width: 1_366, height: 768, scale: 1)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try lane.show(
            .letters(
                [.d, .k, .s, .n, .v], LogMAR(0.5), at: .fourMetres,
                places: [.heard(.d), .missed, .waiting, .waiting, .waiting]), in: browser)
        try compare(browser, with: "line")
    }

    @Test("No page is larger than 300 kB, and no page in Hindi than 315 kB, fonts included")
    func size() throws {
        let lane = try Lane(operatorKey: "00112233445566778899aabbccddeeff")
        for (path, language) in [
            ("/", "en"), ("/", "de"), ("/", "hi"),
            ("/operator#00112233445566778899aabbccddeeff", "hi"), ("/moon", "hi"),
        ] {
            let browser = try Browser(width: 1_000, height: 700)
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
            #expect(
                bytes > 50_000 && bytes < (language == "hi" ? 315_000 : 300_000),
                "\(path) in \(language): \(bytes)")
        }
    }
}
