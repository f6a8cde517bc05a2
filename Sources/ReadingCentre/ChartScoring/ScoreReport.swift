internal import Acuity
internal import Platform
internal import Plots

/// The scores of a batch of recordings as a page.
package struct ScoreReport {
    private let scores: [ChartScore]
    private let words: String
    private let agreement: ReaderAgreement?

    /// - Parameters:
    ///   - words: how and when the scores were made, for the end of the page.
    ///   - agreement: of two readers, if two have judged.
    init(_ scores: [ChartScore], words: String, agreement: ReaderAgreement?) {
        self.scores = scores
        self.words = words
        self.agreement = agreement
    }

    /// The page.
    package var html: String {
        let counts = ChartScore.Status.allCases
            .map { (status: $0, count: scores.count($0)) }.filter { $0.count > 0 }
            .map { "\($0.count) \($0.status.words)" }
        return PlotPage(
            title: "Aloud: recordings of charts", heading: "Recordings of charts, scored",
            lead: "\(scores.count.counting("recording")): \(counts.joined(separator: ", "))."
                + " Acuity in logMAR; a letter is 0.02.",
            sections: [
                .init(title: "Scores", words: Self.scoreWords, content: table),
                .init(title: "Without a score", content: withoutScore),
                .init(title: "Two readers", content: agreement?.html ?? ""),
                .init(title: "Letters", words: Self.letterWords, content: charts),
            ], footer: words.escapedForHTML, style: Self.style
        ).html
    }

    private static let scoreWords = """
        A range means that the score depends on letters that a person has not judged yet: run
        <code>aloud-workbench score --judge</code>. The estimate uses all answers and allows for letters
        that were misheard.
        """
    private static let letterWords = """
        Each letter of the chart with what was read: <b class="right">right</b>,
        <b class="wrong">wrong</b> (with the letter named), <b class="unclear">unclear</b>,
        <b class="missed">missed</b>. A star marks a letter that a person judged.
        """

    private var table: String {
        PlotPage.table(
            [
                "record", "person", "eye", "chart", "status", "logMAR", "letters", "20/20",
                "estimate", "95 % interval", "right", "wrong", "unclear", "missed", "extra",
            ],
            scores.map { score in
                let (mean, low, high) = score.estimateFigures
                let read = score.read
                return (
                    [
                        score.recording.record, score.recording.person,
                        score.recording.eye.rawValue, score.recording.shortChart,
                        score.status.rawValue, score.logMARWords, score.letterWords,
                        score.logMAR.map { ClinicalNotation($0).description } ?? "",
                        fixed(mean, 2),
                        score.estimate == nil ? "-" : "\(fixed(low, 2)) to \(fixed(high, 2))",
                    ]
                        + [
                            read?.count(.right), read?.count(.wrong), read?.count(.unclear),
                            read?.count(.missed), read?.extras.count,
                        ].map { $0.map { "\($0)" } ?? "-" }, false
                )
            })
    }

    private var withoutScore: String {
        let rows = scores.filter { $0.status == .withheld || $0.status == .failed }
        guard !rows.isEmpty else { return "" }
        return "<ul>"
            + rows.map { score in
                "<li><b>\(score.recording.record.escapedForHTML)</b>: "
                    + score.reasons.joined(separator: " ").escapedForHTML + "</li>"
            }.joined(separator: "\n") + "</ul>"
    }

    private var charts: String {
        "<div class=\"charts\">"
            + scores.compactMap { score in score.read.map { Self.chart($0, of: score) } }
            .joined(separator: "\n") + "</div>"
    }

    private static func chart(_ read: ReadChart, of score: ChartScore) -> String {
        let lines = read.lines.enumerated()
            .filter { $0.element.contains { $0.outcome != .unread } }
            .map { index, letters in
                let size = score.recording.chart.lines[index].size.value + score.recording.shift
                let cells = letters.map { letter in
                    let named =
                        letter.outcome == .wrong
                        ? "<sub>\(letter.named?.description ?? "")</sub>" : ""
                    let star = letter.judges.isEmpty ? "" : "*"
                    let time = letter.time.map { " at \(fixed($0.lowerBound, 1)) s" } ?? ""
                    return "<td class=\"\(letter.outcome.rawValue)\""
                        + " title=\"\(letter.outcome.rawValue)\(time)\">"
                        + "\(letter.shown)\(named)\(star)</td>"
                }
                return "<tr><th>\(fixed(size, 1))</th>\(cells.joined())</tr>"
            }
        let notes = (score.reasons + score.remarks).joined(separator: " ")
        return "<figure><table class=\"chart\">\(lines.joined())</table><figcaption>"
            + "<b>\(score.recording.record.escapedForHTML)</b>, \(score.recording.eye.rawValue),"
            + " chart \(score.recording.shortChart.escapedForHTML): \(score.logMARWords)."
            + " \(notes.escapedForHTML)</figcaption></figure>"
    }

    private static let style = """
        .charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(230px, 1fr));
          gap: 28px; }
        .chart { width: auto; }
        .chart td { text-align: center; min-width: 30px; padding: 3px 6px; font-weight: 600; }
        .chart th { font-weight: 400; color: #3c434d; border: 0; font-size: 12px; }
        .right { color: #14532d; background: #e6f2ea; }
        .wrong { color: #7f1d1d; background: #fbe3e4; }
        .unclear { color: #713f12; background: #fdf3c7; }
        .missed { color: #374151; background: #e5e7eb; }
        .unread { color: #9ca3af; }
        b.right, b.wrong, b.unclear, b.missed { padding: 0 5px; }
        """
}

extension ChartScore.Status {
    fileprivate var words: String {
        switch self {
        case .scored: "scored"
        case .range: "with a range, until unclear letters are judged"
        case .withheld: "without a score, with the reason"
        case .failed: "not heard"
        }
    }
}

extension ChartScore {
    /// "0.30", or a range "0.26 to 0.30"; "-" without a score; "or better" where it is a bound.
    fileprivate var logMARWords: String {
        guard let best, let worst else { return "-" }
        let words = best == worst ? "\(best)" : "\(best) to \(worst)"
        return isBound ? words + " or better" : words
    }

    fileprivate var letterWords: String {
        guard let letters else { return "-" }
        return letters.lowerBound == letters.upperBound
            ? "\(letters.lowerBound)" : "\(letters.lowerBound) to \(letters.upperBound)"
    }
}

extension ChartRecording {
    /// The chart's name; its first line where the table has the letters.
    fileprivate var shortChart: String {
        chartName.count <= 6 ? chartName : chartName.prefix(5) + "…"
    }
}
