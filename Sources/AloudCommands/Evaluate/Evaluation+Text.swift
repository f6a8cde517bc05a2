extension Evaluation {
    /// The most speakers whose rows are all shown; of more, only the worst.
    private static let mostSpeakers = 40
    private static let worstSpeakers = 5

    /// The evaluation as tables for people.
    var text: String {
        let measured = "\(recordings.counting("recording")), \(Int(sound.rounded())) s"
        var parts = [[measured] + lettersLines]
        parts += [operatingLines, askingLines, wordlessLines, wordsLines, calibrationLines]
        parts.append(ConfusionTable(all.confusions).lines)
        if leftOut > 0 { parts.append([Self.text(leftOut: leftOut)]) }
        if unread > 0 { parts.append(["\(unread.counting("recording")) could not be read"]) }
        return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }

    /// So many recordings that were not heard, for people.
    static func text(leftOut: Int) -> String {
        "\(leftOut.counting("recording")) left out: of letters that are not listened for"
    }

    private var lettersLines: [String] {
        guard !speakers.isEmpty else { return [] }
        var table = TextTable(
            ["speaker", "letters", "right%", "wrong%", "unclear%", "missed%", "inserted%"])
        func add(_ name: String, _ tally: LetterTally) {
            table.add(
                [name, "\(tally.said)"]
                    + [tally.right, tally.wrong, tally.unclear, tally.missed, tally.inserted]
                    .map { "\(tally.percent($0))" })
        }
        var shown = speakers.sorted { $0.key < $1.key }
        if shown.count > Self.mostSpeakers {
            shown = Array(
                shown.sorted { ($0.value.rightShare ?? 1) < ($1.value.rightShare ?? 1) }
                    .prefix(Self.worstSpeakers))
        }
        for (name, tally) in shown { add(name, tally) }
        if sets.count > 1 {
            for (name, tally) in sets.sorted(by: { $0.key < $1.key }) { add("set " + name, tally) }
        }
        add("all", all)
        var lines = table.lines
        if let worst {
            lines.append(
                "worst of \(speakers.count.counting("speaker")): \(worst.speaker),"
                    + " \(worst.tally.percent(worst.tally.right)) % right")
        }
        if all.notSeen > 0 {
            let letters = all.notSeen.counting("letter")
            lines.append("taken for \"can't see it\", and counted as wrong: \(letters)")
        }
        for (name, share) in Self.headlines {
            guard let value = share(all).value else { continue }
            let interval = SpeakerBootstrap.interval(over: speakers, of: share)
            lines.append(
                "\(name) \(value.percentText) %"
                    + (interval.map { " (\($0.percentText))" } ?? ""))
        }
        return lines
    }

    /// The numbers that say most, each with its interval.
    private static let headlines: [(String, @Sendable (LetterTally) -> Proportion)] = [
        ("right", { $0.rightOfSaid }), ("wrong among accepted", { $0.wrongOfAccepted }),
        ("letter error rate", { $0.errorsOfSaid }),
    ]

    private var operatingLines: [String] {
        guard !operating.isEmpty else { return [] }
        let sets = wordless.keys.sorted()
        var table = TextTable(
            ["asked again%", "accepted from", "right%", "wrong among accepted%", "interval"]
                + sets.map { ($0.isEmpty ? "no letter" : $0) + "%" })
        for operating in operating {
            let tally = operating.tally
            table.add(
                [
                    tally.askedShare?.percentText ?? "", "\(operating.point.accept.toThousandths)",
                    tally.rightShare?.percentText ?? "", tally.wrongShare?.percentText ?? "",
                    operating.wrongInterval?.percentText ?? "",
                ] + sets.map { operating.wordless[$0]?.answeredShare?.percentText ?? "" })
        }
        var lines = table.lines
        if speakers.count > 1 {
            lines.append("The intervals: with the threshold set anew for other speakers.")
        }
        if !sets.isEmpty {
            lines.append("The last columns: recordings without a letter answered with one.")
        }
        return lines
    }

    private var askingLines: [String] {
        guard let asking else { return [] }
        func line(_ when: String, _ asking: AskingAgain) -> String {
            let letters = Double(asking.letters)
            let notSeen =
                asking.notSeen > 0 ? " (\(asking.notSeen) taken for \"can't see it\")" : ""
            return
                "asked until clear\(when): \((Double(asking.wrong) / letters).percentText) % wrong at"
                + " the end\(notSeen), \((Double(asking.unsettled) / letters).percentText) % never clear,"
                + " \((Double(asking.askings) / letters).toThousandths) askings a letter"
                + " (\(asking.saidAgain) said again, \(asking.codeWords) by code word)"
        }
        return [line("", asking)]
            + operating.compactMap { operating in
                operating.asking.map {
                    line(", accepted from \(operating.point.accept.toThousandths)", $0)
                }
            }
    }

    private var wordlessLines: [String] {
        guard !wordless.isEmpty else { return [] }
        let all = Self.all(wordless)
        return [
            "\(all.recordings.counting("recording")) without a letter: \(all.letters) heard in all,"
                + " in \((all.answeredShare ?? 0).percentText) % of the recordings"
        ]
    }

    private var wordsLines: [String] {
        words.map { group, tally in
            let said = Double(max(1, tally.said))
            return "\(group.rawValue): \(tally.said) said,"
                + " \((Double(tally.right) / said).percentText) % right,"
                + " \((Double(tally.wrong) / said).percentText) % wrong,"
                + " \((Double(tally.unheard) / said).percentText) % unclear or missed"
                + (group == .codeWords ? unaskedWords : "")
        }
    }

    private var unaskedWords: String {
        guard let tally = codeWordsUnasked else { return "" }
        let share = Double(tally.right) / Double(max(1, tally.said))
        return "; \(share.percentText) % right where nothing is asked again"
    }

    private var calibrationLines: [String] {
        guard let error = calibration.error else { return [] }
        var table = TextTable(["confidence", "letters", "mean", "right%"])
        for (index, bin) in calibration.bins.enumerated() where bin.letters > 0 {
            let letters = Double(bin.letters)
            table.add([
                "0.\(index) to \(index == 9 ? "1.0" : "0.\(index + 1)")", "\(bin.letters)",
                "\((bin.given / letters).toThousandths)", (Double(bin.right) / letters).percentText,
            ])
        }
        return table.lines + ["expected calibration error \(error.percentText) %"]
    }
}
