internal import CommandLineKit
internal import Platform

extension Evaluation {
    /// The evaluation as tables for people.
    var text: String {
        let measured = "\(recordings.counting("recording")), \(Int(sound.rounded())) s"
        return EvaluationWords.text([
            [measured] + lettersLines, operatingLines, askingLines, wordlessLines + commandLines,
            wordsLines, calibrationLines, ConfusionTable(all.confusions).lines,
            leftOut > 0
                ? [
                    "\(leftOut.counting("recording")) left out: of letters that are not listened for"
                ]
                : [],
            EvaluationWords.unread(unread),
        ])
    }

    private var lettersLines: [String] {
        guard !speakers.isEmpty else { return [] }
        let table = PeopleTable(people: speakers, sets: sets, sums: [("all", all)])
        var lines = table.lines(
            ["speaker", "letters", "right%", "wrong%", "unclear%", "missed%", "inserted%"]
        ) { _, tally in
            ["\(tally.said)"]
                + [tally.right, tally.wrong, tally.unclear, tally.missed, tally.inserted]
                .map { "\(tally.percent($0))" }
        }
        if let worst {
            lines.append(
                "worst of \(speakers.count.counting("speaker")): \(worst.speaker),"
                    + " \(worst.tally.percent(worst.tally.right)) % right")
        }
        return lines + EvaluationWords.notSeen(all.notSeen) + speakers.headlines
    }

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
        let all = wordless.values.total
        return [
            "\(all.recordings.counting("recording")) without a letter: \(all.letters) heard in all,"
                + " in \((all.answeredShare ?? 0).percentText) % of the recordings"
        ]
    }

    private var commandLines: [String] {
        Self.commandLines(commandsWithoutAnswer, "without an answer")
            + Self.commandLines(commandsForLetters.filter { $0.value.taken > 0 }, "of letters")
    }

    /// A line for each set.
    private static func commandLines(_ sets: [String: CommandTally], _ kind: String) -> [String] {
        sets.sorted { $0.key < $1.key }.map { set, tally in
            (set.isEmpty ? "" : "set \(set): ")
                + "\(tally.taken) of \(tally.recordings.counting("recording")) \(kind) taken for a command"
                + (tally.taken > 0 ? ": \(tally.commandsText)" : "")
        }
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
