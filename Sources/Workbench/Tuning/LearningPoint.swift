internal import Evaluation
internal import Platform
internal import Plots

/// A point of a learning curve: the loss after a fit to some of the training speakers.
struct LearningPoint: Codable, Equatable {
    /// The number of training speakers in the fit.
    var speakers: Int
    /// The loss of the validation speakers, 0…1.
    var loss: Double
}

extension TuningSearch {
    /// The loss of the validation speakers without a fit, and after fits to a quarter, a half,
    /// three quarters and all of the training speakers. A curve that still falls at its end
    /// promises a gain from more speakers.
    ///
    /// - Parameter fit: fits the parts to some of the training speakers.
    func learningCurve(
        _ state: State, fit: ([HeardSpeaker]) throws -> TunedParts
    ) throws -> [LearningPoint] {
        let all = state.train.count
        let counts = Set((1...4).map { max(2, all * $0 / 4) }.filter { $0 <= all }).sorted()
        let usual = try tallies(state.check, state.parts).loss ?? 0
        return try [LearningPoint(speakers: 0, loss: usual)]
            + counts.map { count in
                let parts = try fit(Array(state.train.prefix(count)))
                return LearningPoint(
                    speakers: count, loss: try tallies(state.check, parts).loss ?? 0)
            }
    }
}

extension [LearningPoint] {
    /// The curve in words.
    var words: String {
        map { "\(fixed(100 * $0.loss, 1)) % with \($0.speakers)" }.joined(separator: ", ")
    }

    /// The curve as a plot of a page; empty if there are too few points.
    var plot: String {
        let points = map { (x: Double($0.speakers), value: $0.loss, error: 0.0) }
        guard points.count > 2 else { return "" }
        let plot = LinePlot(
            title: "Decision", label: "Loss against the number of speakers fitted on",
            series: [.init(name: "validating speakers", style: SeriesStyle(0), points: points)],
            x: PlotScale(holding: points.map(\.x)),
            xWords: Plot.AxisWords(title: "speakers fitted on") { fixed($0, 0) },
            y: PlotScale(holding: [0] + points.map(\.value)),
            yWords: Plot.AxisWords(title: "loss") { fixed(100 * $0, 0) + " %" },
            pointWords: { fixed($0, 0) })
        return PlotPage.grid([(plot.element, nil)])
    }
}
