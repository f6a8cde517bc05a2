import Acuity
import Dialogue
import TestBrowser
import TestPages
import TestTraits
import Testing

/// A letter of a chart that is shown alone: asked for alone, or instead of one that was never
/// understood.
@Suite("A single letter of a line", .listening)
struct LetterAloneTests {
    private let line: [Letter] = [.c, .d, .h, .k, .n]

    /// The view of a line whose fourth letter is asked for alone.
    private func alone(_ size: LogMAR, by asking: Asking) -> PatientView {
        .test(
            TestView(
                presentation: Presentation(line: 3, size: size, letters: line),
                places: line.map { _ in .waiting },
                prompt: .readAgain([3], of: 5, by: asking), asked: [3]), distance: .fourMetres)
    }

    private func fresh(_ size: LogMAR) -> PatientView {
        .test(
            TestView(
                presentation: Presentation(line: 3, size: size, letters: [.k], isFresh: true),
                places: [.waiting], prompt: .read), distance: .fourMetres)
    }

    @Test("a letter has its line's size, and crowding bars", arguments: [Asking.alone, .codeWord])
    func size(asking: Asking) throws {
        let browser = try Browser(width: 1_000, height: 800)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3)
        let size = LogMAR(0.8)
        let height = size.letterHeightInMillimetres(at: .fourMetres) * 3
        for view in [alone(size, by: asking), fresh(size)] {
            try lane.show(view, in: browser)
            let boxes = try browser.ink().boxes
            try #require(boxes.count == 3)
            #expect(abs(Double(boxes[0].width) - height / 5) <= 1)
            #expect(abs(Double(boxes[0].height) - height) <= 1)
            #expect(abs(Double(boxes[1].width) - height) <= 1)
            #expect(abs(Double(boxes[1].height) - 3.4 * height) <= 2)
        }
        try lane.show(alone(size, by: asking), in: browser)
        let words = try browser.text("#prompt")
        #expect(words.hasPrefix("One letter at a time, please: the fourth letter."))
        #expect(words.contains("code word") == (asking == .codeWord))
        try lane.show(fresh(size), in: browser)
        #expect(try browser.text("#prompt") == "Say only the letter in the middle.")
        #expect(try browser.text("#count") == "Line 3")
    }

    @Test("a large letter without room for bars is shown without them")
    func large() throws {
        let browser = try Browser(width: 800, height: 600)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3)
        // 174 pixels: with bars it would need 593.
        let size = LogMAR(1)
        let height = size.letterHeightInMillimetres(at: .fourMetres) * 3
        for view in [alone(size, by: .alone), fresh(size)] {
            try lane.show(view, in: browser)
            let boxes = try browser.ink().boxes
            try #require(boxes.count == 1)
            #expect(abs(Double(boxes[0].height) - height) <= 1)
        }
    }
}
