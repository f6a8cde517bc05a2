import Acuity
import Foundation
import TestBrowser

/// Eyes that look at a page: they tell letters by their shapes in the pixels alone.
struct PageEyes {
    let browser: Browser
    let pixelsPerMillimetre: Double
    let distance: Distance

    /// The letters that are to be seen, and their size by their height on the screen.
    func look(line: Int) throws -> Presentation {
        let (picture, ink) = try browser.ink()
        let boxes = Self.withoutBars(ink)
        guard let height = boxes.map(\.height).max() else {
            throw BrowserError.answer("no letters")
        }
        return Presentation(
            line: line, size: size(ofHeight: Double(height)),
            letters: boxes.map { likest($0, picture) })
    }

    /// The boxes of letters. Crowding bars around a single letter are left out: a narrow one at each
    /// side, as high as the letter, and one above and one below it.
    private static func withoutBars(_ boxes: [InkBoxes.Box]) -> [InkBoxes.Box] {
        guard boxes.count == 3, boxes[0].width * 3 < boxes[0].height,
            boxes[2].width * 3 < boxes[2].height
        else { return boxes }
        let bar = boxes[0]
        return [
            InkBoxes.Box(
                left: boxes[1].left, right: boxes[1].right, top: bar.top, bottom: bar.bottom)
        ]
    }

    /// The size of letters of a height in pixels.
    private func size(ofHeight pixels: Double) -> LogMAR {
        let millimetres = pixels / pixelsPerMillimetre
        let halfAngle = atan(millimetres / (2 * distance.metres * 1_000)) * 180 / .pi * 60
        return LogMAR(log10(halfAngle / 2.5))
    }

    /// The letter whose ink agrees best with a box of pixels, at 40 times 40 points.
    private func likest(_ box: InkBoxes.Box, _ picture: GrayPicture) -> Letter {
        let side = Double(box.height)
        let steps = 40
        func disagreement(_ letter: Letter) -> Int {
            var count = 0
            for step in 0..<steps * steps {
                let x = (Double(step % steps) + 0.5) / Double(steps)
                let y = (Double(step / steps) + 0.5) / Double(steps)
                let isDark = picture[box.left + Int(x * side), box.top + Int(y * side)] < 128
                if isDark != SloanInk.covers(letter, x * 5, y * 5) { count += 1 }
            }
            return count
        }
        let ranked = Letter.sloan.map { ($0, disagreement($0)) }.sorted { $0.1 < $1.1 }
        return ranked[0].0
    }
}
