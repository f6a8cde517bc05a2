extension LineEvaluation {
    /// The most speakers whose rows are all shown; of more, only the worst.
    private static let mostSpeakers = 40
    private static let worstSpeakers = 5

    /// The evaluation as tables for people.
    var text: String {
        var parts = [[measured]]
        if all.lines > 0 { parts.append(tableLines + headlines) }
        if let talk { parts.append([talk.text]) }
        if stopped > 0 {
            parts.append([
                "\(stopped.counting("line")) in which \"stop\" was heard, which ends a test"
            ])
        }
        if unread > 0 { parts.append(["\(unread.counting("recording")) could not be read"]) }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
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
        func add(_ name: String, _ tally: LineTally) {
            table.add(
                [name]
                    + [
                        tally.lines, tally.letters, tally.right, tally.wrong, tally.displaced,
                        tally.open, tally.linesRight,
                    ].map(String.init))
        }
        var shown = speakers.sorted { $0.key < $1.key }
        if shown.count > Self.mostSpeakers {
            func share(_ tally: LineTally) -> Double {
                Double(tally.right) / Double(max(1, tally.letters))
            }
            shown = Array(
                shown.sorted { share($0.value) < share($1.value) }.prefix(Self.worstSpeakers))
        }
        for (name, tally) in shown { add(name, tally) }
        if sets.count > 1 {
            for (name, tally) in sets.sorted(by: { $0.key < $1.key }) { add("set " + name, tally) }
        }
        add("all", all)
        add("at the end", atEnd)
        return table.lines
    }

    private var headlines: [String] {
        var lines = LineTally.shares.compactMap { share -> String? in
            guard let value = share.count(all).value else { return nil }
            let interval = interval(of: share.count).map { " (\($0.percentText))" } ?? ""
            return "\(share.name) \(value.percentText) %" + interval
        }
        if all.notSeen > 0 {
            let letters = all.notSeen.counting("letter")
            lines.append("taken for \"can't see it\", and counted as wrong: \(letters)")
        }
        return lines
    }
}
