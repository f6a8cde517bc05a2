package import Acuity
package import CommandLineKit
package import Recognition

/// The options for the measurement; they make a `MeasurementConfiguration`.
package enum MeasurementOptions {
    private static let quantity = Option<MeasuredQuantity>(
        "quantity", .choice(of: MeasuredQuantity.self), default: MeasuredQuantity.acuity.rawValue,
        help: "The quantity to measure: acuity, or contrast with faint letters on a screen"
            + " whose greys were measured.")
    private static let procedure = Option<ProcedureChoice>(
        "procedure", .choice(), default: ProcedureChoice.etdrs.rawValue,
        help:
            "The procedure: a chart line by line, E-ETDRS, the near staircase, the tumbling E or the"
            + " Landolt ring of four or eight directions six in a row, Best PEST, Aloud's adaptive"
            + " test, or HOTV for children. For contrast: Aloud's adaptive test 'contrast', the"
            + " charts of Pelli and Robson or of Mars, or acuity with letters of 2.5 % or 1.25 %"
            + " contrast.")
    private static let optotype = Option<OptotypeSet?>(
        "optotype", .choice(of: OptotypeSet.self),
        help:
            "The optotypes: Sloan's letters, the letters HOTV, the 23 letters of Monoyer's chart, the"
            + " tumbling E, or the Landolt ring with a gap in one of four or eight directions. near,"
            + " best-pest and adaptive show any of them. Without --procedure, etdrs shows Sloan's"
            + " letters, hotv the letters HOTV, and adaptive the others.")
    package static let eye = Option<Eye>(
        "eye",
        ValueKind(
            "right|left|both",
            expected: "one of 'right', 'left', 'both', or 'OD', 'OS', 'OU'",
            completion: .choices(Eye.allCases.map(\.rawValue))
        ) {
            Eye(named: $0)
        },
        default: Eye.right.rawValue,
        help: "The eye that is tested; the other one is covered. OD, OS and OU are understood too.")
    package static let distance = Option<Distance?>(
        "distance", .distance,
        help: "From the eye to the letters, with its unit, such as 4m, 40cm, 16in or 13ft."
            + " Default: 4 m; 3 m for e-etdrs and hotv, 2 m for low-contrast-2.5 and"
            + " low-contrast-1.25, 1 m for contrast, pelli-robson and mars, 40 cm for near,"
            + " tumbling-e, landolt and landolt-8.")
    private static let chart = Option<ChartChoice>(
        "chart", .choice(), default: ChartChoice.random.rawValue,
        help: "The letters: fresh ones for each test, ETDRS chart 1, 2 or R, or one by the eye (1"
            + " for the right eye, 2 for the left, R for both).")
    package static let start = Option<SnellenLine>(
        "start",
        ValueKind("line", expected: "a line of the chart, such as 20/100, 6/30 or 0.7 (logMAR)") {
            try? SnellenLine(named: $0)
        },
        default: SnellenLine.largest.feet, help: "The line to start at.")
    package static let seed = Option<UInt64?>(
        "seed", .whole("number", in: 0...largestSeed),
        help: "The seed of a random chart and of single letters; the same seed gives the same"
            + " letters. By default a seed is drawn and reported.")
    private static let stopRule = Option<StopRule>(
        "stop", .choice(), default: StopRule.noneRight.rawValue,
        help:
            "The test ends after a line with no letter right, or with fewer than three. If"
            + " fewer than three letters of the first line are right, larger lines follow"
            + " first.")
    package static let oneMetre = Option.flag(
        "one-metre",
        help: "If fewer than 20 letters of a chart are read at 4 m, show its first six lines at 1 m"
            + " too.")
    private static let letters = Option<Int?>(
        "letters", .whole("number", in: 5...200),
        help: "The number of letters of best-pest (default: 18, and 24 of four directions or"
            + " HOTV) and of contrast (default: 30), and the maximum number of letters of adaptive"
            + " (default: 45).")
    private static let interval = Option<Double?>(
        "interval", .number("width", in: 0.02...1),
        help: "The adaptive test ends when the 95 % interval is no wider than this, in logMAR.")

    /// The assumed recognition errors.
    package static let hearing = Option<AssumedErrorRate?>(
        "hearing",
        ValueKind("share|file", expected: "a share from 0% to 50%, such as 5% or 0.05, or a file") {
            AssumedErrorRate($0)
        },
        help: "How often letters are misheard, for the estimate: a share, or a file that"
            + " 'aloud-workbench evaluate --json' printed. The default is the share measured for"
            + " spoken answers, and 0 for typed ones.")

    package static let all: [any OptionDeclaration] = [
        quantity, procedure, optotype, eye, distance, chart, start, seed, stopRule, oneMetre,
        letters,
        interval, hearing,
    ]

    /// The largest whole number that every JSON reader keeps: 2^53 - 1 (RFC 8259, section 6).
    private static let largestSeed: UInt64 = 0x1F_FFFF_FFFF_FFFF

    /// The measurement of a command line.
    ///
    /// - Throws: `Misuse` if options do not go together.
    package static func measurement(_ arguments: ParsedArguments) throws -> MeasurementConfiguration
    {
        let choice = try procedure(arguments)
        try refuseWithoutEffect(arguments, on: choice)
        let measurement = MeasurementConfiguration(
            procedure: choice, optotypes: try optotypes(arguments, of: choice),
            eye: try arguments[eye], distance: try arguments[distance],
            chart: try chart(arguments), start: try arguments[start], seed: try arguments[seed],
            stopRule: try arguments[stopRule], goesOnAtOneMetre: try arguments[oneMetre],
            mostLetters: try arguments[letters], intervalWidth: try arguments[interval])
        try check(measurement)
        return measurement
    }

    /// The letters of a chart. A seed on the command line draws them, whatever chart the
    /// configuration names.
    private static func chart(_ arguments: ParsedArguments) throws -> ChartChoice {
        let isDrawn = arguments.wasGiven(seed.name) && !arguments.wasGiven(chart.name)
        return isDrawn ? .random : try arguments[chart]
    }

    /// The procedure; by default the usual one of the optotypes.
    private static func procedure(_ arguments: ParsedArguments) throws -> ProcedureChoice {
        let wanted = try arguments[quantity]
        guard !arguments.isSet(procedure) else {
            let choice = try arguments[procedure]
            if arguments.wasGiven(quantity.name), choice.quantity != wanted {
                let fitting = ProcedureChoice.allCases.filter { $0.quantity == wanted }
                throw Misuse(
                    "'--procedure \(choice.rawValue)' does not measure '--quantity"
                        + " \(wanted.rawValue)'. Use one that does:"
                        + " \(fitting.map(\.rawValue).joined(separator: ", ")).")
            }
            return choice
        }
        guard wanted == .acuity else { return .contrast }
        guard let wished = try arguments[optotype] else { return try arguments[procedure] }
        return ProcedureChoice(usuallyShowing: wished)
    }

    /// The optotypes.
    ///
    /// - Throws: `Misuse` if the procedure cannot show them.
    private static func optotypes(
        _ arguments: ParsedArguments, of choice: ProcedureChoice
    ) throws -> OptotypeSet {
        guard let wished = try arguments[optotype], wished != choice.optotypes else {
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

    /// - Throws: `Misuse` if an option is given that has no effect on the procedure.
    private static func refuseWithoutEffect(
        _ arguments: ParsedArguments, on choice: ProcedureChoice
    ) throws {
        let special: [(any OptionDeclaration, has: (ProcedureChoice) -> Bool)] = [
            (chart, { $0 == .etdrs }), (start, \.hasStart), (stopRule, { $0 == .etdrs }),
            (oneMetre, { $0 == .etdrs }),
            (letters, { $0 == .bestPEST || $0 == .adaptive || $0 == .contrast }),
            (interval, { $0 == .adaptive }),
        ]
        for (option, has) in special where arguments.wasGiven(option.name) && !has(choice) {
            let others = ProcedureChoice.allCases.filter(has).map(\.rawValue)
            throw Misuse(
                "'--\(option.name)' has no effect with '--procedure \(choice.rawValue)'; leave it"
                    + " out, or use it with \(others.joined(separator: ", ")).")
        }
    }

    /// - Throws: `Misuse` if the values do not go together.
    private static func check(_ measurement: MeasurementConfiguration) throws {
        if measurement.seed != nil, measurement.chart != .random {
            throw Misuse(
                "'--seed' draws the letters of a random chart, and"
                    + " '--chart \(measurement.chart.rawValue)' is a printed one; leave out one of the"
                    + " two.")
        }
        let start = measurement.start
        if let smallest = measurement.procedure.smallestLine, start.number > smallest.number {
            throw Misuse(
                "'--start \(start.feet)' is smaller than the last line of '--procedure"
                    + " \(measurement.procedure.rawValue)', \(smallest.feet); name a larger one.")
        }
        if measurement.goesOnAtOneMetre {
            guard measurement.distance == .fourMetres, start == .largest else {
                throw Misuse(
                    "'--one-metre' is for a chart read from its top at 4 m; leave out"
                        + " '--distance' and '--start'.")
            }
        }
    }
}

extension Eye {
    /// An eye as clinicians write it, in any case of letters: "right", "left", "both", or "OD"
    /// (oculus dexter), "OS" (sinister), "OU" (uterque), or "RE", "LE", "BE", also with full stops;
    /// nil for any other text.
    package init?(named text: String) {
        switch text.lowercased().filter({ $0 != "." }) {
        case "od", "re": self = .right
        case "os", "le": self = .left
        case "ou", "be": self = .both
        case let name: self.init(rawValue: name)
        }
    }
}

extension ValueKind where Value == Distance {
    /// A distance with its unit; a message names the part of it that was not understood.
    package static let distance = ValueKind(
        "distance", expected: "a distance with its unit, such as 4m or 13ft",
        throwing: { text throws(InvalidValue) in
            do throws(DistanceError) { return try Distance(text) } catch {
                throw InvalidValue(text, expected: error.expected)
            }
        })
}
