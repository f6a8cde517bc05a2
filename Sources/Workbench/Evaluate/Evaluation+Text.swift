internal import CommandLineKit
internal import Platform

extension Evaluation {
    /// The evaluation as tables for people.
    package var text: String {
        let measured = "\(recordings.counting("recording")), \(Int(sound.rounded())) s"
        return EvaluationWords.text([
            [measured] + lettersLines, operatingLines, askingLines, wordlessLines + commandLines,
            wordsLines, calibrationLines, ConfusionTable(all.confusions).lines,
            EvaluationWords.leftOut(leftOut), EvaluationWords.unread(unread),
        ])
    }

    private var lettersLines: [String] {
        guard !speakers.isEmpty else { return [] }
        var table = TextTable(
            ["speaker", "letters", "right%", "wrong%", "unclear%", "missed%", "inserted%"])
        let rows = EvaluationWords.rows(of: speakers, sets: sets) { $0.rightShare ?? 1 }
        for (name, tally) in rows + [("all", all)] {
            table.add(
                [name, "\(tally.said)"]
                    + [tally.right, tally.wrong, tally.unclear, tally.missed, tally.inserted]
                    .map { "\(tally.percent($0))" })
        }
        var lines = table.lines
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

/// What evaluations of letters and of lines say alike.
enum EvaluationWords {
    /// The most speakers whose rows are all shown; of more, only the worst.
    private static let mostSpeakers = 40
    private static let worstSpeakers = 5

    /// The rows of a table: speakers by name, or of very many the worst, and sets, where there is more than
    /// one.
    ///
    /// - Parameter share: how well a speaker was heard; 0 for the worst.
    static func rows<Counts: Tally>(
        of speakers: [String: Counts], sets: [String: Counts], worstBy share: (Counts) -> Double
    ) -> [(name: String, tally: Counts)] {
        var shown = speakers.sorted { $0.key < $1.key }
        if shown.count > mostSpeakers {
            shown = Array(
                shown.sorted { share($0.value) < share($1.value) }.prefix(worstSpeakers))
        }
        let apart = sets.count > 1 ? sets.sorted { $0.key < $1.key } : []
        return shown.map { ($0.key, $0.value) } + apart.map { ("set " + $0.key, $0.value) }
    }

    /// Letters that were taken for not seen; no line without any.
    static func notSeen(_ letters: Int) -> [String] {
        guard letters > 0 else { return [] }
        return ["taken for \"can't see it\", and counted as wrong: \(letters.counting("letter"))"]
    }

    /// Recordings that were not heard, as of letters that are not listened for; no line without any.
    static func leftOut(_ recordings: Int) -> [String] {
        guard recordings > 0 else { return [] }
        return [
            "\(recordings.counting("recording")) left out: of letters that are not listened for"
        ]
    }

    /// Recordings that could not be read; no line without any.
    static func unread(_ recordings: Int) -> [String] {
        recordings > 0 ? ["\(recordings.counting("recording")) could not be read"] : []
    }

    /// Groups of lines with a blank line between; those without lines are left out.
    static func text(_ parts: [[String]]) -> String {
        parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }
}
