internal import Platform

/// The limits of test-retest of every procedure against the letters that it takes.
struct LettersPlot {
    /// A procedure's two figures.
    struct Point {
        var name: String
        var style: SeriesStyle
        var letters: Double
        var score: Double?
        var estimate: Double?
        /// Points of one group belong to one procedure at several lengths.
        var group: String
    }

    let title: String
    let label: String
    let points: [Point]
    let x: PlotScale
    let y: PlotScale

    /// The plot as an element of a page.
    var element: String {
        var plot = Plot(
            title, x: x, Plot.AxisWords(title: "letters in a test") { fixed($0, 0) }, y: y,
            Plot.AxisWords(title: "limits of test-retest, logMAR") { fixed($0, y.places) },
            margin: 24)
        // In the order of the points: that of a dictionary differs from run to run.
        let groups = Dictionary(grouping: points, by: \.group)
        var drawn: Set<String> = []
        for point in points where drawn.insert(point.group).inserted {
            guard let group = groups[point.group], group.count > 1 else { continue }
            let line = group.sorted { $0.letters < $1.letters }.compactMap { point in
                point.estimate.map { plot.place(point.letters, $0) }
            }
            plot.draw {
                $0.path(
                    line, "fill=\"none\" stroke=\"\(group[0].style.color)\" stroke-width=\"1.5\"")
            }
        }
        for point in points {
            let places = [point.score, point.estimate].map { value in
                value.map { plot.place(point.letters, $0) }
            }
            plot.draw { drawing in
                if let score = places[0], let estimate = places[1] {
                    drawing.line(
                        score, estimate,
                        "stroke=\"\(point.style.color)\" stroke-width=\"1\""
                            + " stroke-dasharray=\"2 3\"")
                }
                for (place, figure) in zip(places, Figure.allCases) {
                    guard let place else { continue }
                    let value = figure == .score ? point.score : point.estimate
                    point.style.draw(
                        at: place, filled: figure == .estimate,
                        title: "\(point.name), \(figure.rawValue): \(fixed(value, 3))"
                            + " with \(fixed(point.letters, 0)) letters", in: &drawing)
                }
            }
        }
        return plot.drawing.element(label: label)
    }
}
