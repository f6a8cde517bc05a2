internal import Acuity
internal import Platform
internal import Plots

/// A single simulated test, letter by letter: sizes, right and wrong answers, and the result.
struct RunPlot {
    let name: String
    let style: SeriesStyle
    let test: SimulatedTest
    let record: RunRecord
    let x: PlotScale
    let y: PlotScale

    /// The result in words.
    var caption: String {
        let ends = [record.interval.lowerBound, record.interval.upperBound].map { fixed($0, 2) }
        let estimate =
            switch (record.isOpenBelow, record.isOpenAbove) {
            case (false, false): "estimate \(fixed(record.estimate, 2)) (\(ends[0]) to \(ends[1]))"
            case (false, true): "worse than \(ends[0])"
            case (true, false): "better than \(ends[1])"
            case (true, true): "any acuity possible"
            }
        let misheard =
            record.misheard == 0 ? "none misheard" : "\(record.misheard) misheard"
        return record.isWithheld
            ? "withheld as unreliable; \(record.letters.counting("letter")), \(misheard)"
            : "score \(fixed(record.score, 2)), \(estimate); \(record.letters.counting("letter")), \(misheard)"
    }

    /// The plot as an element of a page.
    var element: String {
        var plot = Plot(
            name, x: x, Plot.AxisWords(title: "letter") { fixed($0, 0) }, y: y,
            Plot.AxisWords(title: "size, logMAR") { fixed($0, 1) }, width: 540, height: 290,
            margin: 56)
        let truth = plot.place(x.range.lowerBound, record.threshold)
        let end = plot.place(x.range.upperBound, record.threshold)
        let places = test.trials.enumerated().map { index, trial in
            plot.place(Double(index + 1), trial.size.value)
        }
        plot.draw { drawing in
            drawing.line(truth, end, "class=\"truth\"")
            drawing.path(places, "class=\"trail\"")
            for (trial, place) in zip(test.trials, places) {
                draw(trial, at: place, in: &drawing)
            }
        }
        let beside = plot.place(x.range.upperBound, record.threshold).x + 18
        let low = plot.place(0, record.interval.lowerBound).y
        let high = plot.place(0, record.interval.upperBound).y
        let middle = plot.place(0, record.estimate).y
        let score = record.score.map { plot.place(0, $0).y }
        plot.draw { drawing in
            guard !record.isWithheld else { return }
            drawing.line(
                (beside, low), (beside, high), "stroke=\"\(style.color)\" stroke-width=\"3\"")
            if record.isOpenBelow { arrow(at: (beside, low), by: 9, in: &drawing) }
            if record.isOpenAbove { arrow(at: (beside, high), by: -9, in: &drawing) }
            if !record.isOpenBelow, !record.isOpenAbove {
                drawing.circle((beside, middle), radius: 4.5, "fill=\"\(style.color)\"")
            }
            if let score {
                drawing.polygon(
                    [
                        (beside + 22, score - 5), (beside + 27, score), (beside + 22, score + 5),
                        (beside + 17, score),
                    ], "fill=\"#fff\" stroke=\"\(style.color)\" stroke-width=\"1.5\"")
            }
        }
        return plot.drawing.element(label: "\(name): \(caption)")
    }

    /// Draws an arrow at an open end of an interval; larger letters are up.
    private func arrow(
        at end: (x: Double, y: Double), by length: Double, in drawing: inout SVGDrawing
    ) {
        drawing.polygon(
            [(end.x - 5, end.y), (end.x, end.y + length), (end.x + 5, end.y)],
            "fill=\"\(style.color)\"")
    }

    /// Draws an answer: a filled mark if right, an open one if wrong, a bar if not seen, a dot if
    /// unclear. A misheard answer has a ring.
    private func draw(
        _ trial: SimulatedTest.Trial, at place: (x: Double, y: Double),
        in drawing: inout SVGDrawing
    ) {
        let line = "stroke=\"\(style.color)\" stroke-width=\"1.4\""
        switch trial.heard.response {
        case nil: drawing.circle(place, radius: 1.2, "fill=\"\(style.color)\"")
        case .missed:
            drawing.line((place.x - 3.5, place.y), (place.x + 3.5, place.y), line)
        case .named:
            let fill = trial.isRight ? style.color : "#fff"
            drawing.circle(place, radius: 3.1, "fill=\"\(fill)\" \(line)", title: words(for: trial))
        }
        if trial.isMisheard { drawing.circle(place, radius: 6.2, "class=\"misheard\"") }
    }

    private func words(for trial: SimulatedTest.Trial) -> String {
        func name(_ response: Response?) -> String {
            switch response {
            case .named(let letter): "\(letter)"
            case .missed: "not seen"
            case nil: "unclear"
            }
        }
        return "\(trial.shown) at \(fixed(trial.size.value, 2)): said \(name(trial.said)), heard"
            + " \(name(trial.heard.response))"
    }
}

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
        // Sorted by the order of the points, because that of a dictionary differs from run to run.
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
