internal import Acuity
internal import ChartScoring
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import Recognition
internal import Transcripts

/// `aloud-workbench score`: the scores of recordings in which somebody reads a chart.
enum ScoreCommand: Command {
    /// The form of the results on standard output.
    private enum Format: String, CaseIterable, Sendable {
        case csv, letters, redcap, json
    }

    private static let table = Argument<String>(
        "table", .file,
        help: "A table (CSV or TSV) with the column file and, optionally, chart, record,"
            + " person, eye, distance, stop, channel, examiner, start, end, designed; '-' reads"
            + " it from standard input.")
    private static let letters = HearingOptions.letters(default: .chart)
    private static let output = Option<String?>(
        "output", short: "o", .folder,
        help: "Write all results there: scores.csv, letters.csv, scores.jsonl, redcap.csv with its"
            + " dictionary, report.html. Heard sound is kept there, so that a second run is"
            + " quick.")
    private static let replace = Option.flag(
        "replace",
        help: "Replace the scores of another table in the folder of '--output'. In '--records',"
            + " declare tests of the same recordings with another person, eye, chart, distance or"
            + " stop a mistake, and add others.")
    private static let format = Option(
        "format", .choice(of: Format.self), default: Format.csv.rawValue,
        help: "The results on standard output: a row for each recording, a row for each letter,"
            + " REDCap's CSV, or JSON Lines.")
    private static let counted = Option(
        "reading", .choice(of: ScoreRun.ReadingCounted.self),
        default: ScoreRun.ReadingCounted.last.rawValue,
        help: "The reading that counts if a letter is read again.")
    private static let event = Option<String?>(
        "redcap-event", .text("name"),
        help: "The unique name of REDCap's event, for a project with events.")
    private static let jobs = Option<Int?>(
        "jobs", .whole("number", in: 1...256),
        help: "The number of recordings heard at once (default: one for each core).")

    private static let records = Option<String?>(
        RecordOptions.file.name, .file,
        help:
            "Also keep each recording with one score as a test in these records, under its"
            + " person: the file, or the address of a PostgreSQL database. Later verdicts do not"
            + " change the test.")

    static let verb = Verb(
        "score", summary: "Score recordings of people who read a chart.",
        discussion: """
            Each row of the table is a recording of somebody who reads a chart, without any \
            dialogue. Aloud hears the whole recording, and only then aligns the answers to the \
            chart: lines may be begun below the top, left early, read again, and letters corrected \
            ("no, N"). Each letter is right, wrong, unclear, missed or unread.

            The chart is 1, 2, R, or its letters ('NCKZO RHSDK ...'); by default Aloud takes the \
            one of 1, 2 and R that fits best. The eye is right, left or both; the distance is 4m \
            by default; 'stop' is none-right or fewer-than-3. 'channel' is the reader's, \
            'examiner' the examiner's, whose talk is left out. 'start' and 'end' are seconds. \
            'designed' is the distance that the chart's sizes are meant for, 4m.

            Unclear letters make the score a range until a person has judged them. There is no \
            score, and a reason, where the letters heard do not fit the chart.

              aloud-workbench score table.csv
              aloud-workbench score --output results table.csv
              aloud-workbench score --output results --judge ann table.csv

            Exit status 1 if a recording cannot be heard; its row has the reason. 130 after Ctrl-C.
            """,
        arguments: [table],
        options: [letters, output, replace, format, counted, event, jobs, records]
            + ScoreJudging.options
            + [MeasurementOptions.hearing] + HearingOptions.all,
        stopsOnRequest: true)

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        guard let table = try ScoreTable(arguments[table], in: environment.console) else {
            return stopped(environment)
        }
        let choice = try arguments[letters]
        guard choice.pointing == nil else {
            throw Misuse("'--letters \(choice.rawValue)' hears no letters; a chart needs them.")
        }
        guard choice != .hotv else {
            throw Misuse("'--letters hotv' hears only four letters; a chart has Sloan's ten.")
        }
        let judging = try ScoreJudging(arguments, output: try arguments[output])
        if judging != nil, arguments.wasGiven(records) {
            throw Misuse(
                "'--records' has no effect with '--judge': judge first, then give the command again"
                    + " with '--records' instead.")
        }
        let folder = try arguments[output].map { try ScoreFolder($0) }
        if let folder, try !arguments[replace],
            let lost = try folder.recordsLost(to: table).first
        {
            throw Misuse(
                "'\(folder.path)' has the scores of another table: the record '\(lost)' is not in"
                    + " this one, or has another recording, person, eye, chart, distance, stop or times."
                    + " Name another folder, or give '--replace'.")
        }
        let folders = try environment.console.folders(
            grammars: try arguments[HearingOptions.grammars],
            models: try arguments[HearingOptions.model])
        let making = try HearingOptions.listeners(for: choice, arguments, in: environment)
        let run = ScoreRun(
            table,
            settings: ScoreRun.Settings(
                version: aloudVersion,
                files: [environment.executable, folders.grammars.path, folders.models.path],
                letters: choice.rawValue, kernel: environment.instruments.engines.kernel,
                profile: try HearingOptions.profile(arguments, with: folders)?
                    .decidingText ?? "", counted: try arguments[counted],
                jobs: try arguments[jobs] ?? ProcessInfo.processInfo.activeProcessorCount),
            listeners: ListenerSupply(thresholds: making.thresholds) { try making.make() },
            hearing: try hearing(arguments, in: environment),
            open: environment.instruments.recording, folder: folder)
        let progress = ScoreProgress(table.recordings.count, environment.console)
        let batch = try ScoreBatch(run, until: environment.stop) { progress.heard($0) }
        progress.clear()
        guard !environment.stop.isRequested else {
            return stopped(environment, goesOn: folder != nil)
        }
        try batch.write(event: try arguments[event], time: environment.console.dateAndMinute)
        if let judging {
            let event = try arguments[event]
            // The rows with the reasons are not printed.
            let failures = batch.failures
            for failure in failures { environment.complain(failure) }
            let status = try judging.serve(batch, in: environment) {
                try batch.write(event: event, time: environment.console.dateAndMinute)
            }
            return status == .success && !failures.isEmpty ? .failure : status
        }
        let scores = try batch.scores()
        if let path = try arguments[records] {
            try ScoreRecords.keep(
                scores, in: path, replacing: try arguments[replace], environment)
        }
        try environment.deliver(
            text(of: scores, as: try arguments[format], event: try arguments[event]))
        environment.say(summary(scores, folder: try arguments[output]))
        return scores.count(.failed) == 0 ? .success : .failure
    }

    private static func stopped(
        _ environment: CommandEnvironment, goesOn: Bool = false
    ) -> ExitStatus {
        environment.say(
            "Stopped." + (goesOn ? " Run the same command again to go on from here." : ""))
        return .interrupted
    }

    private static func hearing(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> RecognitionErrorModel {
        if let assumed = try arguments[MeasurementOptions.hearing] {
            return try assumed.model(for: .sloan)
        }
        return try RecognitionErrorModel(
            measuredFor: .sloan, in: environment.grammars(named: arguments[HearingOptions.grammars])
        )
    }

    private static func text(of scores: [ChartScore], as format: Format, event: String?) -> String {
        switch format {
        case .csv: scores.csv
        case .letters: scores.lettersCSV
        case .redcap: scores.redcap(event: event)
        case .json: scores.map { $0.json + "\n" }.joined()
        }
    }

    private static func summary(_ scores: [ChartScore], folder: String?) -> String {
        let counts = [
            (scores.count(.scored), "scored"), (scores.count(.range), "with a range"),
            (scores.count(.withheld), "without a score"), (scores.count(.failed), "not heard"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let judge =
            scores.count(.range) > 0
            ? " Judge the unclear letters with '--output FOLDER --judge NAME'." : ""
        return "\(scores.count.counting("recording")): \(counts)."
            + (folder.map { " The report is \($0)/report.html." } ?? "") + judge
    }
}

/// Shows in a terminal how many recordings were heard.
private final class ScoreProgress: Sendable {
    private let count: Int
    private let console: Console

    init(_ count: Int, _ console: Console) {
        self.count = count
        self.console = console
    }

    func heard(_ done: Int) {
        guard console.terminal.hasColor else { return }
        // To the first column, and the rest of the line cleared (ECMA-48).
        try? console.messages.write("\r\(done) of \(count.counting("recording")) heard\u{1B}[K")
    }

    func clear() {
        guard console.terminal.hasColor else { return }
        try? console.messages.write("\r\u{1B}[K")
    }
}
