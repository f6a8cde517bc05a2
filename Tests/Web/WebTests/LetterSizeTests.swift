import Acuity
import Foundation
import TestBrowser
import TestTraits
import Testing

/// The letters as a real browser paints them, measured pixel by pixel in screenshots.
@Suite("Size and shape of letters on a screen", .listening)
struct LetterSizeTests {
    struct Screen: CustomTestStringConvertible {
        var width: Int
        var height: Int
        var scale: Double
        var pixelsPerMillimetre: Double

        var testDescription: String { "\(width) x \(height), \(scale) to a pixel of the page" }
    }

    /// The same monitor, once with coarse and once with fine pixels; and an odd scale.
    static let screens = [
        Screen(width: 1_600, height: 1_000, scale: 1, pixelsPerMillimetre: 2.6),
        Screen(width: 1_600, height: 1_000, scale: 2, pixelsPerMillimetre: 5.2),
        Screen(width: 1_000, height: 1_400, scale: 1.5, pixelsPerMillimetre: 4.7),
    ]

    static let distances = [Distance.fortyCentimetres, try? Distance(metres: 2), .fourMetres]
        .compactMap(\.self)

    @Test(
        "Each line has the height of its visual angle at three distances",
        arguments: screens)
    func heights(screen: Screen) throws {
        let browser = try Browser(width: screen.width, height: screen.height, scale: screen.scale)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: screen.pixelsPerMillimetre)
        var shown = 0
        for distance in Self.distances {
            for line in Chart(.one).lines {
                let height =
                    line.size.letterHeightInMillimetres(at: distance) * screen.pixelsPerMillimetre
                try lane.show(
                    .letters(line.letters, line.size, at: distance), in: browser)
                let (picture, boxes) = try browser.ink()
                guard height >= 10 else {
                    #expect(boxes.isEmpty, "\(line.size) at \(distance)")
                    #expect(
                        try browser.number("document.querySelectorAll('#chart path').length") == 0)
                    continue
                }
                shown += 1
                #expect(!boxes.isEmpty, "\(line.size) at \(distance)")
                let tolerance = max(1, height / 100)
                for (letter, box) in zip(line.letters, boxes) {
                    // The ring of C ends on the right where its gap cuts it: at 4.95 strokes.
                    let width = letter == .c ? height * (2.5 + 6.0.squareRoot()) / 5 : height
                    #expect(
                        abs(Double(box.height) - height) <= tolerance
                            && abs(Double(box.width) - width) <= tolerance,
                        "\(letter), \(line.size) at \(distance): \(box) instead of \(height)")
                }
                // One letter's width between two letters (Ferris 1982).
                for (one, next) in zip(boxes, boxes.dropFirst()) {
                    let pitch = Double(next.left - one.left)
                    #expect(abs(pitch - 2 * height) <= max(1, height / 50), "\(line.size)")
                }
                // A line that does not fit is shown in parts.
                let fits = 10 * height <= Double(picture.width)
                #expect(fits ? boxes.count == 5 : boxes.count < 5, "\(line.size) at \(distance)")
            }
        }
        // Nothing was left out because of a mistake in this test.
        #expect(shown > 20)
    }

    @Test("Each letter has its shape to the pixel", arguments: [1.0, 2.0])
    func shapes(scale: Double) throws {
        let browser = try Browser(width: 1_000, height: 700, scale: scale)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 2 * scale)
        for half in [Letter.sloan.prefix(5), Letter.sloan.suffix(5)].map({ Array($0) }) {
            let size = LogMAR(0.9)
            let height = size.letterHeightInMillimetres(at: .fourMetres) * 2 * scale
            try lane.show(.letters(half, size, at: .fourMetres), in: browser)
            let (picture, boxes) = try browser.ink()
            try #require(boxes.count == half.count)
            for (letter, box) in zip(half, boxes) {
                compare(letter, box, picture, stroke: height / 5)
            }
        }
    }

    @Test(
        "Other optotypes have their shape to the pixel",
        arguments: [OptotypeSet.hotv, .tumblingE, .landolt, .landolt8])
    func otherShapes(optotypes: OptotypeSet) throws {
        let browser = try Browser(width: 1_000, height: 700)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 2)
        let size = LogMAR(0.9)
        let height = size.letterHeightInMillimetres(at: .fourMetres) * 2
        // Four of them fit side by side.
        let isRing = [.landolt, .landolt8].contains(optotypes)
        for first in stride(from: 0, to: optotypes.choices.count, by: 4) {
            let letters = Array(optotypes.choices[first..<first + 4])
            let shown = Presentation(line: 1, size: size, letters: letters, optotypes: optotypes)
            try lane.show(.line(shown), in: browser)
            let (picture, boxes) = try browser.ink()
            try #require(boxes.count == 4)
            for (index, letter) in letters.enumerated() {
                // A ring that is open to the left starts within its box: reckon from the first one.
                let left = Double(boxes[0].left) + (2 * Double(index) * height).rounded()
                compare(
                    letter, boxes[index], picture, stroke: height / 5, of: optotypes,
                    left: isRing ? left : nil)
            }
        }
    }

    @Test("Letters of several sizes on one line each have their own size")
    func severalSizes() throws {
        let browser = try Browser(width: 1_600, height: 900)
        let lane = try Lane()
        try lane.open(browser, pixelsPerMillimetre: 3)
        let sizes = [0.9, 0.7, 0.5, 0.3, 0.1].map { LogMAR($0) }
        let shown = Presentation(
            line: 1, letters: Array(zip([Letter.h, .k, .n, .z, .v], sizes)))
        try lane.show(.line(shown), in: browser)
        let boxes = try browser.ink().boxes
        try #require(boxes.count == 5)
        let heights = sizes.map { $0.letterHeightInMillimetres(at: .fourMetres) * 3 }
        for (box, height) in zip(boxes, heights) {
            #expect(abs(Double(box.height) - height) <= max(1, height / 100))
            #expect(abs(Double(box.width) - height) <= max(1, height / 100))
        }
        // The gap is as wide as the larger of the two.
        for index in 0..<4 {
            let gap = Double(boxes[index + 1].left - boxes[index].right - 1)
            #expect(abs(gap - heights[index]) <= 2)
        }
    }

    /// Holds the pixels of a letter against its geometry: those that are covered wholly have to be
    /// black, those that are free white, and those at an edge in between as dark as they are
    /// covered.
    private func compare(
        _ letter: Letter, _ box: InkBoxes.Box, _ picture: GrayPicture, stroke: Double,
        of optotypes: OptotypeSet = .sloan, left: Double? = nil
    ) {
        let left = left ?? Double(box.left)
        // A ring that is open to the top starts above its box: reckon from the lower edge.
        let top =
            [.landolt, .landolt8].contains(optotypes) && letter == .u
            ? (Double(box.bottom + 1) - 5 * stroke).rounded() : Double(box.top)
        let samples = 4
        var worst = 0.0
        var sum = 0.0
        var count = 0.0
        for y in box.top - 1...box.bottom + 1 {
            for x in box.left - 1...box.right + 1 {
                var covered = 0
                for step in 0..<samples * samples {
                    let dx = (Double(step % samples) + 0.5) / Double(samples)
                    let dy = (Double(step / samples) + 0.5) / Double(samples)
                    let isInk = SloanInk.covers(
                        letter, of: optotypes, (Double(x) + dx - left) / stroke,
                        (Double(y) + dy - top) / stroke)
                    if isInk { covered += 1 }
                }
                let ink = Double(covered) / Double(samples * samples)
                let dark = 1 - Double(picture[x, y]) / 255
                worst = max(worst, abs(ink - dark))
                sum += abs(ink - dark)
                count += 1
            }
        }
        // Sampling at 16 points errs by a tenth at slanted edges; a shape that is off by a
        // twentieth of a stroke, or a wrong letter, errs by far more.
        #expect(worst < 0.45, "\(letter): a pixel is off by \(worst)")
        #expect(sum / count < 0.012, "\(letter): pixels are off by \(sum / count) in the mean")
    }
}
