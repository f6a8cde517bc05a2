import Acuity
import Contrast
import Dialogue
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// Faint letters and the measurement of greys, in a real browser.
@Suite("Faint letters on a page", .listening, .serialized)
struct FaintLetterTests {
    private func view(_ grey: ScreenGrey, _ contrasts: [Double]) -> PatientView {
        let shown = Presentation(
            line: 1, size: ContrastTest.letterSize, letters: [.c, .h, .z]
        ).shown(in: LetterContrasts(contrasts.map { LogCS($0) }, isMeasured: true))
        var view = TestView(
            presentation: shown, places: shown.letters.map { _ in .waiting }, prompt: .read)
        view.grey = grey
        return .test(view, distance: .oneMetre)
    }

    /// A screen as a photometer sees it: the luminance of each level relative to that of white.
    struct Screen: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The luminance of black, relative to that of white.
        var black = 0.003
        /// The signal of a level of 0...1, without black.
        var signal: @Sendable (Double) -> Double

        func luminance(_ level: Double) -> Double { black + (1 - black) * signal(level / 255) }

        /// The grey measured by an eye whose error is less than a level.
        func measured() throws -> ScreenGrey {
            func match(_ one: Double, _ other: Double) -> Double {
                let wanted = (luminance(one) + luminance(other)) / 2
                let levels = (1...254).map { Double($0) }
                return levels.min { abs(luminance($0) - wanted) < abs(luminance($1) - wanted) } ?? 1
            }
            let half = match(0, 255)
            let round = GreyMatching.Round(
                half: half, quarter: match(0, half), threeQuarters: match(half, 255))
            let found = try GreyMatching(rounds: [round, round, round]).gamma()
            return ScreenGrey(gamma: found.gamma, deviation: found.deviation)
        }
    }

    /// Screens of a power law, and one of sRGB (IEC 61966-2-1).
    static let screens: [Screen] =
        [1.8, 2.2, 2.4].map { gamma in
            Screen(testDescription: "gamma \(gamma)") { pow($0, gamma) }
        } + [
            Screen(testDescription: "sRGB") {
                $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
            }
        ]

    /// A photometer in front of the screen: it measures the mean luminance of the pixels of each
    /// letter. A black letter shows first which pixels these are.
    @Test("letters have their contrast on a screenshot", arguments: [1.0, 2.0])
    func screenshot(scale: Double) throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_366, height: 768, scale: scale, isWhole: true)
        try lane.open(browser, pixelsPerMillimetre: 3.6 * scale)
        try browser.reload()
        try browser.wait(until: "document.documentElement.dataset.painted !== undefined")
        for screen in scale == 1 ? Self.screens : [Self.screens[1]] {
            let grey = try screen.measured()
            let black = try picture(of: [0, 0, 0], on: grey, lane, browser)
            #expect(black[2, 2] == UInt8(grey.ground))
            let letters = Self.letters(in: black, ground: UInt8(grey.ground))
            #expect(letters.count == 3)
            let ground = screen.luminance(Double(grey.ground))
            for contrasts in [[0, 0.3, 0.6], [0.9, 1.2, 1.5], [1.8, 2.0, 2.2]] {
                let faint = try picture(of: contrasts, on: grey, lane, browser)
                for (pixels, contrast) in zip(letters, contrasts) {
                    let luminance = pixels.reduce(0) {
                        $0 + screen.luminance(Double(faint[$1.x, $1.y]))
                    }
                    let drawn = -log10(1 - luminance / Double(pixels.count) / ground)
                    #expect(
                        abs(drawn - contrast) < 0.02,
                        "\(screen.testDescription): asked \(contrast), drawn \(drawn)")
                }
            }
        }
        // Letters fainter than the screen's floor are never drawn.
        let coarse = ScreenGrey(gamma: 2.2, deviation: 0, step: 2)
        lane.pages.show(view(coarse, [1, 1, coarse.floor.value + 0.05]))
        try browser.wait(until: "document.getElementById('faint').hidden")
        lane.pages.show(view(coarse, [1, 1, coarse.floor.value]))
        try browser.wait(until: "!document.getElementById('faint').hidden")
        // On another screen, and at another zoom, the letters disappear, and the page says what to
        // do.
        var moved = view(coarse, [1, 1, 1])
        if case .test(var inner, let distance) = moved {
            inner.screenName = "screen 10x10"
            moved = .test(inner, distance: distance)
        }
        lane.pages.show(moved)
        try browser.wait(
            until: "document.getElementById('prompt').textContent.includes('Move it back')")
        #expect(try browser.holds("document.getElementById('faint').hidden"))
        lane.pages.show(view(coarse, [1, 1, 1]))
        try browser.wait(until: "!document.getElementById('faint').hidden")
        try browser.zoom(1.25)
        try browser.open(lane.address + "/")
        try browser.wait(until: "document.documentElement.dataset.painted !== undefined")
        #expect(try browser.holds("document.getElementById('faint').hidden"))
        #expect(try browser.text("#prompt").contains("100 %"))
    }

    @Test("a fractional scale shows no letters and measures no greys")
    func brokenScale() throws {
        let lane = try Lane(
            .waiting(
                eye: .right, distance: .oneMetre, chooses: false,
                offers: StartFormOptions(measuresContrast: true)))
        let browser = try Browser(width: 1_366, height: 768, scale: 1.5)
        try lane.open(browser, pixelsPerMillimetre: 5.4)
        try browser.reload()
        try browser.wait(until: "document.documentElement.dataset.painted !== undefined")
        try browser.wait(until: "document.getElementById('measure-greys').checkVisibility()")
        try browser.click("#measure-greys")
        try browser.wait(until: "document.getElementById('grey-start').checkVisibility()")
        try browser.click("#grey-start")
        #expect(try browser.text("#grey-before-error").contains("100 %"))
        #expect(try browser.holds("document.getElementById('grey-task').hidden"))
        lane.pages.show(view(ScreenGrey(gamma: 2.2, deviation: 0), [1, 1, 1]))
        try browser.wait(until: "document.getElementById('prompt').textContent.includes('100 %')")
        #expect(try browser.holds("document.getElementById('faint').hidden"))
    }

    /// A screen of 6 bits shows every fourth level, so that single levels, and pairs, look alike.
    @Test("a screen of 6 bits is refused, and HDR is warned of", arguments: [235, 205])
    func sixBits(ground: Int) throws {
        let lane = try Lane(
            .waiting(
                eye: .right, distance: .oneMetre, chooses: false,
                offers: StartFormOptions(measuresContrast: true)))
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try browser.reload()
        try browser.wait(until: "document.documentElement.dataset.painted !== undefined")
        try browser.run(
            """
            const usual = matchMedia.bind(window);
            window.matchMedia = (query) => (
              query === '(dynamic-range: high)' ? { matches: true } : usual(query));
            """)
        try browser.wait(until: "document.getElementById('measure-greys').checkVisibility()")
        try browser.click("#measure-greys")
        try browser.wait(until: "document.getElementById('grey-start').checkVisibility()")
        #expect(try browser.text("#grey-before-error").contains("HDR"))
        try browser.click("#grey-start")
        for _ in 0..<24 {
            guard try browser.holds("!document.getElementById('grey-task').hidden") else { break }
            // The eye sees the levels of the panel; the lightest grounds look alike to it if the ground
            // is to be a lower one.
            try browser.run(
                """
                const field = document.getElementById('grey-field');
                const { width, height } = field;
                const shown = (level) => (level > \(ground) + 6 ? 255 : Math.round(level * 63 / 255));
                const at = (place) => shown(field.getContext('2d')
                  .getImageData(width * (place + 0.5) / 4, height / 2, 1, 1).data[0]);
                const edge = shown(field.getContext('2d').getImageData(0, 0, 1, 1).data[0]);
                const place = [0, 1, 2, 3].find((one) => at(one) !== edge);
                (place === undefined ? document.getElementById('grey-none')
                  : document.querySelectorAll('#grey-places button')[place]).click();
                """)
        }
        try browser.wait(until: "document.getElementById('grey-error').textContent !== ''")
        #expect(try browser.text("#grey-error").contains("left levels out"))
        #expect(try browser.holds("document.getElementById('grey-use').hidden"))
        // Greys of an older measurement on such a screen do not begin a test.
        try browser.run(
            """
            localStorage.setItem(`${document.documentElement.dataset.screen} grey`, JSON.stringify({
              gamma: 2.2, deviation: 0.02, ground: 235, step: 4, time: Date.now() / 1000 }));
            """)
        try browser.reload()
        try browser.wait(until: "document.getElementById('setup')?.dataset.step === 'greys'")
        #expect(try browser.holds("document.getElementById('next').hidden"))
    }

    private func picture(
        of contrasts: [Double], on grey: ScreenGrey, _ lane: Lane, _ browser: Browser
    ) throws -> GrayPicture {
        let before =
            try browser.run("return document.documentElement.dataset.painted;")
            as? String ?? ""
        lane.pages.show(view(grey, contrasts))
        try browser.wait(
            until: "document.documentElement.dataset.painted !== '\(before)'"
                + " && !document.getElementById('faint').hidden")
        return try GrayPicture(png: browser.screenshot())
    }

    /// The pixels of each letter in the upper part of a picture, from left to right: columns with black
    /// pixels side by side are of one letter.
    private static func letters(in picture: GrayPicture, ground: UInt8) -> [[(x: Int, y: Int)]] {
        var letters: [[(x: Int, y: Int)]] = []
        var last = -2
        for x in 0..<picture.width {
            let column = (0..<picture.height * 3 / 5).filter { picture[x, $0] == 0 }
            guard !column.isEmpty else { continue }
            if x > last + 1 { letters.append([]) }
            letters[letters.count - 1] += column.map { (x, $0) }
            last = x
        }
        return letters
    }

    @Test("contrast can be chosen at a lane that measures acuity") func choice() throws {
        let lane = try Lane(
            .waiting(
                eye: .right, distance: .oneMetre, chooses: true,
                offers: StartFormOptions(offersContrast: true)))
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try browser.reload()
        try browser.wait(until: "document.documentElement.dataset.painted !== undefined")
        let walk = """
            for (let count = 0; count < 9; count += 1) {
              if (document.getElementById('setup').dataset.step === 'start') break;
              document.getElementById('next').click();
            }
            """
        try browser.run(walk)
        // The choice leads to the greys, without which there is no test.
        try browser.click("#by-contrast")
        try browser.wait(until: "document.getElementById('setup').dataset.step === 'greys'")
        try browser.run(
            """
            localStorage.setItem(`${document.documentElement.dataset.screen} grey`, JSON.stringify({
              gamma: 2.2, deviation: 0.02, ground: 235, step: 1, time: Date.now() / 1000 }));
            dispatchEvent(new Event('resize'));
            """ + walk)
        try browser.click("#begin")
        let begun = try #require(try begin(lane))
        #expect(begun.measuresContrast)
        #expect(begun.grey?.ground == 235)
    }

    private func begin(_ lane: Lane) throws -> BeginRequest? {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            if case .begin(let begin)? = lane.pages.nextRequest(within: 0.1) { return begin }
        }
        return nil
    }

    @Test("the greys are measured by matching, and a test begins with them") func greys() throws {
        let lane = try Lane(
            .waiting(
                eye: .right, distance: .oneMetre, chooses: false,
                offers: StartFormOptions(measuresContrast: true)))
        let browser = try Browser(width: 1_366, height: 768)
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try browser.reload()
        try browser.wait(until: "document.documentElement.dataset.painted !== undefined")
        try browser.wait(until: "!document.getElementById('measure-greys').closest('.step').hidden")
        #expect(try browser.holds("document.getElementById('next').hidden"))
        try browser.click("#measure-greys")
        try browser.wait(until: "document.getElementById('grey-start').checkVisibility()")
        try browser.click("#grey-start")
        // An eye that sees every patch: it reads the canvas.
        for _ in 0..<6 {
            try browser.run(
                """
                const field = document.getElementById('grey-field');
                const { width, height } = field;
                const at = (place) => field.getContext('2d')
                  .getImageData(width * (place + 0.5) / 4, height / 2, 1, 1).data[0];
                const edge = field.getContext('2d').getImageData(0, 0, 1, 1).data[0];
                const place = [0, 1, 2, 3].find((one) => at(one) !== edge);
                document.querySelectorAll('#grey-places button')[place].click();
                """)
        }
        // A screen of gamma 2.2.
        for _ in 0..<3 {
            for level in [186, 136, 224] {
                try browser.run(
                    """
                    document.getElementById('grey-slider').value = '\(level)';
                    document.getElementById('grey-alike').click();
                    """)
            }
        }
        try browser.wait(until: "!document.getElementById('grey-use').hidden")
        #expect(try browser.text("#grey-result").contains("2.2"))
        try browser.click("#grey-use")
        try browser.wait(until: "!document.getElementById('begin').hidden")
        #expect(try browser.holds("!document.getElementById('begin').disabled"))
        #expect(try browser.text("#summary").contains("Greys measured"))
        try browser.click("#begin")
        let begun = try begin(lane)
        let grey = try #require(begun?.grey)
        #expect(abs(grey.gamma - 2.2) < 0.05)
        #expect(grey.ground == 235 && grey.step == 1)
        #expect(begun?.isZoomed == false)
    }
}
