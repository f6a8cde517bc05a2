internal import Acuity
internal import Evaluation
internal import Platform
internal import Plots
internal import Recognition

extension ProofEndpoint {
    /// The quantity in words.
    var words: String {
        switch self {
        case .loss:
            "loss of each answer (wrong 1, asked again \(fixed(LetterTally.askingCost, 1)))"
        case .right: "answers not right at once"
        }
    }
}

/// The result of a tuning, or of its proof, in words and as a self-contained page.
struct TuningReport {
    let profile: HearingProfile
    /// The stages of the search; empty in a proof.
    let stages: [StageResult]
    /// Counts of how the phones of words were heard before the tuning; nil in a proof.
    let phones: PhoneTally?
    let gate: TuningGate
    let before: [HeardRow]
    let after: [HeardRow]
    /// The thresholds before and after.
    let thresholds: [AcceptanceThresholds]
    /// Whether the speakers are the final ones.
    let isProof: Bool
    /// The tables of sclite; nil if it is not installed.
    let comparison: String?
    /// The net's output for the stretches of each recording, by its line, after the tuning; empty in a
    /// proof, which does not keep it.
    var outputs: [Int: [HeardSpeaker.Utterance]] = [:]
    /// The samples of a recording.
    let sound: (ReferenceRow) -> [Float]?

    /// The usual shares of letters, before and after, over the speakers.
    private var shares: ResultComparison {
        ResultComparison(
            files: ["as it comes", profile.card.name],
            pairs: gate.before.keys.sorted().compactMap { name in
                gate.after[name].flatMap { after in
                    gate.before[name].map { ResultComparison.Pair(before: $0, after: after) }
                }
            })
    }
}

extension TuningReport {
    /// The result in words, for a terminal.
    var text: String {
        let proof = gate.proof
        var lines = [shares.text]
        let loss =
            gate.endpoint.words + ":"
            + " \(fixed(100 * proof.before, 1)) to \(fixed(100 * proof.after, 1)) points, gain"
            + " \(fixed(100 * proof.gain, 1))" + intervalWords(proof)
        lines.append(loss)
        for group in proof.groups {
            lines.append(
                "\(group.column) \(group.name): \(fixed(100 * group.before, 1)) to"
                    + " \(fixed(100 * group.after, 1)) points,"
                    + " \(group.speakers.counting("speaker"))")
        }
        if let comparison { lines += ["", comparison] }
        lines.append("")
        if isProof {
            lines.append(
                proof.isProven ? "Proven." : "Not proven: " + proof.reasons.joined(separator: " "))
        } else {
            lines.append(
                "These speakers were tuned on, so this is not a proof. Kept:"
                    + (kept.isEmpty ? " nothing; hearing stays unchanged." : " \(kept)."))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var kept: String {
        stages.filter(\.isKept).map(\.stage).joined(separator: ", ")
    }

    private func intervalWords(_ proof: ProfileCard.Proof) -> String {
        let interval = proof.interval.map {
            " (95 % interval \(fixed(100 * $0[0], 1)) to \(fixed(100 * $0[1], 1)))"
        }
        return (interval ?? "") + (proof.p.map { ", p \(TuningGate.words(ofP: $0))" } ?? "")
    }

    /// The page.
    var html: String {
        let proof = gate.proof
        let verdict =
            isProof
            ? (proof.isProven
                ? "<b class=\"good\">Proven</b>: the gain holds for speakers who were left out."
                : "<b class=\"bad\">Not proven.</b> "
                    + proof.reasons.joined(separator: " ").escapedForHTML)
            : "<b>Not proven yet.</b> The speakers of this page were tuned on. The"
                + " \(profile.card.split.final) final speakers were not heard:"
                + " <code>aloud-workbench tune --prove</code> hears them, once."
        return PlotPage(
            title: "Aloud: \(profile.card.name)",
            heading: (isProof ? "Proof of the profile " : "The profile ") + profile.card.name,
            lead: verdict,
            sections: [
                .init(title: "Before and after", words: Self.lossWords, content: sharesTable),
                .init(title: "Parts", words: Self.partWords, content: stagesTable),
                .init(
                    title: "Wrong against asked again",
                    words: "Each point is another threshold of acceptance; lower is better.",
                    content: curves),
                .init(title: "Speakers", content: speakersTable),
                .init(
                    title: "Groups",
                    words: "A profile is proven only if no group is worse by more than"
                        + " \(fixed(100 * proof.bound, 1)) points.",
                    content: groupsTable(proof)),
                .init(
                    title: "Learning curve",
                    words: "The loss of the validating speakers, after fits of the decision to"
                        + " fewer speakers. If it still falls at the right, more speakers"
                        + " promise a gain.",
                    content: stages.lazy.compactMap(\.curve).first?.plot ?? ""),
                .init(title: "Confusions", content: confusionsTable),
                .init(
                    title: "Phones",
                    words: "Phones of the words said, as the network heard them before the tuning."
                        + " Names of letters are left out: the network has a token for each.",
                    content: phones?.table ?? ""),
                .init(
                    title: "Pronunciations", words: "Each with the recordings that ask for it.",
                    content: pronunciationsTable),
                .init(
                    title: "Errors",
                    words: errorWords,
                    content: errorsTable),
                .init(
                    title: "Tests over letters",
                    words: "MAPSSWE and McNemar, by NIST's sc_stats. They count the letters of one"
                        + " speaker as independent, so they decide nothing here.",
                    content: comparison.map { "<pre>\($0.escapedForHTML)</pre>" } ?? ""),
            ],
            footer:
                "Made \(profile.card.made) by Aloud \(profile.card.program.escapedForHTML), model"
                + " \(profile.card.model.prefix(8)). The page has recordings of the speakers:"
                + " share it only with people who may hear them.",
            style: HearingView.drawingStyle + Self.style
        ).html
    }

    private static let lossWords = """
        The loss counts a wrong or inserted answer as 1 and one asked for again as
        \(fixed(LetterTally.askingCost, 1)), for each answer said. Intervals are from a bootstrap
        over speakers, p from a sign-flip test over speakers.
        """

    private static let partWords = """
        Each part was fitted to some speakers and is kept only if the loss of those who were left
        out falls and that of the validating speakers does not rise.
        """

    private var sharesTable: String {
        let proof = gate.proof
        let loss: [String] = [
            gate.endpoint == .loss ? "loss" : "not right", points(proof.before),
            points(proof.after), points(-proof.gain),
            proof.interval.map { "\(points(-$0[1])) to \(points(-$0[0]))" } ?? "-",
            fixed(proof.p, 3),
        ]
        let rows =
            [(loss, false)]
            + shares.differences.map { share in
                (
                    [
                        LetterTally.shares.first { $0.key == share.name }?.name ?? share.name,
                        points(share.before), points(share.after), points(share.difference),
                        share.interval.map { "\(points($0[0])) to \(points($0[1]))" } ?? "-",
                        fixed(share.p, 3),
                    ], false
                )
            }
        return PlotPage.table(
            ["%", "before", "after", "difference", "95 % interval", "p"],
            rows.map { (cells: $0.0, beginsGroup: $0.1) })
    }

    private func points(_ share: Double?) -> String { share.map { fixed(100 * $0, 1) } ?? "-" }

    private var stagesTable: String {
        guard !stages.isEmpty else { return "" }
        return PlotPage.table(
            ["part", "kept", "left out: before", "after", "checking: before", "after", "change"],
            stages.map { stage in
                (
                    cells: [
                        stage.stage, stage.isKept ? "yes" : "no", points(stage.train[0]),
                        points(stage.train[1]), points(stage.check[0]), points(stage.check[1]),
                        stage.change,
                    ], beginsGroup: false
                )
            })
    }

    private var speakersTable: String {
        PlotPage.table(
            [
                "speaker", "said", "right: before", "after", "wrong: before", "after",
                "again: before", "after", "loss: before", "after",
            ],
            gate.before.sorted { $0.key < $1.key }.compactMap { name, before in
                gate.after[name].map { after in
                    (
                        cells: [
                            name, "\(before.said)", "\(before.right)", "\(after.right)",
                            "\(before.wrong + before.inserted)", "\(after.wrong + after.inserted)",
                            "\(before.unclear + before.missed)", "\(after.unclear + after.missed)",
                            points(before.loss), points(after.loss),
                        ], beginsGroup: false
                    )
                }
            })
    }

    private func groupsTable(_ proof: ProfileCard.Proof) -> String {
        guard !proof.groups.isEmpty else { return "" }
        return PlotPage.table(
            ["group", "", "speakers", "said", "loss before", "after"],
            proof.groups.map { group in
                (
                    cells: [
                        group.column, group.name, "\(group.speakers)", "\(group.said)",
                        points(group.before), points(group.after),
                    ], beginsGroup: false
                )
            })
    }

    private var confusionsTable: String {
        let first = gate.before.values.total.confusions
        let second = gate.after.values.total.confusions
        let names = Set(first.keys).union(second.keys).sorted {
            (second[$1] ?? 0, first[$1] ?? 0, $0) < (second[$0] ?? 0, first[$0] ?? 0, $1)
        }
        guard !names.isEmpty else { return "" }
        return PlotPage.table(
            ["said as heard", "before", "after"],
            names.prefix(40).map { name in
                (cells: [name, "\(first[name] ?? 0)", "\(second[name] ?? 0)"], beginsGroup: false)
            })
    }

    private var pronunciationsTable: String {
        let kept = Set(profile.variants.map { $0.word + " " + $0.phones.joined(separator: " ") })
        let rows = stages.flatMap(\.proposals).map { proposal in
            let phones = proposal.phones.joined(separator: " ")
            return (
                cells: [
                    proposal.word, phones,
                    kept.contains(proposal.word + " " + phones) ? "yes" : "no",
                    fixed(proposal.gain, 1), proposal.recordings.joined(separator: ", "),
                ], beginsGroup: false
            )
        }
        guard !rows.isEmpty else { return "" }
        return PlotPage.table(["word", "phones", "kept", "gain, nats", "recordings"], rows)
    }
}

extension TuningReport {
    /// The share of wrong answers against the share asked for again, before and after.
    private var curves: String {
        let names = ["before", "after"]
        let series = zip(names, zip([before, after], thresholds)).enumerated().map {
            index, named in
            let (name, (rows, thresholds)) = named
            let points = RejectionCurve(
                rows.filter { !$0.row.letters.isEmpty }, thresholds: thresholds
            ).points.compactMap { point -> (x: Double, value: Double, error: Double)? in
                guard let asked = point.all.askedShare, let wrong = point.all.wrongShare,
                    asked <= 0.4
                else { return nil }
                return (asked, wrong, 0)
            }
            return LinePlot.Series(name: name, style: SeriesStyle(index), points: points)
        }.filter { !$0.points.isEmpty }
        guard !series.isEmpty else { return "" }
        let all = series.flatMap(\.points)
        let percent: (Double) -> String = { fixed(100 * $0, 0) + " %" }
        let plot = LinePlot(
            title: "Letters", label: "Wrong letters against letters asked for again",
            series: series, x: PlotScale(holding: [0] + all.map(\.x)),
            xWords: Plot.AxisWords(title: "asked for again", number: percent),
            y: PlotScale(holding: [0] + all.map(\.value)),
            yWords: Plot.AxisWords(title: "wrong among accepted", number: percent),
            pointWords: percent)
        return PlotPage.grid([(plot.element, nil)])
    }

    private static let style = """
        :root { --ink: #14201f; --quiet: #4b5a58; --paper: #f7f6f1; --card: #fff; --rule: #dcdad1;
          --good: #1d6b3a; --wrong: #96281b; }
        body { background: var(--paper); color: var(--ink);
          font-family: "Atkinson Hyperlegible", "Noto Sans", system-ui, sans-serif; }
        figure, .scroll { background: var(--card); border: 1px solid var(--rule);
          border-radius: 14px; padding: 12px 16px; }
        .good { color: var(--good); } .bad { color: var(--wrong); }
        .errors td, .errors th { text-align: left; }
        .errors svg { width: 760px; max-width: none; }
        .errors summary { cursor: pointer; }
        audio { height: 32px; width: 220px; vertical-align: middle; }
        pre { overflow-x: auto; font-size: 13px; }
        """
}
