internal import Acuity
internal import CommandLineKit
internal import Recognition
internal import Records

/// What is to be measured, and how, as the options of `aloud test` say.
struct TestPlan {
    /// What stands in the report.
    var setup: TestSetup
    /// The procedure, about to begin.
    let procedure: any AcuityProcedure
    /// How letters are heard, for the estimate.
    let hearing: HearingModel

    private static let procedureOption = Option<ProcedureChoice>(
        "procedure", .choice(), default: ProcedureChoice.etdrs.rawValue,
        help:
            "How it is measured: a chart line by line, E-ETDRS, the near staircase, the tumbling E"
            + " or the Landolt ring of four or eight directions six in a row, Best PEST, Aloud's"
            + " adaptive test, or HOTV for children.")
    static let eye = Option<Eye>(
        "eye", .choice(), default: Eye.right.rawValue,
        help: "The eye that is tested; the other one is covered.")
    static let distance = Option<Distance?>(
        "distance",
        ValueKind(
            "distance", expected: "a distance from 10 cm to 20 m with its unit, such as 4m or 13ft"
        ) {
            try? Distance($0)
        },
        help: "From the eye to the letters. If not given, 4 m; 3 m for e-etdrs and hotv, 40 cm for"
            + " near, tumbling-e, landolt and landolt-8.")
    static let chart = Option<ChartName?>(
        "chart", .choice(of: ChartName.self),
        help: "The letters; if not given, chart 1 for the right eye, 2 for the left, R for both, or"
            + " a random one with --seed.")
    static let start = Option<SnellenLine>(
        "start",
        ValueKind("line", expected: "a line of the chart, such as 20/100, 6/30 or 0.7 (logMAR)") {
            try? SnellenLine(named: $0)
        },
        default: SnellenLine.largest.feet, help: "The line to start at.")
    static let seed = Option<UInt64?>(
        "seed", .whole("number", in: 0...largestSeed),
        help: "Draws the letters of a random chart and of single letters; the same seed gives the"
            + " same letters. If not given, one is drawn and reported.")
    static let stopRule = Option<StopRule>(
        "stop", .choice(), default: StopRule.noneRight.rawValue,
        help:
            "The test ends after a line with no letter right, or with fewer than three. A start line of"
            + " which fewer than three are right is followed by larger ones first.")
    static let oneMetre = Option.flag(
        "one-metre",
        help: "Who reads fewer than 20 letters of a chart at 4 m reads its first six lines at 1 m"
            + " too.")
    static let letters = Option<Int?>(
        "letters", .whole("number", in: 5...200),
        help: "Letters of best-pest (if not given 18, and 24 of four directions or HOTV) and, at"
            + " most, of adaptive (45).")
    static let interval = Option<Double?>(
        "interval", .number("width", in: 0.02...1),
        help: "The adaptive test ends when the 95 % interval is no wider than this, in logMAR.")

    static let options: [any OptionDeclaration] = [
        procedureOption, optotypeOption, eye, distance, chart, start, seed, stopRule, oneMetre,
        letters, interval,
        AssumedHearing.option,
    ]

    /// The largest whole number that every JSON reader keeps: 2^53 - 1 (RFC 8259, section 6).
    private static let largestSeed: UInt64 = 0x1F_FFFF_FFFF_FFFF
    /// Seeds are drawn below this: short enough to be read out and typed again.
    private static let seedsToDraw: Range<UInt64> = 0..<1_000_000

    /// The plan of a command line.
    ///
    /// - Parameters:
    ///   - hearing: how letters are heard.
    ///   - range: the sizes that can be shown.
    ///   - generator: draws the seed of random letters where none is given.
    /// - Throws: `Misuse` where options do not go together.
    init(
        _ arguments: ParsedArguments, hearing: HearingModel, range: SizeRange = .all,
        using generator: inout some RandomNumberGenerator
    ) throws {
        let choice = try Self.choice(arguments)
        let optotypes = try Self.optotypes(arguments)
        try Self.checkOptions(arguments, for: choice)
        let eye = try arguments[Self.eye]
        let given = try arguments[Self.seed]
        let name = choice == .etdrs ? try Self.chartName(arguments, eye: eye) : nil
        var seed = given
        if name == nil || name == .random, seed == nil {
            seed = UInt64.random(in: Self.seedsToDraw, using: &generator)
        }
        let distance = try arguments[Self.distance] ?? choice.usualDistance
        self.hearing = hearing
        setup = TestSetup(
            eye: eye, distance: distance, chart: name, seed: seed,
            procedure: choice == .etdrs ? nil : choice.rawValue,
            optotypes: optotypes == choice.optotypes ? nil : optotypes, range: range,
            stopRule: name == nil ? nil : try arguments[Self.stopRule],
            goesOnAtOneMetre: try arguments[Self.oneMetre])
        setup.mostLetters = try arguments[Self.letters]
        setup.intervalAsked = try arguments[Self.interval]
        if choice == .etdrs { try Self.checkOneMetre(arguments, at: distance) }
        procedure = choice.begin(
            ProcedureStart(
                optotypes: optotypes, range: range, seed: seed ?? 0,
                line: try arguments[Self.start], mostLetters: setup.mostLetters,
                intervalWidth: setup.intervalAsked, hearing: hearing, chart: name ?? .random,
                stopRule: try arguments[Self.stopRule], distance: distance,
                goesOnAtOneMetre: try arguments[Self.oneMetre]))
    }

    /// - Throws: `Misuse` where a chart that goes on at 1 m is not begun as it has to be.
    private static func checkOneMetre(
        _ arguments: ParsedArguments, at distance: Distance
    ) throws {
        guard try arguments[oneMetre] else { return }
        guard distance == .fourMetres, try arguments[start] == .largest else {
            throw Misuse(
                "'--one-metre' is for a chart read from its top at 4 m; leave out"
                    + " '--distance' and '--start'.")
        }
    }

    /// - Throws: `Misuse` where a line to start at is given that is smaller than the procedure has. A
    ///   person who chooses such a line begins with the smallest.
    static func checkStart(_ arguments: ParsedArguments) throws {
        let choice = try choice(arguments)
        let start = try arguments[start]
        if let smallest = choice.smallestLine, start.number > smallest.number {
            throw Misuse(
                "'--\(Self.start.name) \(start.feet)' is smaller than the last line of"
                    + " '--procedure \(choice.rawValue)', \(smallest.feet); name a larger one.")
        }
    }

    /// The chart of a reading line by line. A seed can only mean a random one.
    private static func chartName(_ arguments: ParsedArguments, eye: Eye) throws -> ChartName {
        let given = try arguments[seed]
        let name = try arguments[chart] ?? (given == nil ? eye.usualChart : .random)
        if given != nil, name != .random {
            throw Misuse(
                "'--seed' draws the letters of a random chart, and '--chart \(name.rawValue)' is a"
                    + " printed one; leave out one of the two.")
        }
        return name
    }

    /// - Throws: `Misuse` where an option is given that says nothing to the procedure.
    private static func checkOptions(
        _ arguments: ParsedArguments, for choice: ProcedureChoice
    ) throws {
        let given = [
            (chart.name, arguments.wasGiven(chart)), (start.name, arguments.wasGiven(start)),
            (stopRule.name, arguments.wasGiven(stopRule)),
            (oneMetre.name, arguments.wasGiven(oneMetre)),
            (letters.name, arguments.wasGiven(letters)),
            (interval.name, arguments.wasGiven(interval)),
        ]
        for (name, isGiven) in given where isGiven && !choice.ownOptions.contains(name) {
            let others = ProcedureChoice.allCases.filter { $0.ownOptions.contains(name) }
                .map(\.rawValue)
            throw Misuse(
                "'--\(name)' says nothing to '--procedure \(choice.rawValue)'; leave it out, or name"
                    + " a procedure that heeds it: \(others.joined(separator: ", ")).")
        }
    }
}

extension ProcedureChoice {
    /// The options that say something to it, of those that not all procedures have.
    var ownOptions: Set<String> {
        switch self {
        case .etdrs:
            [
                TestPlan.chart.name, TestPlan.start.name, TestPlan.stopRule.name,
                TestPlan.oneMetre.name,
            ]
        case .near, .tumblingE, .landolt, .landolt8: [TestPlan.start.name]
        case .bestPEST: [TestPlan.letters.name]
        case .adaptive: [TestPlan.letters.name, TestPlan.interval.name]
        case .eETDRS, .hotv: []
        }
    }
}

extension TestPlan {
    /// The plan of a test whose answers come from a choice, with what letters are taken to be misheard by.
    ///
    /// - Parameters:
    ///   - range: the sizes that can be shown.
    ///   - telling: whether a person is told which letters a file of hearing does not count.
    /// - Throws: `Misuse`, `HearingFileError`, or `UnreadableResource` for Aloud's own file of hearing.
    init(
        _ arguments: ParsedArguments, answeredBy choice: AnswerChoice, range: SizeRange = .all,
        telling: Bool = true, in environment: CommandEnvironment
    ) throws {
        var generator = SystemRandomNumberGenerator()
        let hearing = try AssumedHearing.model(
            for: try Self.optotypes(arguments), choice, arguments, in: environment,
            telling: telling)
        try self.init(arguments, hearing: hearing, range: range, using: &generator)
        setup.areAnswersTyped = choice.isText
        setup.hearing = try AssumedHearing.told(hearing, choice, arguments)
    }
}

extension TestPlan {
    private static let optotypeOption = Option<OptotypeSet?>(
        "optotype", .choice(of: OptotypeSet.self),
        help: "What is shown: Sloan's letters, the letters HOTV, the tumbling E, or the Landolt"
            + " ring with a gap in one of four or eight directions. near, best-pest and adaptive"
            + " show any of them; without --procedure it is shown by its own.")

    /// The procedure of a command line; where none is named, the usual one of the optotypes.
    static func choice(_ arguments: ParsedArguments) throws -> ProcedureChoice {
        guard !arguments.wasGiven(procedureOption), let wished = try arguments[optotypeOption]
        else { return try arguments[procedureOption] }
        return ProcedureChoice(usuallyShowing: wished)
    }

    /// What is shown.
    ///
    /// - Throws: `Misuse` where the procedure cannot show what was asked for.
    static func optotypes(_ arguments: ParsedArguments) throws -> OptotypeSet {
        let choice = try choice(arguments)
        guard let wished = try arguments[optotypeOption], wished != choice.optotypes else {
            return choice.optotypes
        }
        guard choice.showsAny else {
            let all = ProcedureChoice.allCases.filter(\.showsAny).map(\.rawValue)
            let usual = ProcedureChoice(usuallyShowing: wished).rawValue
            throw Misuse(
                "'--procedure \(choice.rawValue)' does not show '--optotype \(wished.rawValue)'."
                    + " Use '--procedure \(usual)', or one that shows any optotypes:"
                    + " \(all.joined(separator: ", ")).")
        }
        return wished
    }
}
