internal import Acuity
internal import CommandLineKit
internal import Foundation
internal import Recognition
internal import Workbench

/// The options of `aloud simulate`.
enum SimulateOptions {
    static let procedures = Option<[SimulatedProcedure]>(
        "procedure", .list("names", of: .choice(of: SimulatedProcedure.self)),
        default: SimulatedProcedure.usual.map(\.rawValue).joined(separator: ","),
        help:
            "What is tried: \(SimulatedProcedure.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    static let letters = Option<[Int]>(
        "letters", .list("numbers", of: .whole("number", in: 5...500)), default: "25,45",
        help: "After how many letters the adaptive procedure ends.")
    static let optotype = Option<OptotypeSet>(
        "optotype", .choice(of: OptotypeSet.self), default: OptotypeSet.sloan.rawValue,
        help: "What near, best-pest and the adaptive procedures show.")
    static let misheard = Option<[Double]>(
        "misheard", .list("shares", of: .share("share", in: 0...0.5)), default: "0,2%,5%,10%",
        help: "How many letters are heard as another of the letters shown, each equally likely.")
    static let unclear = Option(
        "unclear", .share("share", in: 0...0.9), default: "0",
        help: "How many letters are not understood and asked for again, at most twice.")
    static let confusions = Option<[String]>(
        repeating: "confusions", .file,
        help: "Hear as was measured: the output of 'aloud evaluate --json' on recordings of chart"
            + " letters. In place of --misheard, unless both are given.")
    static let assume = Option<HearingBelief>(
        "assume", .hearingBelief, default: "truth",
        help: "How often the estimate believes that letters are misheard: 'truth', or a share.")
    static let thresholds = Option<ObserverPopulation.Thresholds>(
        "thresholds", .thresholds, default: "-0.2..1.2",
        help: "The patients' thresholds in logMAR: any of a range, or these values in turn.")
    static let sigma = Option<ObserverPopulation.Slopes>(
        "sigma", .slopes, default: "normal",
        help: "How gradually they see, in logMAR: 'normal' draws from normal eyes (median 0.08,"
            + " range 0.04 to 0.2), 'wide' takes that range for 95 % of them, 'normal*1.5' are"
            + " eyes half as gradual again, a number is for all.")
    static let lapse = Option(
        "lapse", .share("share", in: 0...1), default: "1%",
        help: "How many answers have nothing to do with what is seen.")
    static let believed = Option.flag(
        "believed",
        help: "Patients as the estimate believes them to be: threshold, slope, lapses and share"
            + " misheard are drawn from its prior, in place of --thresholds, --sigma and --lapse;"
            + " its interval then has to hold the truth in 95 %.")
    static let guess = Option<Double?>(
        "guess", .share("share", in: 0...0.5),
        help: "How many letters that are not seen are guessed rightly; if not given, one in the"
            + " number of letters to choose from.")
    static let falseMisses = Option(
        "false-misses", .share("share", in: 0...0.9), default: "0",
        help: "How many letters that could be named are said not to be seen.")
    private static let givesUp = Option<Double?>(
        "gives-up-below", .share("share", in: 0...1),
        help: "Patients say that they cannot see it, where they see less often than this, and do"
            + " not guess.")
    static let fatigue = Option(
        "fatigue", .number("logMAR", in: -0.5...0.5), default: "0",
        help: "How much thresholds rise with every hundred letters.")
    static let drift = Option(
        "drift", .number("logMAR", in: 0...0.3), default: "0",
        help: "How much a threshold differs from one test of a patient to the other: a standard"
            + " deviation.")
    static let difficulty = Option(
        "difficulty", .number("logMAR", in: 0...0.3), default: "0",
        help: "How much larger C, D, O and S have to be than the other six.")
    static let resemblance = Option(
        "resemblance", .number("times", in: 1...50), default: "1",
        help:
            "How many times likelier a wrong answer has the look of the letter, round or straight.")
    static let runs = Option(
        "runs", .whole("number", in: 2...1_000_000), default: "2000",
        help:
            "Tests in each cell; every patient is tested twice, so that an odd number is one more.")
    static let seed = Option(
        "seed", .whole("number", in: UInt64(0)...0x1F_FFFF_FFFF_FFFF), default: "1",
        help: "Draws the patients and all else; the same seed gives the same output.")
    static let threads = Option<Int?>(
        "threads", .whole("number", in: 1...1024),
        help: "How many cores work; all if not given. The output is the same.")

    static let all: [any OptionDeclaration] = [
        procedures, letters, optotype, misheard, unclear, confusions, assume, thresholds, sigma,
        lapse, believed, guess, falseMisses, givesUp, fatigue, drift, difficulty, resemblance, runs,
        seed,
        threads,
    ]

    /// Those that say nothing of how good a test can be at best.
    static let besideBounds = all.filter {
        ![letters.name, optotype.name, sigma.name].contains($0.name)
    }

    /// The people that are simulated.
    static func population(_ arguments: ParsedArguments) throws -> ObserverPopulation {
        ObserverPopulation(
            thresholds: try arguments[thresholds], slopes: try arguments[sigma],
            traits: ObserverTraits(
                threshold: LogMAR(0), lapse: try arguments[lapse], guess: try arguments[guess],
                givesUpBelow: try arguments[givesUp], falseMisses: try arguments[falseMisses],
                fatigue: try arguments[fatigue], drift: try arguments[drift],
                difficulty: LetterDifficulty(spread: try arguments[difficulty]),
                resemblance: try arguments[resemblance]))
    }

    /// How patients are heard, in the order of the options.
    ///
    /// - Parameter optotypes: all that the procedures show.
    static func hearings(
        _ arguments: ParsedArguments, showing optotypes: [OptotypeSet]
    ) throws -> [SimulatedHearing] {
        let unclear = try arguments[unclear]
        let files = try arguments[confusions]
        let rates =
            files.isEmpty || arguments.wasGiven(misheard) ? try arguments[misheard] : []
        return rates.map {
            SimulatedHearing(
                name: "even", matrix: ConfusionMatrix(misheard: $0, unclear: unclear))
        } + (try files.map { try SimulatedHearing(evaluation: $0, showing: optotypes) })
    }

    /// How many threads work.
    private static func threadCount(_ arguments: ParsedArguments) throws -> Int {
        try arguments[threads] ?? ProcessInfo.processInfo.activeProcessorCount
    }

    /// The plan of a command line.
    static func plan(_ arguments: ParsedArguments) throws -> SimulationPlan {
        let procedures = try arguments[procedures].flatMap {
            try $0.benchProcedures(
                letters: arguments[letters], showing: arguments[optotype])
        }
        return SimulationPlan(
            procedures, heard: try hearings(arguments, showing: procedures.map(\.optotypes)),
            assuming: try arguments[assume], by: try population(arguments),
            drawsAsBelieved: try arguments[believed],
            runner: BenchRunner(
                seed: try arguments[seed], runs: try arguments[runs],
                threads: try threadCount(arguments)))
    }
}

extension ValueKind where Value == HearingBelief {
    /// "truth", or a share such as "2%".
    fileprivate static let hearingBelief = ValueKind(
        "truth|share", expected: "'truth', or a share from 0% to 50%, such as 2% or 0.02"
    ) { text in
        if text == "truth" { return .truth }
        return (try? ValueKind<Double>.share("share", in: 0...0.5).read(text)).map { .misheard($0) }
    }
}

extension SimulateOptions {
    /// - Throws: `Misuse` where an option of a simulation is given that says nothing to what is asked
    ///   for.
    static func check(_ arguments: ParsedArguments) throws {
        guard !arguments.wasGiven(MeasurementOptions.hearing) else {
            throw Misuse(
                "'--\(MeasurementOptions.hearing.name)' is for '--replay' alone; how simulated patients"
                    + " are heard is said by '--\(misheard.name)' or '--\(confusions.name)'.")
        }
        if try arguments[believed] {
            try refuse([thresholds, sigma, lapse], beside: believed.name, arguments)
        }
        let chosen = try arguments[procedures]
        if arguments.wasGiven(letters), !chosen.contains(where: \.showsAnyNumber) {
            throw Misuse(
                "'--\(letters.name)' is for adaptive and adaptive-single; leave it out, or add one of"
                    + " them to '--\(procedures.name)'.")
        }
        let wished = try arguments[optotype]
        let showing = chosen.flatMap { $0.benchProcedures(letters: [5], showing: wished) }
        guard !arguments.wasGiven(optotype) || showing.contains(where: { $0.optotypes == wished })
        else {
            throw Misuse(
                "'--\(optotype.name) \(wished.rawValue)' is shown by none of these procedures; add"
                    + " near, best-pest or adaptive to '--\(procedures.name)', or leave it out.")
        }
    }

    /// - Throws: `Misuse` where one of these options is given.
    static func refuse(
        _ options: [any OptionDeclaration], beside other: String, _ arguments: ParsedArguments
    ) throws {
        for option in options where arguments.wasGiven(option.name) {
            throw Misuse("'--\(option.name)' says nothing to '--\(other)'; leave it out.")
        }
    }
}
