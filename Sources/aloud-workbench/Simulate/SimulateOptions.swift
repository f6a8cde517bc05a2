internal import Acuity
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import Recognition
internal import Simulation

/// The options of `aloud-workbench simulate`.
enum SimulateOptions {
    static let procedures = Option<[SimulatedProcedure]>(
        "procedure", .list("names", of: .choice(of: SimulatedProcedure.self)),
        default: SimulatedProcedure.usual.map(\.rawValue).joined(separator: ","),
        help:
            "The procedures: \(SimulatedProcedure.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    static let quantity = Option<MeasuredQuantity>(
        "quantity", .choice(of: MeasuredQuantity.self), default: MeasuredQuantity.acuity.rawValue,
        help: "The quantity that is measured: acuity, or contrast by the adaptive test and by the"
            + " charts of Pelli and Robson and of Mars.")
    static let slope = Option<[Double]>(
        "slope", .list("numbers", of: .number("slope", in: 0.5...20)), default: "2,3.5,6",
        help: "With --quantity contrast: the slopes of the patients' Weibull functions over log"
            + " contrast.")
    static let letters = Option<[Int]>(
        "letters", .list("numbers", of: .whole("number", in: 5...500)), default: "25,45",
        help: "The number of letters after which the adaptive procedure ends.")
    static let optotype = Option<OptotypeSet>(
        "optotype", .choice(of: OptotypeSet.self), default: OptotypeSet.sloan.rawValue,
        help: "The optotypes of near, best-pest and the adaptive procedures.")
    static let misheard = Option<[Double]>(
        "misheard", .list("shares", of: .share("share", in: 0...0.5)), default: "0,2%,5%,10%",
        help: "The share of letters heard as another one of the set, each equally likely.")
    static let unclear = Option(
        "unclear", .share("share", in: 0...0.9), default: "0",
        help: "The share of letters not understood, which are asked for again at most twice.")
    static let deaf = Option<Set<Letter>>(
        "deaf", .letters, default: "",
        help: "Letters that are never understood, such as ZN, whoever says them.")
    static let confusions = Option<[String]>(
        repeating: "confusions", .file,
        help:
            "Measured confusions: the output of 'aloud-workbench evaluate --json' on recordings of chart"
            + " letters. Replaces --misheard, unless both are given.")
    static let assume = Option<ErrorRateBelief>(
        "assume", .hearingBelief, default: "truth",
        help: "The share of misheard letters that the estimate assumes: 'truth', or a share.")
    static let warmUp = Option(
        "warm-up", .whole("number", in: 0...100), default: "0",
        help: "The number of letters of a warm-up before each test. The estimate learns from"
            + " them how often this person is misheard.")
    static let thresholds = Option<ObserverPopulation.Thresholds>(
        "thresholds", .thresholds, default: "-0.2..1.2",
        help: "The patients' thresholds, logMAR: drawn from a range, or these values in turn.")
    static let sigma = Option<ObserverPopulation.Slopes>(
        "sigma", .slopes, default: "normal",
        help:
            "The spread (sigma) of the psychometric function, logMAR: 'normal' draws from"
            + " normal eyes (median 0.08, range 0.04 to 0.2), 'wide' has that range for 95"
            + " % of the eyes, 'normal*1.5' multiplies it, a number is the same for all.")
    static let lapse = Option(
        "lapse", .share("share", in: 0...1), default: "1%",
        help: "The share of answers that do not depend on the letter shown.")
    static let believed = Option.flag(
        "believed",
        help:
            "Draw threshold, sigma, lapses and share misheard from the prior of the estimate instead"
            + " of --thresholds, --sigma and --lapse; 95 % of the intervals should then contain the"
            + " true threshold.")
    static let guess = Option<Double?>(
        "guess", .share("share", in: 0...0.5),
        help: "The chance of guessing an unseen letter right (default: one in the number of"
            + " letters of the set).")
    static let falseMisses = Option(
        "false-misses", .share("share", in: 0...0.9), default: "0",
        help: "The share of seen letters that patients say they cannot see.")
    private static let givesUp = Option<Double?>(
        "gives-up-below", .share("share", in: 0...1),
        help:
            "Below this chance of seeing a letter, patients say that they cannot see it instead of"
            + " guessing.")
    static let fatigue = Option(
        "fatigue", .number("logMAR", in: -0.5...0.5), default: "0",
        help: "The rise of thresholds with every hundred letters.")
    static let drift = Option(
        "drift", .number("logMAR", in: 0...0.3), default: "0",
        help: "The standard deviation of a patient's threshold between the two tests.")
    static let difficulty = Option(
        "difficulty", .number("logMAR", in: 0...0.3), default: "0",
        help: "The difference in threshold between C, D, O and S and the other six letters.")
    static let resemblance = Option(
        "resemblance", .number("times", in: 1...50), default: "1",
        help:
            "How many times likelier a wrong answer is a letter of the same shape, round or straight."
    )
    static let runs = Option(
        "runs", .whole("number", in: 2...1_000_000), default: "2000",
        help: "Tests in each cell; each patient is tested twice, so an odd number is rounded up.")
    static let seed = Option(
        "seed", .whole("number", in: UInt64(0)...0x1F_FFFF_FFFF_FFFF), default: "1",
        help: "Seed of all random choices; the same seed gives the same output.")
    static let threads = Option<Int?>(
        "threads", .whole("number", in: 1...1024),
        help: "The number of cores (default: all). The output does not depend on it.")

    static let weekly = Option.flag(
        "weekly",
        help:
            "Simulate \(SeriesPlan.tests) weekly tests of each person instead, and judge them"
            + " as a person's history does: false alarms, and confirmed losses.")
    static let people = Option(
        "people", .whole("number", in: 10...1_000_000), default: "1000",
        help: "With --weekly: the number of people for each procedure.")
    static let between = Option<[Double]>(
        "between", .list("numbers", of: .number("logMAR", in: 0...0.3)), default: "0.04",
        help: "With --weekly: the standard deviation of a person's threshold between tests.")
    static let slowLosses = Option<[Double]>(
        "slow-loss", .list("numbers", of: .number("logMAR", in: 0...2)),
        default: "0.02,0.04,0.09",
        help: "With --weekly: the yearly losses of people who lose acuity slowly, logMAR.")

    /// The options that have an effect on tests of contrast.
    static let ofContrast: [any OptionDeclaration] = [
        quantity, slope, letters, misheard, lapse, drift, runs, seed, threads,
    ]

    /// The options that have an effect on weekly tests only.
    static let ofWeekly: [any OptionDeclaration] = [people, between, slowLosses]

    static let all: [any OptionDeclaration] = [
        quantity, procedures, letters, optotype, misheard, unclear, confusions, assume, warmUp,
        thresholds,
        sigma,
        lapse, believed, deaf, guess, falseMisses, givesUp, fatigue, drift, difficulty, resemblance,
        runs,
        seed,
        threads, slope,
    ]

    /// The options without effect on `--bounds`.
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

    /// The models of recognition, in the order of the options.
    ///
    /// - Parameter optotypes: all that the procedures show.
    static func hearings(
        _ arguments: ParsedArguments, showing optotypes: [OptotypeSet]
    ) throws -> [SimulatedRecognition] {
        let unclear = try arguments[unclear]
        let deaf = try arguments[deaf]
        let files = try arguments[confusions]
        let rates =
            files.isEmpty || arguments.wasGiven(misheard) ? try arguments[misheard] : []
        return rates.map {
            SimulatedRecognition(
                name: "even", matrix: ConfusionMatrix(misheard: $0, unclear: unclear)
            ).deaf(to: deaf)
        }
            + (try files.map {
                try SimulatedRecognition(evaluation: $0, showing: optotypes).deaf(to: deaf)
            })
    }

    /// The number of threads.
    static func threadCount(_ arguments: ParsedArguments) throws -> Int {
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
            drawsAsBelieved: try arguments[believed], warmUpLetters: try arguments[warmUp],
            runner: BenchRunner(
                seed: try arguments[seed], runs: try arguments[runs],
                threads: try threadCount(arguments)))
    }
}

extension ValueKind where Value == Set<Letter> {
    /// Letters without spaces, such as "ZN"; no letters if the text is empty.
    fileprivate static let letters = ValueKind("letters", expected: "letters, such as ZN") { text in
        let letters = text.compactMap { Letter($0) }
        return letters.count == text.count ? Set(letters) : nil
    }
}

extension ValueKind where Value == ErrorRateBelief {
    /// "truth", or a share such as "2%".
    fileprivate static let hearingBelief = ValueKind(
        "truth|share", expected: "'truth', or a share from 0% to 50%, such as 2% or 0.02"
    ) { text in
        if text == "truth" { return .truth }
        return (try? ValueKind<Double>.share("share", in: 0...0.5).read(text)).map { .misheard($0) }
    }
}

extension SimulateOptions {
    /// The plan of weekly tests.
    ///
    /// - Throws: `Misuse` if an option has no effect on it.
    static func series(_ arguments: ParsedArguments) throws -> SeriesPlan {
        try refuse([runs, drift, believed], beside: weekly.name, arguments)
        let plan = try plan(arguments)
        let cells = try arguments[between].flatMap { between in
            plan.entries.map { entry in
                var cell = entry.cell
                cell.population.traits.drift = between
                return cell
            }
        }
        return SeriesPlan(
            cells: cells, people: try arguments[people], slowLosses: try arguments[slowLosses],
            seed: try arguments[seed], threads: try threadCount(arguments))
    }

    /// - Throws: `Misuse` if an option has no effect on this simulation.
    static func check(_ arguments: ParsedArguments) throws {
        guard !arguments.wasGiven(MeasurementOptions.hearing) else {
            throw Misuse(
                "'--\(MeasurementOptions.hearing.name)' has no effect without '--replay'; use"
                    + " '--\(misheard.name)' or '--\(confusions.name)' for simulated patients.")
        }
        guard !arguments.wasGiven(slope.name) else {
            throw Misuse(
                "'--\(slope.name)' has no effect without '--\(quantity.name) contrast'; add it or"
                    + " use '--\(sigma.name)'.")
        }
        if try !arguments[weekly] {
            for option in ofWeekly where arguments.wasGiven(option.name) {
                throw Misuse(
                    "'--\(option.name)' has no effect without '--\(weekly.name)'; add it or leave this"
                        + " out.")
            }
        }
        if try arguments[believed] {
            try refuse([thresholds, sigma, lapse, warmUp], beside: believed.name, arguments)
        }
        let chosen = try arguments[procedures]
        if arguments.wasGiven(letters), !chosen.contains(where: \.showsAnyNumber) {
            throw Misuse(
                "'--\(letters.name)' has no effect on these procedures; leave it out, or add adaptive"
                    + " or adaptive-single to '--\(procedures.name)'.")
        }
        let wished = try arguments[optotype]
        let showing = chosen.flatMap { $0.benchProcedures(letters: [5], showing: wished) }
        guard !arguments.wasGiven(optotype) || showing.contains(where: { $0.optotypes == wished })
        else {
            throw Misuse(
                "'--\(optotype.name) \(wished.rawValue)' has no effect on these procedures; leave it"
                    + " out, or add near, best-pest or adaptive to '--\(procedures.name)'.")
        }
    }

    /// - Throws: `Misuse` if one of these options is given.
    static func refuse(
        _ options: [any OptionDeclaration], beside other: String, _ arguments: ParsedArguments
    ) throws {
        for option in options where arguments.wasGiven(option.name) {
            throw Misuse("'--\(option.name)' has no effect with '--\(other)'; leave it out.")
        }
    }
}

extension ValueKind {
    /// Values with commas between them, each read by `kind`.
    static func list<Element>(_ name: String, of kind: ValueKind<Element>) -> ValueKind
    where Value == [Element] {
        ValueKind(name, expected: "\(kind.expected), or several with commas between") { text in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            return try? kind.readAll(parts.map { String($0.trimming { $0 == " " }) })
        }
    }
}

extension ValueKind where Value == ObserverPopulation.Thresholds {
    /// Thresholds in logMAR: a range such as "-0.2..1.2", or values such as "0,0.3,0.6".
    static let thresholds = ValueKind(
        "thresholds",
        expected: "logMAR from -0.5 to 1.6: a range such as -0.2..1.2, or values such as 0,0.3,0.6"
    ) { text in
        let limits = -0.5...1.6
        let isRange = text.contains("..")
        let parts = isRange ? text.split(separator: "..") : text.split(separator: ",")
        let values = parts.compactMap { Double(decimal: $0.trimming { $0 == " " }) }
        guard values.count == parts.count, !values.isEmpty, values.allSatisfy(limits.contains)
        else {
            return nil
        }
        guard isRange else { return .grid(values) }
        return values.count == 2 && values[0] < values[1] ? .range(values[0]...values[1]) : nil
    }
}

extension ValueKind where Value == ObserverPopulation.Slopes {
    /// Sigma in logMAR: "normal" or "wide" for normal eyes, or a number for all.
    static let slopes = ValueKind(
        "sigma",
        expected: "'normal', 'wide', or a number from 0.01 to 0.5, or 'normal' times a number,"
            + " such as 'normal*1.5'"
    ) { text in
        if text == "normal" { return .normalEyes }
        if text == "wide" { return .wideNormalEyes }
        if text.hasPrefix("normal*"), let factor = Double(decimal: text.dropFirst("normal*".count)),
            (0.2...5).contains(factor)
        {
            return .normalEyes.scaled(by: factor)
        }
        return Double(decimal: text).flatMap { (0.01...0.5).contains($0) ? .same($0) : nil }
    }
}
