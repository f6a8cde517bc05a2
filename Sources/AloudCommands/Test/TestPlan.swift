internal import Acuity
internal import HandsFree

/// What is to be measured, and how, as the options of `aloud test` say.
struct TestPlan {
    /// What stands in the report.
    let setup: TestSetup
    /// The reading of the chart.
    let procedure: ChartReading

    static let eye = Option<Eye>(
        "eye", .choice(), default: Eye.right.rawValue,
        help: "The eye that is tested; the other one is covered.")
    static let distance = Option<Distance>(
        "distance",
        ValueKind(
            "distance", expected: "a distance from 10 cm to 20 m with its unit, such as 4m or 13ft"
        ) {
            try? Distance($0)
        },
        default: "4m", help: "From the eye to the letters.")
    static let chart = Option<ChartName?>(
        "chart", .choice(of: ChartName.self),
        help: "The letters; if not given, chart 1 for the right eye, 2 for the left, R for both.")
    static let start = Option<SnellenLine>(
        "start",
        ValueKind("line", expected: "a line of the chart, such as 20/100, 6/30 or 0.7 (logMAR)") {
            try? SnellenLine(named: $0)
        },
        default: SnellenLine.largest.feet, help: "The line to start at.")
    static let seed = Option<UInt64?>(
        "seed", .whole("number", in: 0...largestSeed),
        help: "Draws the letters of a random chart; the same seed gives the same letters. If not"
            + " given, one is drawn and reported.")
    static let stopRule = Option<StopRule>(
        "stop", .choice(), default: StopRule.noneRight.rawValue,
        help: "The test ends after a line with no letter right, or with fewer than three.")

    static let options: [any OptionDeclaration] = [eye, distance, chart, start, seed, stopRule]

    /// The largest whole number that every JSON reader keeps: 2^53 - 1 (RFC 8259, section 6).
    private static let largestSeed: UInt64 = 0x1F_FFFF_FFFF_FFFF
    /// Seeds are drawn below this: short enough to be read out and typed again.
    private static let seedsToDraw: Range<UInt64> = 0..<1_000_000

    /// The plan of a command line.
    ///
    /// - Parameter generator: draws the seed of a random chart where none is given.
    /// - Throws: `Misuse` where a seed is given for a printed chart.
    init(
        _ arguments: ParsedArguments, using generator: inout some RandomNumberGenerator
    ) throws {
        let eye = try arguments[Self.eye]
        let given = try arguments[Self.seed]
        // A seed can only mean a random chart.
        let name = try arguments[Self.chart] ?? (given == nil ? eye.usualChart : .random)
        if given != nil, name != .random {
            throw Misuse(
                "'--seed' draws the letters of a random chart, and '--chart \(name.rawValue)' is a"
                    + " printed one; leave out one of the two.")
        }
        var seed = given
        if name == .random, seed == nil {
            seed = UInt64.random(in: Self.seedsToDraw, using: &generator)
        }
        let distance = try arguments[Self.distance]
        setup = TestSetup(eye: eye, distance: distance, chart: name, seed: seed)
        procedure = ChartReading(
            chart: Chart(name, seed: seed ?? 0), start: try arguments[Self.start],
            stopRule: try arguments[Self.stopRule], distance: distance)
    }
}
