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

    /// Best PEST, one letter at a time.
    public static let bestPEST = BenchProcedure(name: "best-pest", title: "Best PEST") { start in
        BestPEST(seed: start.seed)
    }

    /// The near app's staircase.
    public static let near = BenchProcedure(name: "near", title: "Near staircase") { start in
        NearStaircase(seed: start.seed)
    }

    /// The near app's tumbling E, six in a row.
    public static let tumblingE = BenchProcedure(
        name: "tumbling-e", title: "Tumbling E", optotypes: .tumblingE
    ) { start in
        SixInARow(seed: start.seed)
    }

    /// H, O, T and V for children.
    public static let hotv = BenchProcedure(name: "hotv", title: "HOTV", optotypes: .hotv) {
        start in
        HOTVTest(seed: start.seed)
    }

    /// Aloud's own procedure, with so many letters.
    ///
    /// - Parameter isOneByOne: whether it never goes over to lines.
    public static func adaptive(letters: Int, isOneByOne: Bool = false) -> BenchProcedure {
        BenchProcedure(
            name: isOneByOne ? "adaptive-single" : "adaptive",
            title: (isOneByOne ? "Single " : "Adaptive ") + "\(letters)"
        ) { start in
            var settings = AdaptiveTest.Settings()
            settings.mostLetters = letters
            if isOneByOne { settings.spreadBeforeLines = 0 }
            return AdaptiveTest(
                settings: settings, hearing: start.hearing, prior: start.prior, seed: start.seed)
        }
    }
}
