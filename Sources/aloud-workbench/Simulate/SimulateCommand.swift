internal import Acuity
internal import CommandLineKit
internal import Contrast
internal import Exam
internal import Platform
internal import Recognition
internal import Records
internal import Simulation

/// `aloud-workbench simulate`: the precision of the procedures, on simulated patients.
enum SimulateCommand: Command {
    private static let byThreshold = Option.flag(
        "by-threshold",
        help: "Also print a row for each threshold, or for each 0.2 logMAR of a range.")
    private static let json = Option.flag("json", help: "Print JSON Lines: an object for each row.")
    private static let html = Option<String?>(
        "html", .file, help: "Also write a page of plots there.")

    private static let svg = Option<String?>(
        "svg", .file, help: "With --weekly: also write the plots there, as a picture.")

    private static let speed = Option.flag(
        "speed",
        help:
            "Measure computing time instead: of a whole test, and of the choice of the next letters,"
            + " on one core.")
    private static let bounds = Option.flag(
        "bounds",
        help: "Print the best possible test-retest limits for this many letters instead: for a"
            + " known and for an unknown threshold.")
    private static let replay = Option<[String]>(
        repeating: "replay", .file,
        help:
            "Instead of simulating, compute score and estimate again from the output of 'aloud test"
            + " --events', with --hearing if it is given. '-' is standard input.")

    static let verb = Verb(
        "simulate", summary: "Try the procedures on thousands of simulated patients.",
        discussion: """
            Tests simulated patients of known acuity, each twice, with every procedure and every \
            rate of misheard letters. For each it prints the bias (measured minus true acuity), the \
            95 % limits of test-retest (1.96 x SD of the difference between the two tests), how \
            often the 95 % interval contained the true acuity, the letters and seconds of a test, \
            and the share of tests without a result. Acuity is in logMAR; 0.02 is a letter.

            'score' is the acuity by the procedure's own rule, 'estimate' the one that allows for \
            misheard letters.

              aloud-workbench simulate
              aloud-workbench simulate --procedure etdrs,adaptive --misheard 0,5% --runs 10000
              aloud-workbench simulate --html bench.html --json >bench.jsonl
              aloud-workbench simulate --weekly --procedure e-etdrs,adaptive --people 500
              aloud-workbench simulate --quantity contrast --letters 30 --misheard 5%
              aloud-workbench simulate --replay test.jsonl

            Ctrl-C stops it and prints the results so far.
            """,
        options: SimulateOptions.all + [
            byThreshold, json, html, svg, SimulateOptions.weekly,
        ] + SimulateOptions.ofWeekly + [speed, bounds, replay, MeasurementOptions.hearing],
        stopsOnRequest: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let recordings = try arguments[replay]
        guard recordings.isEmpty else {
            try SimulateOptions.refuse(
                SimulateOptions.all + SimulateOptions.ofWeekly
                    + [SimulateOptions.weekly, byThreshold, html, svg, speed, bounds],
                beside: replay.name, arguments)
            return try replay(recordings, arguments, in: environment)
        }
        if try arguments[SimulateOptions.quantity] == .contrast {
            return try contrast(arguments, in: environment)
        }
        try SimulateOptions.check(arguments)
        guard try !arguments[SimulateOptions.weekly] else {
            try SimulateOptions.refuse(
                [byThreshold, speed, bounds], beside: SimulateOptions.weekly.name, arguments)
            return try weekly(arguments, in: environment)
        }
        guard !arguments.wasGiven(svg.name) else {
            throw Misuse("'--svg' has no effect without '--weekly'; add it or leave this out.")
        }
        guard try !arguments[bounds] else {
            try SimulateOptions.refuse(
                SimulateOptions.besideBounds + [byThreshold, json, html, speed],
                beside: bounds.name, arguments)
            try environment.output.write(
                SimulationBounds.table(
                    letters: try arguments[SimulateOptions.letters],
                    slopes: try arguments[SimulateOptions.sigma],
                    showing: try arguments[SimulateOptions.optotype]))
            return .success
        }
        let plan = try SimulateOptions.plan(arguments)
        guard try !arguments[speed] else {
            try SimulateOptions.refuse(
                [byThreshold, json, html], beside: speed.name, arguments)
            try environment.output.write(try SimulationSpeed.table(plan, until: environment.stop))
            return .success
        }
        let path = try arguments[html]
        let used = Set(try arguments[SimulateOptions.confusions].map(FileIdentity.init))
        let page = try path.map { try ResultFile($0, for: "the page", sparing: used) }
        let results = try plan.run(at: environment.console)
        // If the page cannot be written, the table is still printed, and vice versa.
        let written = Result {
            if let page, !results.isEmpty { try page.write(try BenchPage(results, plan).html()) }
        }
        let parts = try arguments[byThreshold]
        try environment.deliver(
            arguments[json]
                ? results.flatMap { $0.rows(plan, byThreshold: parts) }
                    .map { $0.jsonText + "\n" }.joined()
                : SimulationTable(results, byThreshold: parts).text(plan))
        try written.get()
        return .success
    }

    /// Simulates tests of contrast.
    private static func contrast(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let used = Set(SimulateOptions.ofContrast.map(\.name))
        try SimulateOptions.refuse(
            (SimulateOptions.all + SimulateOptions.ofWeekly).filter { !used.contains($0.name) }
                + [
                    SimulateOptions.weekly, byThreshold, html, svg, speed, bounds,
                    MeasurementOptions.hearing,
                ],
            beside: SimulateOptions.quantity.name + " contrast", arguments)
        let letters =
            arguments.wasGiven(SimulateOptions.letters.name)
            ? try arguments[SimulateOptions.letters] : [20, 30, 45]
        let misheard =
            arguments.wasGiven(SimulateOptions.misheard.name)
            ? try arguments[SimulateOptions.misheard] : [0, 0.05]
        let (lapse, drift) = (
            try arguments[SimulateOptions.lapse], try arguments[SimulateOptions.drift]
        )
        var cells: [ContrastSimulation.Cell] = []
        for slope in try arguments[SimulateOptions.slope] {
            for share in misheard {
                for (procedure, count) in letters.map({ (ProcedureChoice.contrast, $0) })
                    + [(.pelliRobson, 0), (.mars, 0)]
                {
                    cells.append(
                        .init(
                            procedure: procedure, letters: count, slope: slope, lapse: lapse,
                            misheard: share, drift: drift))
                }
            }
        }
        let simulation = ContrastSimulation(
            seed: try arguments[SimulateOptions.seed], runs: try arguments[SimulateOptions.runs],
            threads: try SimulateOptions.threadCount(arguments))
        let printsJSON = try arguments[json]
        if !printsJSON {
            try environment.output.write(
                "Contrast, log units; the patients' thresholds lie from logCS 0.4 to 1.9.\n"
                    + ContrastStatistics.head + "\n")
        }
        for cell in cells where !environment.stop.isRequested {
            let stop = environment.stop
            let statistics = try simulation.run(cell) { stop.isRequested }
            if printsJSON {
                try environment.emit(statistics.json(of: cell))
            } else {
                try environment.output.write(statistics.row(of: cell) + "\n")
            }
        }
        return environment.stop.isRequested ? .interrupted : .success
    }

    /// Simulates weekly tests.
    private static func weekly(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let plan = try SimulateOptions.series(arguments)
        let page = try arguments[html].map { try ResultFile($0, for: "the page") }
        let picture = try arguments[svg].map { try ResultFile($0, for: "the picture") }
        let results = try plan.run(at: environment.console)
        let written = Result {
            guard !results.isEmpty else { return }
            try page?.write(SeriesPage(results, plan).html)
            try picture?.write(SeriesPage(results, plan).picture)
        }
        try environment.deliver(
            arguments[json]
                ? results.map { SeriesResult.Row($0, plan).jsonText + "\n" }.joined()
                : SeriesTable(results, plan).text)
        try written.get()
        return .success
    }

    /// Computes score and estimate of recorded tests again.
    private static func replay(
        _ paths: [String], _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        guard paths.count(where: { $0 == "-" }) < 2 else {
            throw Misuse("Standard input ('-') can be read only once.")
        }
        let belief = try arguments[MeasurementOptions.hearing]
        let printsJSON = try arguments[json]
        var allAgree = true
        for path in paths {
            let bytes: [UInt8]
            do { bytes = try environment.console.bytes(at: path) } catch {
                throw ReplayError.unreadable("\(error)")
            }
            guard !environment.stop.isRequested else { return stopped(environment) }
            let name = path == "-" ? "standard input" : FileName.shown(path)
            for test in try RecordedTest.read(bytes, of: name) {
                let report = try ReplayReport(test, belief: belief) {
                    try RecognitionErrorModel(
                        measuredFor: $0, in: environment.grammars(named: nil))
                }
                allAgree = allAgree && report.agrees
                if printsJSON {
                    try environment.emit(report)
                } else {
                    try environment.output.write(report.text)
                }
            }
        }
        guard allAgree else {
            environment.say(
                "Error: A computed score or estimate is not the recorded one: the file was changed or"
                    + " comes from another version of Aloud.")
            return .failure
        }
        return .success
    }

    private static func stopped(_ environment: CommandEnvironment) -> ExitStatus {
        environment.complain("Stopped before the end of the input. Nothing was computed from it.")
        return .interrupted
    }
}
