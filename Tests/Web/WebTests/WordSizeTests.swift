import Acuity
import Dialogue
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// The prompt can be read from where the letters are read.
@Suite("Size of words in a test", .listening)
struct WordSizeTests {
    private static let letters: [Letter] = [.n, .c, .k, .z, .o]

    private func view(_ prompt: Prompt, size: LogMAR, _ distance: Distance) -> PatientView {
        .line(Presentation(line: 9, size: size, letters: Self.letters), prompt, at: distance)
    }

    /// The logMAR of the small letters of what is asked: 0.52 of the font is their height.
    private func acuity(
        _ browser: Browser, pixelsPerMillimetre: Double, _ distance: Distance
    ) throws -> Double {
        let font = try browser.number(
            "parseFloat(getComputedStyle(document.getElementById('prompt')).fontSize)")
        return LogMAR(
            letterHeightInMillimetres: font * 0.52 / pixelsPerMillimetre, at: distance
        ).value
    }

    @Test(
        "In a pause the words fill the screen, and the letters are hidden",
        arguments: [(1_920, 1_080), (1_366, 768), (800, 480), (390, 844)])
    func words(width: Int, height: Int) throws {
        let browser = try Browser(width: 1_000, height: 700)
        try browser.screen(width: width, height: height, scale: 1)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        for prompt in [
            Prompt.paused(.asked), .paused(.silence),
            .trouble("The microphone cannot be heard (No such device). Please see to it."),
        ] {
            try lane.show(view(.read, size: LogMAR(0.2), .fourMetres), in: browser)
            #expect(try browser.number("document.querySelectorAll('#chart path').length") == 5)
            let beside = try acuity(browser, pixelsPerMillimetre: 3.6, .fourMetres)
            try lane.show(view(prompt, size: LogMAR(0.2), .fourMetres), in: browser)
            #expect(try browser.number("document.querySelectorAll('#chart path').length") == 0)
            let alone = try acuity(browser, pixelsPerMillimetre: 3.6, .fourMetres)
            #expect(alone > beside - 0.2 && alone <= 1.001, "\(alone), \(beside)")
            if width > height { #expect(alone > 0.1) }
            // While waiting, nobody is asked for letters that were removed on purpose.
            #expect(lane.pages.screenTrouble == nil)
        }
    }

    @Test(
        "The words of a rest fit the screen without a scrollbar",
        arguments: [(1_280, 800), (1_366, 768), (1_024, 768), (800, 480)])
    func rest(width: Int, height: Int) throws {
        let browser = try Browser(width: 1_000, height: 700, hasScrollbars: true)
        try browser.screen(width: width, height: height, scale: 1)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try lane.show(
            .rest(
                title: "Listen",
                words: """
                    Welcome. Read the letters you see, one by one, from left to right. If you cannot see \
                    one, say pass. If you are not sure, guess. Please cover your left eye. We will test \
                    the right eye.
                    """, canGoOn: true), in: browser)
        try browser.wait(until: "document.getElementById('rest').style.fontSize")
        #expect(
            try browser.holds(
                "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)"
                    + "(document.getElementById('rest'))"))
    }

    @Test("With letters the prompt is small and far from them")
    func besideLetters() throws {
        let browser = try Browser(width: 1_000, height: 700)
        try browser.screen(width: 1_366, height: 768, scale: 1)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        for size in [1.0, 0.7, 0.3, 0] {
            try lane.show(view(.read, size: LogMAR(size), .fourMetres), in: browser)
            let ink = try browser.ink().boxes.map(\.bottom).max() ?? 0
            let top = try browser.number(
                "document.getElementById('prompt').getBoundingClientRect().top")
            #expect(Double(ink) + 0.1 * 768 < top)
            let font = try browser.number(
                "parseFloat(getComputedStyle(document.getElementById('prompt')).fontSize)")
            #expect(font >= 24 && font <= 0.06 * 768, "\(font) with \(size)")
        }
    }

    @Test("The browser's size of text makes no prompt smaller", arguments: [16, 32])
    func largeText(size: Int) throws {
        let browser = try Browser(width: 1_000, height: 700)
        try browser.screen(width: 1_366, height: 768, scale: 1)
        try browser.setTextSize(size)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try lane.show(view(.read, size: LogMAR(0.3), .fourMetres), in: browser)
        let font = try browser.number(
            "parseFloat(getComputedStyle(document.getElementById('prompt')).fontSize)")
        #expect(font >= 24, "\(font)")
    }

    /// How a prompt for letters is given.
    enum Way: String {
        case words, spoken
    }

    @Test(
        "Words are 1.5 times as large as the letters read, or only spoken",
        arguments: [
            (0.4, 0.0, Way.words), (0.4, 1.0, .words), (1.0, 0.0, .words), (1.0, 0.5, .words),
            (3.0, 0.0, .words), (3.0, 0.4, .spoken), (4.0, -0.1, .words), (4.0, 0.0, .words),
            (4.0, 0.3, .spoken), (4.0, 1.0, .spoken),
        ], [false, true])
    func lastRead(of given: (metres: Double, read: Double, way: Way), hasVoice: Bool) throws {
        let browser = try Browser(width: 1_000, height: 700)
        try browser.screen(width: 1_366, height: 768, scale: 1)
        let lane = try Lane(hasVoice: hasVoice)
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        let distance = try Distance(metres: given.metres)
        let read = LogMAR(given.read)
        var view = TestView(
            presentation: Presentation(line: 9, size: LogMAR(0.7), letters: Self.letters),
            places: Self.letters.map { _ in .waiting }, prompt: .read, lastRead: read)
        try lane.show(.test(view, distance: distance), in: browser)
        let size = { try self.acuity(browser, pixelsPerMillimetre: 3.6, distance) }
        let least = LogMAR(
            letterHeightInMillimetres: 1.5 * read.letterHeightInMillimetres(at: distance),
            at: distance
        ).value
        let box = "document.getElementById('prompt').getBoundingClientRect()"
        switch given.way {
        case .words:
            #expect(try size() >= least - 0.01)
            #expect(try browser.text("#prompt") == "Please read the line.")
            #expect(try browser.number("\(box).height") > 10)
        case .spoken where hasVoice:
            // Still read to those who listen to the page.
            #expect(
                try browser.holds(
                    "document.getElementById('prompt').textContent === 'Please read the line.'"))
            #expect(try browser.number("\(box).height") <= 1)
        case .spoken: #expect(try browser.text("#prompt") == "Read")
        }
        // Letters keep their room.
        let ink = try browser.ink().boxes.map(\.bottom).max() ?? 0
        #expect(try Double(ink) < browser.number("\(box).top"))
        // Without letters there is more room.
        view.prompt = .paused(.asked)
        try lane.show(.test(view, distance: distance), in: browser)
        if given.read < 0.6 || given.metres < 1 {
            #expect(try size() >= least - 0.01)
        } else {
            #expect(try browser.text("#prompt") == "Paused")
        }
    }

    @Test("At a near distance words are no larger than 20/200")
    func near() throws {
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try lane.show(
            view(.paused(.asked), size: LogMAR(0.8), .fortyCentimetres), in: browser)
        let words = try acuity(browser, pixelsPerMillimetre: 3.6, .fortyCentimetres)
        #expect(words > 0.95 && words <= 1.001, "\(words)")
    }
}
