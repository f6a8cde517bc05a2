internal import Foundation
internal import Platform

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
    fileprivate mutating func shade(_ range: ClosedRange<Double>, words: String) {
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

/// An axis: which numbers it shows, and where.
struct PlotScale {
    /// The numbers from one end to the other.
    let range: ClosedRange<Double>
    /// Numbers that are written at the axis.
    let ticks: [Double]
    /// Digits after the point that tell all ticks apart.
    let places: Int

    /// An axis that holds some numbers, with round ends.
    ///
    /// - Parameter count: about how many ticks there are to be.
    init(holding numbers: [Double], ticks count: Int = 5) {
        let low = numbers.min() ?? 0
        // Numbers that are all the same have an axis about as wide as they are large.
        let highest = numbers.max() ?? 1
        let high = highest > low ? highest : low + max(0.1, low.magnitude)
        let step = Self.roundStep((high - low) / Double(count))
        let first = (low / step + 1e-9).rounded(.down)
        let last = (high / step - 1e-9).rounded(.up)
        range = first * step...max(last, first + 1) * step
        ticks = (Int(first)...max(Int(last), Int(first) + 1)).map { Double($0) * step }
        places = max(0, Int((-log10(step)).rounded(.up)))
    }

    /// An axis of which the ends and ticks are given.
    init(_ range: ClosedRange<Double>, ticks: [Double], places: Int) {
        self.range = range
        self.ticks = ticks
        self.places = places
    }

    /// 1, 2 or 5 times a power of ten, the first that is not smaller.
    private static func roundStep(_ step: Double) -> Double {
        let power = pow(10, log10(step).rounded(.down))
        return ([1, 2, 5].first { step <= $0 * power * 1.000001 } ?? 10) * power
    }

    /// How far along the axis a number stands: 0 at the lower end, 1 at the upper.
    func share(of number: Double) -> Double {
        (number - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
}

/// A number of every procedure against the share of misheard letters.
struct RatePlot {
    /// The line of one procedure.
    struct Series {
        var name: String
        var style: SeriesStyle
        var points: [(misheard: Double, value: Double, error: Double)]
    }

    let title: String
    let label: String
    let series: [Series]
    let y: PlotScale
    let words: Plot.AxisWords
    /// A stretch of the upright axis to aim at.
    var target: (range: ClosedRange<Double>, words: String)?

    /// The plot as an element of a page.
    var element: String {
        let rates = series.flatMap { $0.points.map(\.misheard) }
        // At least a percent, so that one rate has an axis, too.
        let x = PlotScale(holding: [0, 0.01] + rates)
        var plot = Plot(
            title, x: x,
            Plot.AxisWords(title: "letters misheard") { percent($0, max(0, x.places - 2)) }, y: y,
            words, margin: Plot.margin(for: series.map(\.name)))
        if let target { plot.shade(target.range, words: target.words) }
        for series in series {
            let places = series.points.map { plot.place($0.misheard, $0.value) }
            plot.draw { drawing in
                drawing.path(
                    places, "fill=\"none\" stroke=\"\(series.style.color)\" stroke-width=\"2\"")
            }
            for (point, place) in zip(series.points, places) {
                let reach = 1.96 * point.error
                let low = plot.place(point.misheard, max(point.value - reach, y.range.lowerBound))
                let high = plot.place(point.misheard, min(point.value + reach, y.range.upperBound))
                plot.draw { drawing in
                    drawing.line(
                        low, high, "stroke=\"\(series.style.color)\" stroke-width=\"1\"")
                    series.style.draw(
                        at: place,
                        title: "\(series.name), \(percent(point.misheard, 1)) misheard:"
                            + " \(words.number(point.value))", in: &drawing)
                }
            }
        }
        plot.label(
            series.compactMap { series in
                series.points.last.map { (series.name, $0.value, series.style.color) }
            })
        return plot.drawing.element(label: label)
    }
}
