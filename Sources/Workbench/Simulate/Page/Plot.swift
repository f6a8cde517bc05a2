/// A plot with two axes, into which numbers are drawn.
struct Plot {
    let x: PlotScale
    let y: PlotScale
    private(set) var drawing: SVGDrawing
    private let left = 58.0
    private let right: Double
    private let top = 34.0
    private let bottom = 46.0

    /// How an axis writes its numbers.
    struct AxisWords {
        var title: String
        var number: (Double) -> String
    }

    /// An empty plot with its axes.
    ///
    /// - Parameter margin: room at the right for labels, in pixels.
    init(
        _ title: String, x: PlotScale, _ xWords: AxisWords, y: PlotScale, _ yWords: AxisWords,
        width: Double = 540, height: Double = 350, margin: Double = 150
    ) {
        self.x = x
        self.y = y
        right = margin
        drawing = SVGDrawing(width: width, height: height)
        drawing.text(title, at: (left, 18), "class=\"title\"")
        for tick in y.ticks {
            let height = place(x.range.lowerBound, tick).y
            drawing.line(
                (left, height), (width - right, height),
                tick == 0 ? "class=\"zero\"" : "class=\"grid\"")
            drawing.text(yWords.number(tick), at: (left - 8, height + 4), anchor: .end)
        }
        let floor = place(x.range.lowerBound, y.range.lowerBound).y
        for tick in x.ticks {
            let at = place(tick, y.range.lowerBound).x
            drawing.line((at, floor), (at, floor + 5), "class=\"axis\"")
            drawing.text(xWords.number(tick), at: (at, floor + 19), anchor: .middle)
        }
        drawing.line((left, floor), (width - right, floor), "class=\"axis\"")
        drawing.text(
            xWords.title, at: ((left + width - right) / 2, floor + 38), anchor: .middle)
        drawing.text(
            yWords.title, at: (14, (top + floor) / 2), anchor: .middle, turned: true)
    }

    /// Where a pair of numbers stands.
    func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (
            left + self.x.share(of: x) * (drawing.width - left - right),
            drawing.height - bottom
                - self.y.share(of: y) * (drawing.height - top - bottom)
        )
    }

    /// Room for names beside the right end, in pixels: a bold letter of 13 px is about 8 wide.
    static func margin(for names: [String]) -> Double {
        max(150, 24 + 8 * Double(names.map(\.count).max() ?? 0))
    }

    /// Draws more into it.
    mutating func draw(_ shapes: (inout SVGDrawing) -> Void) { shapes(&drawing) }

    /// Shades the numbers of the upright axis from one to another.
    mutating func shade(_ range: ClosedRange<Double>, words: String) {
        let low = place(x.range.lowerBound, max(range.lowerBound, y.range.lowerBound))
        let high = place(x.range.upperBound, min(range.upperBound, y.range.upperBound))
        drawing.rectangle(x: low.x...high.x, y: high.y...low.y, "class=\"band\"")
        drawing.text(words, at: (low.x + 6, high.y + 13), "class=\"quiet\"")
    }

    /// Writes names beside the right end, each beside its number as far as they leave each other
    /// room, with a thin line to it where they do not.
    mutating func label(_ labels: [(name: String, number: Double, color: String)]) {
        let gap = 15.0
        let edge = drawing.width - right
        var heights: [Double] = []
        let sorted = labels.sorted { $0.number > $1.number }
        for label in sorted {
            let own = place(0, label.number).y
            heights.append(max(own, (heights.last ?? -.infinity) + gap))
        }
        // Those pushed down beyond the plot move up, and push up others only as far as they have to.
        var floor = drawing.height - bottom + 6
        for index in heights.indices.reversed() {
            heights[index] = min(heights[index], floor)
            floor = heights[index] - gap
        }
        for (index, label) in sorted.enumerated() {
            let height = heights[index]
            let own = place(0, label.number).y
            drawing.line(
                (edge + 3, own), (edge + 14, height),
                "stroke=\"\(label.color)\" class=\"leader\"")
            drawing.text(
                label.name, at: (edge + 17, height + 4), "fill=\"\(label.color)\" class=\"name\"")
        }
    }
}
