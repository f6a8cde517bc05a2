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

    /// A photometer before the screen: the mean luminance of the pixels of each letter, which a black
    /// letter has shown before.
    @Test("letters have their contrast on a screenshot", arguments: [1.0, 2.0])
    func screenshot(scale: Double) throws {
        let lane = try Lane()
        let browser = try Browser(width: 1_366, height: 768, scale: scale)
        try lane.open(browser, pixelsPerMillimetre: 3.6 * scale)
        try browser.reload()
        try browser.wait(until: "document.documentElement.dataset.painted !== undefined")
        for gamma in [1.8, 2.2, 2.4] {
            let grey = ScreenGrey(gamma: gamma, deviation: 0)
            let black = try picture(of: [0, 0, 0], on: grey, lane, browser)
            #expect(black[2, 2] == UInt8(grey.ground))
            let letters = Self.letters(in: black, ground: UInt8(grey.ground))
            #expect(letters.count == 3)
            for contrasts in [[0.3, 0.6, 1.2], [1.5, 1.8, 2.0], [1.65, 1.95, 2.2]] {
                let faint = try picture(of: contrasts, on: grey, lane, browser)
                for (pixels, contrast) in zip(letters, contrasts) {
                    let luminance = pixels.reduce(0) {
                        $0 + pow(Double(faint[$1.x, $1.y]) / Double(grey.ground), gamma)
                    }
                    let drawn = -log10(1 - luminance / Double(pixels.count))
                    #expect(
                        abs(drawn - contrast) < 0.02,
                        "gamma \(gamma): asked \(contrast), drawn \(drawn)")
                }
            }
        }
        // At another zoom the letters leave, and the page says the way out.
        try browser.zoom(1.25)
        try browser.open(lane.address + "/")
        try browser.wait(until: "document.documentElement.dataset.painted !== undefined")
        #expect(try browser.holds("document.getElementById('faint').hidden"))
        #expect(try browser.text("#prompt").contains("100 %"))
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
