internal import Acuity
internal import MeasurementBench

extension BenchPage {
    /// The patient whose tests are shown: an acuity that every procedure can measure, and an eye
    /// of median slope.
    private static let patient = ObserverTraits(threshold: LogMAR(0.3))

    /// The share of misheard letters that single tests are shown with: the one nearest to 5 %.
    private var shownRate: Double? {
        Set(results.map(\.misheard)).min { left, right in
            let distances = [left, right].map { ($0 - 0.05).magnitude }
            return (distances[0], left) < (distances[1], right)
        }
    }

    /// Says how to read the plots of single tests.
    var singleRunWords: String {
        """
        One patient of threshold \(fixed(Self.patient.threshold.value, 2)) and sigma
        \(fixed(Self.patient.sigma, 2)) by every procedure, with \(percent(shownRate, 1)) of letters
        misheard. Filled: right; open: wrong; red ring: heard as another letter than was said;
        dashed: the truth. At the right the estimate with its 95 % interval, and the score as a diamond.
        """
    }

    /// A test of each procedure, letter by letter.
    func singleRuns() throws -> String {
        let shown = results.filter { $0.misheard == shownRate }
        let tests = try shown.map { result -> (SimulationResult, SimulatedTest, RunRecord) in
            var cell = result.entry.cell
            cell.population = ObserverPopulation(
                thresholds: .grid([Self.patient.threshold.value]),
                slopes: .same(Self.patient.sigma), traits: Self.patient)
            let visit = PatientVisit(0, of: cell, seed: plan.runner.seed)
            let test = try visit.test(0)
            return (result, test, visit.record(of: test, 0))
        }
        guard !tests.isEmpty else { return "" }
        let sizes = tests.flatMap { $0.1.trials.map(\.size.value) }
        let y = PlotScale(holding: sizes)
        let x = PlotScale(holding: [0, Double(tests.map(\.1.trials.count).max() ?? 1)])
        let figures = tests.map { result, test, record in
            let plot = RunPlot(
                name: result.name, style: style(of: result.name), test: test, record: record,
                x: x, y: y)
            return """
                <figure>
                \(plot.element)
                <figcaption>\(plot.caption.escapedForHTML)</figcaption>
                </figure>
                """
        }
        return "<div class=\"plots\">\n\(figures.joined(separator: "\n"))\n</div>"
    }
}
