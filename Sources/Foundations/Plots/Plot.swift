internal import Foundation
internal import Platform

/// A plot with two axes, into which numbers are drawn.
package struct Plot {
    package let x: PlotScale
    package let y: PlotScale
    package private(set) var drawing: SVGDrawing
    private let left = 58.0
    private let right: Double
    private let top = 34.0
    private let bottom = 46.0

    /// The title of an axis, and how it writes its numbers.
    package struct AxisWords {
        package var title: String
        package var number: (Double) -> String

        /// Sets each property from the parameter of its name.
        package init(title: String, number: @escaping (Double) -> String) {
            self.title = title
            self.number = number
        }
    }

    /// An empty plot with its axes.
    ///
    /// - Parameter margin: room at the right for labels, in pixels.
    package init(
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

    /// The point of a pair of numbers, pixels.
    package func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (
            left + self.x.share(of: x) * (drawing.width - left - right),
            drawing.height - bottom
                - self.y.share(of: y) * (drawing.height - top - bottom)
        )
    }

    /// The margin for names at the right end, pixels: a bold letter of 13 px is about 8 px wide.
    package static func margin(for names: [String]) -> Double {
        max(150, 24 + 8 * Double(names.map(\.count).max() ?? 0))
    }

    /// Draws shapes into the plot.
    package mutating func draw(_ shapes: (inout SVGDrawing) -> Void) { shapes(&drawing) }

    /// Shades a range of the y axis.
    package mutating func shade(_ range: ClosedRange<Double>, words: String) {
        let low = place(x.range.lowerBound, max(range.lowerBound, y.range.lowerBound))
        let high = place(x.range.upperBound, min(range.upperBound, y.range.upperBound))
        drawing.rectangle(x: low.x...high.x, y: high.y...low.y, "class=\"band\"")
        drawing.text(words, at: (low.x + 6, high.y + 13), "class=\"quiet\"")
    }

    /// Writes names at the right end, each next to its number. Names that would overlap are moved,
    /// and joined to their numbers by thin lines.
    package mutating func label(_ labels: [(name: String, number: Double, color: String)]) {
        let gap = 15.0
        let edge = drawing.width - right
        var heights: [Double] = []
        let sorted = labels.sorted { $0.number > $1.number }
        for label in sorted {
            let own = place(0, label.number).y
            heights.append(max(own, (heights.last ?? -.infinity) + gap))
        }
        // Names below the end of the plot move up, and push up others only as far as necessary.
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

/// The scale of an axis.
package struct PlotScale {
    /// The numbers at its ends.
    package let range: ClosedRange<Double>
    /// The numbers written at it.
    package let ticks: [Double]
    /// Decimals that the ticks need.
    package let places: Int

    /// An axis that holds some numbers, with round ends.
    ///
    /// - Parameter count: approximate number of ticks.
    package init(holding numbers: [Double], ticks count: Int = 5) {
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

    /// 1, 2 or 5 times a power of ten, the first that is not smaller.
    private static func roundStep(_ step: Double) -> Double {
        let power = pow(10, log10(step).rounded(.down))
        return ([1, 2, 5].first { step <= $0 * power * 1.000001 } ?? 10) * power
    }

    /// The position of a number on the axis: 0 at the lower end, 1 at the upper.
    package func share(of number: Double) -> Double {
        (number - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
}

/// Lines of numbers with their standard errors: a series for each name, all against one quantity.
package struct LinePlot {
    /// The line of one name.
    package struct Series {
        package var name: String
        package var style: SeriesStyle
        package var points: [(x: Double, value: Double, error: Double)]

        /// Sets each property from the parameter of its name.
        package init(
            name: String, style: SeriesStyle, points: [(x: Double, value: Double, error: Double)]
        ) {
            self.name = name
            self.style = style
            self.points = points
        }
    }

    package let title: String
    /// The content in words, for screen readers.
    package let label: String
    package let series: [Series]
    package let x: PlotScale
    package let xWords: Plot.AxisWords
    package let y: PlotScale
    package let yWords: Plot.AxisWords
    /// A range of the y axis to aim at.
    package var target: (range: ClosedRange<Double>, words: String)?
    /// The x of a point in words, for its tooltip.
    package let pointWords: (_ x: Double) -> String

    /// Sets each property from the parameter of its name.
    package init(
        title: String, label: String, series: [Series], x: PlotScale, xWords: Plot.AxisWords,
        y: PlotScale, yWords: Plot.AxisWords,
        target: (range: ClosedRange<Double>, words: String)? = nil,
        pointWords: @escaping (_ x: Double) -> String
    ) {
        self.title = title
        self.label = label
        self.series = series
        self.x = x
        self.xWords = xWords
        self.y = y
        self.yWords = yWords
        self.target = target
        self.pointWords = pointWords
    }

    /// The plot as an element of a page.
    package var element: String {
        var plot = Plot(
            title, x: x, xWords, y: y, yWords, margin: Plot.margin(for: series.map(\.name)))
        if let target { plot.shade(target.range, words: target.words) }
        for series in series {
            let color = series.style.color
            let places = series.points.map { plot.place($0.x, $0.value) }
            plot.draw { $0.path(places, "fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"") }
            for (point, place) in zip(series.points, places) {
                let reach = 1.96 * point.error
                let low = plot.place(point.x, max(point.value - reach, y.range.lowerBound))
                let high = plot.place(point.x, min(point.value + reach, y.range.upperBound))
                plot.draw { drawing in
                    drawing.line(low, high, "stroke=\"\(color)\" stroke-width=\"1\"")
                    series.style.draw(
                        at: place,
                        title: "\(series.name), \(pointWords(point.x)):"
                            + " \(yWords.number(point.value))", in: &drawing)
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

/// The look of a series in plots: a colour, and a mark for people who cannot distinguish colours.
package struct SeriesStyle {
    package let color: String
    private let mark: Mark

    private enum Mark: CaseIterable {
        case circle
        case square
        case triangle
        case diamond
        case hanging
        case tall
        case wide
    }

    /// The colours are dark enough for thin lines on white: each has a contrast of at least 4.5 to
    /// 1.
    private static let colors = [
        "#1d5fa6", "#b8400b", "#1b7a48", "#7c3f9b", "#866000", "#0e7580", "#b21f6b", "#4c535e",
        "#3f4fb5", "#9c2f2f",
    ]

    /// The look of the series at a place of a list.
    package init(_ index: Int) {
        color = Self.colors[index % Self.colors.count]
        mark = Mark.allCases[index % Mark.allCases.count]
    }

    /// Draws the mark.
    package func draw(
        at point: (x: Double, y: Double), filled: Bool = true, title: String,
        in drawing: inout SVGDrawing
    ) {
        let style = "fill=\"\(filled ? color : "#fff")\" stroke=\"\(color)\" stroke-width=\"1.5\""
        func corners(_ offsets: [(Double, Double)]) -> [(x: Double, y: Double)] {
            offsets.map { (point.x + $0.0, point.y + $0.1) }
        }
        switch mark {
        case .circle: drawing.circle(point, radius: 4, style, title: title)
        case .square: drawing.box(around: point, 3.6, 3.6, style, title: title)
        case .tall: drawing.box(around: point, 2.2, 5.2, style, title: title)
        case .wide: drawing.box(around: point, 5.2, 2.2, style, title: title)
        case .triangle:
            drawing.polygon(corners([(0, -4.8), (4.5, 3.6), (-4.5, 3.6)]), style, title: title)
        case .diamond:
            drawing.polygon(
                corners([(0, -5.2), (5.2, 0), (0, 5.2), (-5.2, 0)]), style, title: title)
        case .hanging:
            drawing.polygon(corners([(0, 4.8), (4.5, -3.6), (-4.5, -3.6)]), style, title: title)
        }
    }
}

extension SVGDrawing {
    /// A rectangle with its middle at a point.
    fileprivate mutating func box(
        around point: (x: Double, y: Double), _ halfWidth: Double, _ halfHeight: Double,
        _ style: String, title: String
    ) {
        rectangle(
            x: point.x - halfWidth...point.x + halfWidth,
            y: point.y - halfHeight...point.y + halfHeight, style, title: title)
    }
}
