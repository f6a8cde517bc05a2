internal import CommandLineKit
internal import Platform

extension LineEvaluation {
    /// The evaluation as tables for people.
    package var text: String {
        EvaluationWords.text([
            [measured], all.lines > 0 ? tableLines : [], talk.map { [$0.text] } ?? [],
            stoppedLines, EvaluationWords.unread(unread),
        ])
    }

    private var measured: String {
        let lines = "\(all.lines.counting("line")) of five letters"
        let talks = talk.map { "\($0.recordings.counting("recording")) of talk" }
        let heard = (talk == nil || all.lines > 0 ? [lines] : []) + [talks].compactMap(\.self)
        let seconds = heard.joined(separator: ", ") + ", \(Int(sound.rounded())) s"
        guard let joining else { return seconds }
        return seconds
            + ", joined from single ones with \(joining.pause) s between (seed \(joining.seed))"
    }

    private var tableLines: [String] {
        var table = TextTable(
            [
                "first reading", "lines", "letters", "right", "wrong", "displaced", "open",
                "all right",
            ])
        let rows = EvaluationWords.rows(of: speakers, sets: sets) {
            Proportion(part: $0.right, whole: $0.letters).value ?? 1
        }
        for (name, tally) in rows + [("all", all), ("at the end", atEnd)] {
            table.add(
                [name]
                    + [
                        tally.lines, tally.letters, tally.right, tally.wrong, tally.displaced,
                        tally.open, tally.linesRight,
                    ].map(String.init))
        }
        return table.lines + speakers.headlines + EvaluationWords.notSeen(all.notSeen)
    }

    private var stoppedLines: [String] {
        guard stopped > 0 else { return [] }
        return ["\(stopped.counting("line")) in which \"stop\" was heard, which ends a test"]
    }
}
