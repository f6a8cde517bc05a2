import Acuity
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// The page under colour themes of the system, which people with low vision use.
@Suite("Colour themes", .listening)
struct ThemeTests {
    enum Theme: String, CaseIterable, CustomTestStringConvertible {
        case darkContrast = "dark contrast theme"
        case lightContrast = "light contrast theme"
        case dark = "dark mode"

        var testDescription: String { rawValue }

        func apply(to browser: Browser) throws {
            switch self {
            case .darkContrast:
                try browser.emulate(features: [
                    "forced-colors": "active", "prefers-color-scheme": "dark",
                    "prefers-contrast": "more",
                ])
            case .lightContrast:
                try browser.emulate(features: [
                    "forced-colors": "active", "prefers-color-scheme": "light",
                    "prefers-contrast": "more",
                ])
            case .dark: try browser.emulate(features: ["prefers-color-scheme": "dark"])
            }
        }
    }

    private let lane: Lane
    private let browser: Browser

    init() throws {
        lane = try Lane()
        browser = try Browser(width: 1_000, height: 700)
        try lane.open(browser, pixelsPerMillimetre: 3)
    }

    /// The pixels above the prompt.
    private func letterArea() throws -> [UInt8] {
        let picture = try GrayPicture(png: try browser.screenshot())
        let top = try browser.number(
            "document.getElementById('asking').getBoundingClientRect().top")
        return Array(picture.pixels[..<(Int(top) * picture.width)])
    }

    @Test(
        "Letters and crowding bars are black on white to the pixel in every theme",
        arguments: Theme.allCases)
    func letters(theme: Theme) throws {
        for letters in [[.c, .d, .h, .k, .n], [.h]] as [[Letter]] {
            try lane.show(.letters(letters, LogMAR(0.6), at: .fourMetres), in: browser)
            try browser.emulate()
            let usual = try letterArea()
            #expect(usual.min() == 0 && usual.max() == 255)
            try theme.apply(to: browser)
            #expect(try letterArea() == usual)
            try PageCheck(browser: browser).picture("letters in a \(theme.rawValue)")
        }
    }

    @Test("Without the rule of the style sheet a dark contrast theme hides the letters")
    func withoutTheRule() throws {
        try lane.show(
            .letters([.c, .d, .h, .k, .n], LogMAR(0.6), at: .fourMetres), in: browser)
        let usual = try letterArea()
        try browser.run(
            """
            const sheet = new CSSStyleSheet();
            sheet.replaceSync('#test { forced-color-adjust: auto !important; }');
            document.adoptedStyleSheets = [sheet];
            """)
        try Theme.darkContrast.apply(to: browser)
        #expect(try letterArea() != usual)
    }

    @Test("Begin refuses while the browser darkens pages by itself, and says why")
    func automaticDarkMode() throws {
        try browser.devTools("Emulation.setAutoDarkModeOverride", ["enabled": true])
        try browser.click("#begin")
        #expect(try browser.text("#setup-error").contains("Turn off its automatic dark mode"))
        #expect(lane.pages.nextRequest(within: 0) == nil)
        try browser.devTools("Emulation.setAutoDarkModeOverride", ["enabled": false])
        try browser.click("#begin")
        guard case .begin? = lane.pages.nextRequest(within: 60) else {
            Issue.record("the test did not begin")
            return
        }
    }

    @Test("The shapes for measuring the screen stand out in a dark contrast theme")
    func measuring() throws {
        try Theme.darkContrast.apply(to: browser)
        try browser.click("#calibrate")
        for (button, shape) in [("#by-card", "card"), ("#by-ruler", "bar")] {
            try browser.click(button)
            let picture = try GrayPicture(png: try browser.screenshot())
            let box = "document.getElementById('\(shape)').getBoundingClientRect()"
            let (x, top, bottom) = (
                Int(try browser.number("\(box).left + \(box).width / 2")),
                Int(try browser.number("\(box).top")), Int(try browser.number("\(box).bottom"))
            )
            #expect(picture[x, (top + bottom) / 2] < 140)
            #expect(picture[x, top - 4] == 255 && picture[x, bottom + 4] == 255)
            try PageCheck(browser: browser).picture("\(shape) in a dark contrast theme")
        }
        // The pressed button differs from the other one.
        let color = "getComputedStyle(document.getElementById('by-%')).backgroundColor"
        #expect(
            try browser.holds(
                color.replacing("%", with: "card") + " !== " + color.replacing("%", with: "ruler")))
    }
}
