package import Acuity

/// A procedure of the bench: its names, and a function that begins a test with it.
package struct BenchProcedure: Sendable {
    /// The name in results for programs: "e-etdrs".
    package let name: String
    /// The name for people: "E-ETDRS".
    package let title: String
    /// The optotypes.
    package let optotypes: OptotypeSet
    private let beginning: @Sendable (Start) -> any AcuityProcedure

    /// The parameters of a test.
    package struct Start: Sendable {
        /// Determines the letters shown, and the procedure's other random draws.
        package var seed: UInt64
        /// The hearing that the procedure assumes.
        package var hearing: RecognitionErrorModel
        /// The prior for the eye; nil for the procedure's own.
        package var prior: SightPrior?
    }

    /// A procedure.
    ///
    /// - Parameters:
    ///   - name: its name in results for programs.
    ///   - title: its name for people.
    ///   - optotypes: the optotypes that it shows.
    ///   - beginning: makes a procedure at the beginning of a test.
    package init(
        name: String, title: String, optotypes: OptotypeSet = .sloan,
        beginning: @escaping @Sendable (Start) -> any AcuityProcedure
    ) {
        self.name = name
        self.title = title
        self.optotypes = optotypes
        self.beginning = beginning
    }

    /// The default prior for the eye.
    package var prior: SightPrior { begin(Start(seed: 0, hearing: .exact, prior: nil)).prior }

    /// A test about to begin.
    package func begin(_ start: Start) -> any AcuityProcedure { beginning(start) }
}

extension BenchProcedure {
    /// A random chart read line by line and letter by letter, at 4 m and, if necessary, at 1 m.
    package static func chart(_ stopRule: StopRule = .noneRight) -> BenchProcedure {
        let isUsual = stopRule == .noneRight
        return BenchProcedure(
            name: isUsual ? "etdrs" : "etdrs-\(stopRule.rawValue)",
            title: isUsual ? "Chart" : "Chart, 3 wrong"
        ) { start in
            ChartAtTwoDistances(chart: Chart(.random, seed: start.seed), stopRule: stopRule)
        }
    }

    /// A random chart at one distance only, which cannot measure an acuity worse than its top line.
    package static func chartAtFourMetres(_ stopRule: StopRule = .noneRight) -> BenchProcedure {
        let isUsual = stopRule == .noneRight
        return BenchProcedure(
            name: isUsual ? "etdrs-4m" : "etdrs-4m-\(stopRule.rawValue)",
            title: isUsual ? "Chart, 4 m" : "Chart, 4 m, 3 wrong"
        ) { start in
            ChartReading(chart: Chart(.random, seed: start.seed), stopRule: stopRule)
        }
    }

    /// Single letters by the rules of E-ETDRS.
    package static let eETDRS = BenchProcedure(name: "e-etdrs", title: "E-ETDRS") { start in
        EETDRS(seed: start.seed)
    }

    /// Best PEST, one optotype at a time.
    package static func bestPEST(showing optotypes: OptotypeSet = .sloan) -> BenchProcedure {
        BenchProcedure(
            name: "best-pest", title: "Best PEST" + shown(optotypes), optotypes: optotypes
        ) { start in
            BestPEST(optotypes: optotypes, seed: start.seed)
        }
    }

    /// The near app's staircase.
    package static func near(showing optotypes: OptotypeSet = .sloan) -> BenchProcedure {
        BenchProcedure(
            name: "near", title: "Near staircase" + shown(optotypes), optotypes: optotypes
        ) { start in
            NearStaircase(optotypes: optotypes, seed: start.seed)
        }
    }

    /// The near app's tumbling E, six in a row.
    package static let tumblingE = BenchProcedure(
        name: "tumbling-e", title: "Tumbling E", optotypes: .tumblingE
    ) { start in
        NearStaircase(.sixInARow, seed: start.seed)
    }

    /// The Landolt ring in four directions, by the same rule.
    package static let landolt = BenchProcedure(
        name: "landolt", title: "Landolt, four", optotypes: .landolt
    ) { start in
        NearStaircase(.sixInARow, optotypes: .landolt, seed: start.seed)
    }

    /// The Landolt ring in eight directions, by the same rule.
    package static let landolt8 = BenchProcedure(
        name: "landolt-8", title: "Landolt, eight", optotypes: .landolt8
    ) { start in
        NearStaircase(.sixInARow, optotypes: .landolt8, seed: start.seed)
    }

    /// H, O, T and V for children.
    package static let hotv = BenchProcedure(name: "hotv", title: "HOTV", optotypes: .hotv) {
        start in
        HOTVTest(seed: start.seed)
    }

    /// Aloud's own procedure, with this number of letters.
    ///
    /// - Parameters:
    ///   - optotypes: the optotypes that it shows.
    ///   - isOneByOne: whether all letters are shown one at a time.
    package static func adaptive(
        letters: Int, showing optotypes: OptotypeSet = .sloan, isOneByOne: Bool = false
    ) -> BenchProcedure {
        BenchProcedure(
            name: isOneByOne ? "adaptive-single" : "adaptive",
            title: (isOneByOne ? "Single " : "Adaptive ") + "\(letters)" + shown(optotypes),
            optotypes: optotypes
        ) { start in
            var settings = AdaptiveTest.Settings(showing: optotypes)
            settings.mostLetters = letters
            if isOneByOne { settings.spreadBeforeLines = 0 }
            return AdaptiveTest(
                settings: settings, hearing: start.hearing, prior: start.prior ?? .standard,
                seed: start.seed)
        }
    }

    /// The part of a title that names optotypes other than Sloan's letters.
    private static func shown(_ optotypes: OptotypeSet) -> String {
        optotypes == .sloan ? "" : ", \(optotypes.rawValue)"
    }
}

/// One cell of the bench: a procedure, the patients it is tried on, and how they are heard.
package struct BenchCell: Sendable {
    /// The procedure.
    package var procedure: BenchProcedure
    /// The patients.
    package var population: ObserverPopulation
    /// The true hearing of the patients' answers.
    package var hearing: ConfusionMatrix
    /// The hearing that the estimate assumes, as does any procedure that plans with the estimate.
    package var assumedHearing: RecognitionErrorModel
    /// The prior of the estimate; nil for the procedure's own.
    package var prior: SightPrior?
    /// Whether threshold, sigma, lapse rate and share misheard of each patient are drawn as the
    /// estimate believes that they are, and not as `population` and `hearing` say. For any
    /// procedure, the 95 % interval then has to hold the truth in 95 % of tests, or something is
    /// computed wrongly (Cook SR, Gelman A, Rubin DB. Validation of software for Bayesian models
    /// using posterior quantiles. J Comput Graph Stat 2006).
    package var drawsAsBelieved: Bool

    /// Letters of a warm-up before each test, from which the estimate learns how this person is
    /// heard; 0 for no warm-up.
    package var warmUpLetters = 0

    /// A cell. Sets each property from the parameter of its name.
    package init(
        procedure: BenchProcedure, population: ObserverPopulation, hearing: ConfusionMatrix,
        assumedHearing: RecognitionErrorModel, prior: SightPrior? = nil,
        drawsAsBelieved: Bool = false
    ) {
        self.procedure = procedure
        self.population = population
        self.hearing = hearing
        self.assumedHearing = assumedHearing
        self.prior = prior
        self.drawsAsBelieved = drawsAsBelieved
    }
}
