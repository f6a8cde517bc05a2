internal import Acuity
internal import Platform
internal import Plots

extension BenchPage {
    /// The patient whose tests the page shows: one of the simulated patients, with a threshold and
    /// a slope in the middle of their range.
    private var patient: ObserverTraits {
        var patient = plan.population.traits
        switch plan.population.thresholds {
        case .range(let range):
            // An acuity that every procedure can measure, if there is one.
            let usual = min(max(Self.usualThreshold, range.lowerBound), range.upperBound)
            patient.threshold = LogMAR(usual)
        case .grid(let values):
            let near = values.min {
                ($0 - Self.usualThreshold).magnitude < ($1 - Self.usualThreshold).magnitude
            }
            patient.threshold = LogMAR(near ?? Self.usualThreshold)
        }
        switch plan.population.slopes {
        case .same(let sigma): patient.sigma = sigma
        case .logNormal(let median, _, _): patient.sigma = median
        }
        return patient
    }

    private static let usualThreshold = 0.3

    /// The share of misheard letters that single tests are shown with: the one nearest to 5 %.
    private var shownRate: MisheardRate? {
        Set(results.map(\.rate)).min { left, right in
            let distances = [left, right].map { ($0.share - 0.05).magnitude }
            return (distances[0], left) < (distances[1], right)
        }
    }

    /// Says how to read the plots of single tests.
    var singleRunWords: String {
        """
        One patient of threshold \(fixed(patient.threshold.value, 2)) and sigma
        \(fixed(patient.sigma, 2)) by every procedure, with \(shownRate?.percentage ?? "none") of letters
        misheard; otherwise like the simulated patients\(plan.drawsAsBelieved ? "" : " above"). Filled:
        right; open: wrong; bar: not seen; dot: unclear; red ring: heard as another letter; dashed: the
        true threshold. At the right the estimate with its 95 % interval, and the score as a diamond;
        an arrow marks an open end of the interval.
        """
    }

    /// A test of each procedure, letter by letter.
    func singleRuns() throws -> String {
        let shown = results.filter { $0.rate == shownRate }
        let patient = patient
        let tests = try shown.map { result -> (SimulationResult, SimulatedTest, RunRecord) in
            var cell = result.entry.cell
            cell.population = ObserverPopulation(
                thresholds: .grid([patient.threshold.value]), slopes: .same(patient.sigma),
                traits: patient)
            cell.drawsAsBelieved = false
            let visit = PatientVisit(0, of: cell, seed: plan.runner.seed)
            let test = try visit.test(0)
            return (result, test, visit.record(of: test, 0))
        }
        guard !tests.isEmpty else { return "" }
        let sizes = tests.flatMap { $0.1.trials.map(\.size.value) }
        let results = tests.flatMap { _, _, record in
            [record.threshold, record.interval.lowerBound, record.interval.upperBound]
                + [record.score].compactMap(\.self)
        }
        let y = PlotScale(holding: sizes + results)
        let x = PlotScale(holding: [0, Double(tests.map(\.1.trials.count).max() ?? 1)])
        return PlotPage.grid(
            tests.map { result, test, record in
                let plot = RunPlot(
                    name: result.name, style: style(of: result.name), test: test, record: record,
                    x: x, y: y)
                return (plot.element, plot.caption)
            })
    }
}

extension BenchPage {
    /// All numbers, a row for each cell and figure.
    var table: String {
        let heads = [
            "procedure", "misheard", "hearing", "letters", "seconds", "figure", "bias", "limits",
            "coverage", "interval", "within 0.1", "withheld",
        ]
        var last = ""
        let rows = results.flatMap { result in
            Figure.allCases.map { figure in
                defer { last = result.name }
                return (cells(result, figure), figure == .score && result.name != last)
            }
        }
        return PlotPage.table(heads, rows)
    }

    private func cells(_ result: SimulationResult, _ figure: Figure) -> [String] {
        let whole = result.result
        let numbers = whole.statistics(of: figure)
        let hearing = result.entry.hearing.name == "even" ? "even" : "measured"
        return [
            result.name, percent(result.misheard, 1), hearing,
            fixed(whole.mean { Double($0.letters) }, 1), fixed(whole.mean(\.seconds), 0),
            figure.rawValue, signed(numbers.bias), fixed(numbers.limits, 3),
            percent(numbers.coverage, 1), fixed(numbers.intervalWidth, 3),
            percent(numbers.withinALine, 1), percent(whole.withheld(figure), 1),
        ]
    }
}
