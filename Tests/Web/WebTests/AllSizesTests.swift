import Acuity
import Dialogue
import Foundation
import TestBrowser
import TestPages
import TestTraits
import Testing

/// All sizes of an optotype on one screen; the person chooses one.
@Suite("All sizes at once", .listening)
struct AllSizesTests {
    private struct Event: Decodable {
        var event: String
        var logMAR: Double?
    }

    private static func sizes(
        of optotypes: OptotypeSet, at metres: Double
    ) throws -> PatientView {
        .chooseSize(
            SnellenLine.all.enumerated().map { index, line in
                Presentation(
                    line: index + 1, size: line.size, letters: [optotypes.choices[0]],
                    optotypes: optotypes)
            }, distance: try Distance(metres: metres))
    }

    @Test(
        "Each size is correct, and as many letters as fit are shown",
        arguments: [
            (1_366, 768, 4.0, OptotypeSet.sloan), (1_920, 1_080, 4.0, .landolt),
            (1_366, 768, 2.0, .tumblingE), (390, 844, 0.4, .hotv), (800, 480, 4.0, .sloan),
        ])
    func trueSize(width: Int, height: Int, metres: Double, optotypes: OptotypeSet) throws {
        let browser = try Browser(width: 1_000, height: 700)
        try browser.screen(width: width, height: height, scale: 1)
        let lane = try Lane()
        let density = metres < 1 ? 16.0 : 3.6
        try lane.open(browser, pixelsPerMillimetre: density)
        try lane.show(try Self.sizes(of: optotypes, at: metres), in: browser)
        try browser.wait(until: "document.querySelector('#sizes-letters button')")
        let found =
            try browser.run(
                """
                return [...document.querySelectorAll('#sizes-letters button')].map((button) => {
                  const box = button.getBoundingClientRect();
                  return [Number(button.dataset.number),
                    button.querySelector('svg').getBoundingClientRect().height,
                    box.left, box.top, box.right, box.bottom];
                });
                """) as? [[Double]] ?? []
        let distance = try Distance(metres: metres)
        #expect(found.count >= 5, "\(found.count)")
        for size in found {
            let expected = SnellenLine.all[Int(size[0]) - 1].size
                .letterHeightInMillimetres(at: distance)
            #expect(abs(size[1] - expected * density) < 0.05)
            #expect(size[2] >= 0 && size[3] >= 0 && size[4] <= Double(width))
            // Each button is large enough for a finger, and does not overlap the others.
            #expect(size[4] - size[2] >= 48 && size[5] - size[3] >= 48)
            for other in found where other[0] > size[0] {
                let isApart =
                    other[2] >= size[4] - 0.01 || other[3] >= size[5] - 0.01
                    || other[4] <= size[2] + 0.01
                #expect(isApart, "\(size[0]) and \(other[0])")
            }
        }
        // All smaller sizes are shown: only the largest may lack room.
        let first = try #require(found.first?[0])
        #expect(found.map { $0[0] } == (Int(first)...14).map(Double.init))
        #expect(lane.pages.screenTrouble == nil)
    }

    @Test("A tap chooses a size, and another button the usual start")
    func tapped() throws {
        let browser = try Browser(width: 1_366, height: 768)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3.6)
        try lane.show(try Self.sizes(of: .sloan, at: 4), in: browser)
        try browser.wait(until: "document.querySelector('#sizes-letters button')")
        try browser.click("#sizes-letters [data-number=\"9\"]")
        #expect(lane.pages.nextRequest(within: 60) == .choose(9))
        try browser.click("#sizes-usual")
        #expect(lane.pages.nextRequest(within: 60) == .goOn)
    }

    @Test("A test by touch starts three lines above the tapped size")
    func byTouch() throws {
        let aloud = try AloudProcess([
            "serve", "--port", "0", "--voice", "off", "--distance", "2m", "--events", "--device",
            "none", "--chart", "1",
        ])
        let browser = try aloud.page()
        try browser.run("document.forms.choices.eyes.value = 'both';")
        try browser.run("document.getElementById('by-touch').click();")
        #expect(try browser.holds("!document.getElementById('sizes-choice').hidden"))
        #expect(try browser.holds("document.getElementById('start-choice').hidden"))
        try browser.run("document.getElementById('choose-size').click();")
        try browser.click("#begin")
        try browser.wait(until: "document.querySelector('#sizes-letters button')")
        let numbers = "[...document.querySelectorAll('#sizes-letters button')]"
        let smallest = Int(try browser.number("Number(\(numbers).at(-1).dataset.number)"))
        try browser.click("#sizes-letters [data-number=\"\(smallest)\"]")
        while true {
            let event = try aloud.next(Event.self)
            guard event.event == "present" else { continue }
            // The lines of the screen begin at 20/200.
            let expected = SnellenLine.all[smallest - 1 - StartLadder.linesLarger].size.value
            #expect(abs(try #require(event.logMAR) - expected) < 1e-9)
            break
        }
    }

    @Test("A spoken test starts three lines above the size that is said")
    func bySpeech() throws {
        let lane = try SpokenLane([
            "serve", "--voice", "off", "--distance", "2m", "--events", "--chart", "1",
            "--no-warm-up",
        ])
        try lane.calibrate(pixelsPerMillimetre: 3.6)
        try lane.browser.run("document.forms.choices.eyes.value = 'both';")
        for choice in ["choose-start", "choose-size"] {
            try lane.browser.run("document.getElementById('\(choice)').click();")
        }
        try lane.browser.click("#begin")
        try lane.browser.wait(
            until: "document.querySelector('#sizes-letters [data-number=\"9\"]')")
        try lane.say(
            "the ninth line", until: "document.documentElement.dataset.view === 'test'")
        while true {
            let event = try lane.next(Event.self)
            guard event.event == "present" else { continue }
            let expected = SnellenLine.all[9 - 1 - StartLadder.linesLarger].size.value
            #expect(abs(try #require(event.logMAR) - expected) < 1e-9)
            break
        }
    }
}
