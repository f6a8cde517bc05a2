package import Acuity
package import Contrast
package import Records

/// The measurement of a test: its procedure, its optotypes, the eye and the distance.
package struct MeasurementConfiguration: Sendable, Equatable {
    /// The procedure.
    package var procedure: ProcedureChoice
    /// The optotypes shown.
    package var optotypes: OptotypeSet
    /// The eye that is tested; the other one is covered.
    package var eye: Eye
    /// The distance from the eye to the letters.
    package var distance: Distance
    /// Whether the user chose the distance. Otherwise it is the procedure's usual one.
    package var isDistanceGiven: Bool
    /// The letters of a reading line by line.
    package var chart: ChartChoice
    /// The line to start at.
    package var start: SnellenLine
    /// The seed of a random chart and of single letters; nil to draw one.
    package var seed: UInt64?
    /// The rule that ends a chart.
    package var stopRule: StopRule
    /// Whether a chart continues at 1 m if little of it is read at 4 m.
    package var goesOnAtOneMetre: Bool
    /// Maximum number of letters of a procedure that can show any number; nil for its own number.
    package var mostLetters: Int?
    /// The width of the 95 % interval that ends the adaptive test, logMAR; nil for no such end.
    package var intervalWidth: Double?

    /// A measurement (default: a chart read line by line with the right eye at 4 m).
    ///
    /// - Parameters:
    ///   - optotypes: nil for those of the procedure.
    ///   - distance: nil for the usual one of the procedure.
    package init(
        procedure: ProcedureChoice = .etdrs, optotypes: OptotypeSet? = nil, eye: Eye = .right,
        distance: Distance? = nil, chart: ChartChoice = .random, start: SnellenLine = .largest,
        seed: UInt64? = nil, stopRule: StopRule = .noneRight, goesOnAtOneMetre: Bool = false,
        mostLetters: Int? = nil, intervalWidth: Double? = nil
    ) {
        self.procedure = procedure
        self.optotypes = optotypes ?? procedure.optotypes
        self.eye = eye
        self.distance = distance ?? procedure.usualDistance
        self.isDistanceGiven = distance != nil
        self.chart = chart
        self.start = start
        self.seed = seed
        self.stopRule = stopRule
        self.goesOnAtOneMetre = goesOnAtOneMetre
        self.mostLetters = mostLetters
        self.intervalWidth = intervalWidth
    }
}

extension MeasurementConfiguration {
    /// Measures contrast by the adaptive test instead of acuity, with its usual number of letters. A
    /// measurement of contrast stays as it is.
    mutating func measureContrast() {
        guard procedure.quantity == .acuity else { return }
        procedure = .contrast
        optotypes = procedure.optotypes
        mostLetters = nil
        intervalWidth = nil
        goesOnAtOneMetre = false
    }
}

/// The letters of a chart that is read line by line.
package enum ChartChoice: String, CaseIterable, Sendable {
    /// Fresh letters for each test.
    case random
    /// ETDRS chart 1, 2 or R, whatever the eye.
    case one = "1"
    case two = "2"
    case refraction = "R"
    /// ETDRS chart 1 for the right eye, 2 for the left, R for both.
    case byEye = "by-eye"

    /// The chart that an eye reads.
    func name(for eye: Eye) -> ChartName {
        switch self {
        case .random: .random
        case .one: .one
        case .two: .two
        case .refraction: .refraction
        case .byEye: eye.usualChart
        }
    }
}

extension ProcedureChoice {
    /// Whether it starts at a line that can be chosen.
    package var hasStart: Bool {
        switch self {
        case .etdrs, .near, .tumblingE, .landolt, .landolt8: true
        case .eETDRS, .bestPEST, .adaptive, .hotv, .contrast, .pelliRobson, .mars, .lowContrast2,
            .lowContrast1:
            false
        }
    }
}

/// A test about to begin: its procedure, and the setup for its report.
package struct TestPlan {
    /// The setup, for the report.
    package var setup: TestSetup
    /// The procedure, about to begin.
    package internal(set) var procedure: any AcuityProcedure
    /// The model of recognition errors, for the estimate.
    package let hearing: RecognitionErrorModel

    /// The range of drawn seeds: short enough to be read out and typed again.
    private static let seedsToDraw: Range<UInt64> = 0..<1_000_000

    /// The plan of a measurement.
    ///
    /// - Parameters:
    ///   - hearing: how letters are misheard.
    ///   - range: the sizes that can be shown.
    ///   - grey: the grey of the screen, for a procedure of contrast.
    ///   - generator: draws the seed of random letters where none is given.
    package init(
        _ measurement: MeasurementConfiguration, hearing: RecognitionErrorModel,
        range: SizeRange = .all, grey: ScreenGrey? = nil,
        using generator: inout some RandomNumberGenerator
    ) {
        let choice = measurement.procedure
        var seed = measurement.seed
        let chart: ChartName? =
            choice == .etdrs ? measurement.chart.name(for: measurement.eye) : nil
        if chart == nil || chart == .random, seed == nil {
            seed = UInt64.random(in: Self.seedsToDraw, using: &generator)
        }
        self.hearing = hearing
        setup = TestSetup(
            eye: measurement.eye, distance: measurement.distance, chart: chart, seed: seed,
            procedure: choice == .etdrs ? nil : choice.rawValue,
            optotypes: measurement.optotypes == choice.optotypes ? nil : measurement.optotypes,
            range: range, stopRule: chart == nil ? nil : measurement.stopRule,
            goesOnAtOneMetre: measurement.goesOnAtOneMetre)
        setup.mostLetters = measurement.mostLetters
        setup.intervalAsked = measurement.intervalWidth
        var start = ProcedureStart(
            optotypes: measurement.optotypes, range: range, seed: seed ?? 0,
            line: measurement.start, mostLetters: measurement.mostLetters,
            intervalWidth: measurement.intervalWidth, hearing: hearing,
            chart: chart ?? .random, stopRule: measurement.stopRule,
            distance: measurement.distance,
            goesOnAtOneMetre: measurement.goesOnAtOneMetre)
        if choice.quantity == .contrast, let grey {
            setup.contrast = ContrastSetup(screen: grey, letters: choice.lowContrast?.contrast)
            start.floor = grey.floor
        }
        procedure = choice.begin(start)
    }
}
