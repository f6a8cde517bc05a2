import TestBrowser

/// The boxes around the black ink in the part of a page that shows letters.
struct InkBoxes {
    struct Box: Equatable {
        var left: Int
        var right: Int
        var top: Int
        var bottom: Int

        var width: Int { right - left + 1 }
        var height: Int { bottom - top + 1 }
    }

    /// The boxes from left to right. Columns without ink separate letters.
    let boxes: [Box]

    /// - Parameter rows: the number of rows from the top that show letters.
    init(_ picture: GrayPicture, rows: Int) {
        // A pixel that is at least half covered is darker than this.
        let threshold: UInt8 = 128
        var tops = [Int](repeating: -1, count: picture.width)
        var bottoms = tops
        let (width, height) = (picture.width, min(rows, picture.height))
        picture.pixels.withUnsafeBufferPointer { pixels in
            for y in 0..<height {
                for x in 0..<width where pixels[y * width + x] < threshold {
                    if tops[x] < 0 { tops[x] = y }
                    bottoms[x] = y
                }
            }
        }
        var boxes: [Box] = []
        for x in 0..<width where tops[x] >= 0 {
            if let last = boxes.last, last.right == x - 1 {
                boxes[boxes.count - 1] = Box(
                    left: last.left, right: x, top: min(last.top, tops[x]),
                    bottom: max(last.bottom, bottoms[x]))
            } else {
                boxes.append(Box(left: x, right: x, top: tops[x], bottom: bottoms[x]))
            }
        }
        self.boxes = boxes
    }
}

extension Browser {
    /// The picture of the page, and the boxes around the ink of its letters.
    func ink() throws -> (picture: GrayPicture, boxes: [InkBoxes.Box]) {
        let picture = try GrayPicture(png: try screenshot())
        let rows = try number(
            """
            Math.min(...['chart', 'asking'].map((id) => document.getElementById(id)
              .getBoundingClientRect()).map(({ top, bottom }, index) => index ? top : bottom))
              * devicePixelRatio
            """)
        return (picture, InkBoxes(picture, rows: Int(rows)).boxes)
    }
}
