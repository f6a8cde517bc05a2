public import Acuity

extension BenchProcedure {
    /// A random chart read line by line, letter by letter, at 4 m and where need be at 1 m.
    public static func chart(_ stopRule: StopRule = .noneRight) -> BenchProcedure {
        let isUsual = stopRule == .noneRight
        return BenchProcedure(
            name: isUsual ? "etdrs" : "etdrs-\(stopRule.rawValue)",
            title: isUsual ? "Chart" : "Chart, 3 wrong"
        ) { start in
            ChartAtTwoDistances(chart: Chart(.random, seed: start.seed), stopRule: stopRule)
        }
    }

    /// A random chart read at one distance only, which cannot measure what its top line cannot.
    public static func chartAtFourMetres(_ stopRule: StopRule = .noneRight) -> BenchProcedure {
        let isUsual = stopRule == .noneRight
        return BenchProcedure(
            name: isUsual ? "etdrs-4m" : "etdrs-4m-\(stopRule.rawValue)",
            title: isUsual ? "Chart, 4 m" : "Chart, 4 m, 3 wrong"
        ) { start in
            ChartReading(chart: Chart(.random, seed: start.seed), stopRule: stopRule)
        }
    }

    /// Single letters by the rules of E-ETDRS.
    public static let eETDRS = BenchProcedure(name: "e-etdrs", title: "E-ETDRS") { start in
        EETDRS(seed: start.seed)
    }

    /// Best PEST, one optotype at a time.
    public static func bestPEST(showing optotypes: OptotypeSet = .sloan) -> BenchProcedure {
        BenchProcedure(
            name: "best-pest", title: "Best PEST" + shown(optotypes), optotypes: optotypes
        ) { start in
            BestPEST(optotypes: optotypes, seed: start.seed)
        }
    }

    /// The near app's staircase.
    public static func near(showing optotypes: OptotypeSet = .sloan) -> BenchProcedure {
        BenchProcedure(
            name: "near", title: "Near staircase" + shown(optotypes), optotypes: optotypes
        ) { start in
            NearStaircase(optotypes: optotypes, seed: start.seed)
        }
    }

    /// The near app's tumbling E, six in a row.
    public static let tumblingE = BenchProcedure(
        name: "tumbling-e", title: "Tumbling E", optotypes: .tumblingE
    ) { start in
        SixInARow(seed: start.seed)
    }

    /// The Landolt ring in four directions, by the same rule.
    public static let landolt = BenchProcedure(
        name: "landolt", title: "Landolt, four", optotypes: .landolt
    ) { start in
        SixInARow(optotypes: .landolt, seed: start.seed)
    }

    /// The Landolt ring in eight directions, by the same rule.
    public static let landolt8 = BenchProcedure(
        name: "landolt-8", title: "Landolt, eight", optotypes: .landolt8
    ) { start in
        SixInARow(optotypes: .landolt8, seed: start.seed)
    }

    /// H, O, T and V for children.
    public static let hotv = BenchProcedure(name: "hotv", title: "HOTV", optotypes: .hotv) {
        start in
        HOTVTest(seed: start.seed)
    }

    /// Aloud's own procedure, with so many letters.
    ///
    /// - Parameters:
    ///   - optotypes: what it shows.
    ///   - isOneByOne: whether it never goes over to lines.
    public static func adaptive(
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

    /// What a title says of optotypes that are not Sloan's letters.
    private static func shown(_ optotypes: OptotypeSet) -> String {
        optotypes == .sloan ? "" : ", \(optotypes.rawValue)"
    }
}
