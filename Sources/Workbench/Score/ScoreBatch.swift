internal import Audio
internal import CommandLineKit
package import Platform
internal import Recognition
internal import Records

/// The recordings of a table as they were heard, and everything that is made of them.
package struct ScoreBatch: Sendable {
    private let run: ScoreRun
    private let aligned: [Result<ScoreRun.Aligned, HearingFailure>]

    /// Hears and aligns the recordings of a table.
    ///
    /// - Parameters:
    ///   - note: called with the number of recordings heard so far, from any thread.
    ///   - stop: ends the work after the recordings that are being heard.
    package init(
        _ run: ScoreRun, until stop: StopRequest, note: @escaping @Sendable (Int) -> Void
    ) throws {
        self.run = run
        aligned = try run.align(until: stop, note: note)
    }

    /// Opens a sound of the run by its path and channel.
    var open: @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource { run.open }

    /// The charts that were heard.
    var charts: [ScoreRun.Aligned] { aligned.compactMap { try? $0.get() } }

    /// The scores, with these verdicts of people.
    func scores(with judgements: Judgements) -> [ChartScore] {
        run.scores(of: aligned, with: judgements)
    }

    /// The scores, with the verdicts of people in the folder.
    package func scores() throws -> [ChartScore] {
        scores(with: try run.folder?.judgements() ?? Judgements())
    }

    /// Writes all results to the folder of the run.
    ///
    /// - Parameters:
    ///   - event: the name of REDCap's event; nil for a project without events.
    ///   - time: the time of the run, for the page.
    /// - Throws: `ResultFileError`, or `DamagedJudgements`.
    package func write(event: String?, time: String) throws {
        guard let folder = run.folder else { return }
        let judgements = try folder.judgements()
        let scores = scores(with: judgements)
        let agreement = ReaderAgreement(judgements, on: charts, hearing: run.hearing)
        try folder.write(scores.csv, to: "scores.csv")
        try folder.write(scores.lettersCSV, to: "letters.csv")
        try folder.write(scores.map { $0.json + "\n" }.joined(), to: "scores.jsonl")
        try folder.write(scores.redcap(event: event), to: "redcap.csv")
        try folder.write(ChartScore.redcapDictionary, to: "redcap-dictionary.csv")
        if let agreement {
            try folder.write(agreement.object.jsonText + "\n", to: "agreement.json")
        }
        let words =
            "Printed by aloud score, version \(run.settings.version), on \(time). Letters are"
            + " accepted from a confidence of \(fixed(run.listeners.thresholds.accept, 2));"
            + " '\(run.settings.letters)' was listened for; the \(run.settings.counted.rawValue)"
            + " reading of a letter counts."
        try folder.write(
            ScoreReport(scores, words: words, agreement: agreement).html, to: "report.html")
    }
}
