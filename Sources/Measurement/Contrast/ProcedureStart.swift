package import Acuity

/// The settings that a test starts with. Each procedure uses those that apply to it.
package struct ProcedureStart {
    /// The set of optotypes to show; ignored by a procedure that shows only one kind.
    package var optotypes: OptotypeSet
    /// The sizes that can be shown.
    package var range: SizeRange
    /// The seed for the letters, and for the order of a random chart.
    package var seed: UInt64
    /// The line that a chart or a staircase starts at.
    package var line: SnellenLine = .largest
    /// The number of letters of Best PEST and the adaptive test; nil for the usual number.
    package var mostLetters: Int?
    /// The width of the interval at which the adaptive test ends, logMAR; nil for any.
    package var intervalWidth: Double?
    /// The recognition errors that the adaptive test expects when it plans.
    package var hearing: RecognitionErrorModel
    /// The chart to read, and its stopping rule.
    package var chart = ChartName.random
    package var stopRule = StopRule.noneRight
    /// The distance from the eye to a chart that is read at one distance.
    package var distance = Distance.fourMetres
    /// Whether a chart is also read at 1 m if necessary.
    package var goesOnAtOneMetre = false
    /// The rule for letters that were never understood.
    package var openLetters = OpenLetterRule.replaced
    /// The faintest letters that the screen can show, for procedures of contrast.
    package var floor = ScreenGrey.faintest

    /// Sets each property from the parameter of its name.
    package init(
        optotypes: OptotypeSet, range: SizeRange, seed: UInt64, line: SnellenLine = .largest,
        mostLetters: Int? = nil, intervalWidth: Double? = nil, hearing: RecognitionErrorModel,
        chart: ChartName = ChartName.random, stopRule: StopRule = StopRule.noneRight,
        distance: Distance = Distance.fourMetres, goesOnAtOneMetre: Bool = false
    ) {
        self.optotypes = optotypes
        self.range = range
        self.seed = seed
        self.line = line
        self.mostLetters = mostLetters
        self.intervalWidth = intervalWidth
        self.hearing = hearing
        self.chart = chart
        self.stopRule = stopRule
        self.distance = distance
        self.goesOnAtOneMetre = goesOnAtOneMetre
    }
}

extension ProcedureChoice {
    /// The procedure, about to begin.
    package func begin(_ start: ProcedureStart) -> any AcuityProcedure {
        let (optotypes, range, seed) = (start.optotypes, start.range, start.seed)
        let open = start.openLetters
        switch self {
        case .etdrs:
            let chart = Chart(start.chart, seed: seed)
            guard !start.goesOnAtOneMetre else {
                return ChartAtTwoDistances(
                    chart: chart, stopRule: start.stopRule, range: range, openLetters: open)
            }
            return ChartReading(
                chart: chart, start: start.line, stopRule: start.stopRule,
                distance: start.distance, range: range, openLetters: open)
        case .eETDRS: return EETDRS(range: range, openLetters: open, seed: seed)
        case .near:
            return NearStaircase(
                start: start.line, optotypes: optotypes, range: range, openLetters: open, seed: seed
            )
        case .tumblingE, .landolt, .landolt8:
            return NearStaircase(
                .sixInARow, start: start.line, optotypes: optotypes, range: range,
                openLetters: open, seed: seed)
        case .bestPEST:
            return BestPEST(
                optotypes: optotypes, count: start.mostLetters, range: range, openLetters: open,
                seed: seed)
        case .adaptive:
            var settings = AdaptiveTest.Settings(showing: optotypes)
            settings.mostLetters = start.mostLetters ?? settings.mostLetters
            settings.intervalWidth = start.intervalWidth
            return AdaptiveTest(
                settings: settings, hearing: start.hearing, range: range, openLetters: open,
                seed: seed)
        case .hotv: return HOTVTest(range: range, openLetters: open, seed: seed)
        case .contrast:
            return ContrastTest(
                optotypes: optotypes, mostLetters: start.mostLetters ?? ContrastTest.usualLetters,
                floor: start.floor, hearing: start.hearing, range: range, seed: seed)
        case .pelliRobson:
            return ContrastChart(.pelliRobson, floor: start.floor, range: range, seed: seed)
        case .mars: return ContrastChart(.mars, floor: start.floor, range: range, seed: seed)
        case .lowContrast2, .lowContrast1:
            return LowContrastChart(
                lowContrast ?? LogCS(0), floor: start.floor, range: range, seed: seed)
        }
    }
}
