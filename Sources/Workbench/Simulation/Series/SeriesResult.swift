internal import Acuity
internal import CommandLineKit
internal import Platform
internal import Transcripts

/// The results of weekly tests in a cell.
package struct SeriesResult: Sendable {
    package let cell: BenchCell
    package let people: [PersonSeries]

    /// A share, 0...1, with its 95 % interval; nil where nothing was counted.
    package struct Share: Sendable, Encodable, Equatable {
        package let value: Double
        package let low: Double
        package let high: Double

        fileprivate init?(_ value: Double?, _ interval: ClosedRange<Double>?) {
            guard let value, let interval else { return nil }
            self.value = value
            low = interval.lowerBound
            high = interval.upperBound
        }
    }

    /// The share of tests of unchanged people beyond the limit, with an interval over people.
    package var beyond: Share? {
        func share(_ people: [PersonSeries]) -> Proportion {
            Proportion(
                part: people.reduce(0) { $0 + $1.beyond },
                whole: people.reduce(0) { $0 + $1.compared })
        }
        return Share(
            share(people).value, SpeakerBootstrap.interval(over: people) { share($0) })
    }

    /// The share of unchanged people with a confirmed change.
    package var falselyConfirmed: Share? { share { $0.isFalselyConfirmed } }

    /// The share of people whose loss is confirmed in time, for one of `SeriesPlan.steps`.
    package func found(step: Int) -> Share? { share { $0.findsStep[step] } }

    /// The share of people whose slow loss is confirmed.
    package func found(slowLoss: Int) -> Share? { share { $0.findsSlowLoss[slowLoss] } }

    private func share(_ isCounted: (PersonSeries) -> Bool) -> Share? {
        let proportion = Proportion(part: people.count(where: isCounted), whole: people.count)
        return Share(proportion.value, proportion.interval)
    }

    /// The share of letters, 0...1, that are misheard.
    package var misheard: Double { cell.hearing.misheard(among: cell.procedure.optotypes) }

    /// The standard deviation between tests, logMAR.
    package var between: Double { cell.population.traits.drift }

    /// An object of `aloud-workbench simulate --weekly --json`.
    package struct Row: Encodable {
        private let procedure: String
        private let title: String
        private let misheard: Double
        private let between: Double
        private let people: Int
        private let beyond: Share?
        private let falselyConfirmed: Share?
        private let steps: [Found]
        private let slowLosses: [Found]

        /// The share of people whose loss is confirmed.
        struct Found: Encodable {
            let loss: Double
            let tests: Int
            let confirmed: Share?
        }

        /// The row of a result.
        package init(_ result: SeriesResult, _ plan: SeriesPlan) {
            procedure = result.cell.procedure.name
            title = result.cell.procedure.title
            misheard = result.misheard.toThousandths
            between = result.between
            people = result.people.count
            beyond = result.beyond
            falselyConfirmed = result.falselyConfirmed
            steps = SeriesPlan.steps.enumerated().map { index, step in
                Found(loss: step.loss, tests: step.tests, confirmed: result.found(step: index))
            }
            slowLosses = plan.slowLosses.enumerated().map { index, loss in
                Found(
                    loss: loss, tests: SeriesPlan.tests, confirmed: result.found(slowLoss: index))
            }
        }
    }
}

/// The results of weekly tests as a table for people.
package struct SeriesTable {
    private let results: [SeriesResult]
    private let plan: SeriesPlan

    /// The table of the results of a plan.
    package init(_ results: [SeriesResult], _ plan: SeriesPlan) {
        self.results = results
        self.plan = plan
    }

    /// The heading of the columns.
    var heading: [String] {
        ["", "misheard", "between", "beyond limit", "falsely confirmed"]
            + SeriesPlan.steps.map { "\(fixed($0.loss, 1)) in \($0.tests)" }
            + plan.slowLosses.map { "\(fixed($0, 2)) a year" }
    }

    /// The cells of a result.
    func cells(_ result: SeriesResult) -> [String] {
        let shares =
            [result.beyond, result.falselyConfirmed]
            + SeriesPlan.steps.indices.map { result.found(step: $0) }
            + plan.slowLosses.indices.map { result.found(slowLoss: $0) }
        return [
            result.cell.procedure.title, percent(result.misheard, 1), fixed(result.between, 3),
        ] + shares.map(Self.text)
    }

    private static func text(_ share: SeriesResult.Share?) -> String {
        guard let share else { return "-" }
        return "\(fixed(100 * share.value, 1)) % (\(fixed(100 * share.low, 1)) to"
            + " \(fixed(100 * share.high, 1)))"
    }

    /// The simulation in words.
    var words: String {
        "\(results.map(\.people.count).max() ?? 0) people a cell, \(SeriesPlan.tests) weekly tests each,"
            + " a sudden loss before test \(SeriesPlan.lossAt + 1); seed \(plan.seed). In brackets: 95 %"
            + " intervals."
    }

    /// The table.
    package var text: String {
        guard !results.isEmpty else { return "Nothing was simulated.\n" }
        var table = TextTable(heading, leastWidths: heading.map { _ in 0 }, gap: 2)
        for result in results { table.add(cells(result)) }
        return (table.lines + ["", words]).joined(separator: "\n") + "\n"
    }
}
