internal import HandsFree
internal import Listening

extension WarmUpTrial {
    /// What is compared, for people.
    ///
    /// - Parameter leftOut: recordings that were not heard, of letters that are not listened for.
    func text(leftOut: Int = 0, thresholds: HearingThresholds) -> String {
        var table = TextTable(
            ["warm-up", "right%", "interval"]
                + Evaluation.askedShares.map { "wrong% at \($0.percentText) % asked" })
        for (known, name) in Self.names where !lettered(known).isEmpty {
            let curve = RejectionCurve(lettered(known), thresholds: thresholds)
            let tallies = curve.points[0].tallies
            let all = curve.points[0].all
            table.add(
                [
                    name, all.rightShare?.percentText ?? "",
                    SpeakerBootstrap.interval(over: tallies, of: \.rightOfSaid)?.percentText ?? "",
                ]
                    + Evaluation.askedShares.map { share in
                        let wrong =
                            curve.point(askingAgain: share).all.wrongShare?.percentText ?? ""
                        let interval = curve.wrongInterval(askingAgain: share)?.percentText
                        return wrong + (interval.map { " (\($0))" } ?? "")
                    })
        }
        let letters = lettered(.nobody).reduce(0) { $0 + $1.row.letters.count }
        let counted =
            "\(learnt.counting("letter")) of \(speakers.counting("speaker")) learnt,"
            + " \(letters.counting("other")) scored"
        let rest = leftOut > 0 ? [Evaluation.text(leftOut: leftOut)] : []
        return ([counted] + table.lines + rest).joined(separator: "\n") + "\n"
    }

    /// The same for programs; shares 0…1.
    func json(leftOut: Int = 0, thresholds: HearingThresholds) -> JSONValue {
        var object: JSONValue = [
            "speakers": .integer(speakers), "learnt": .integer(learnt),
            "leftOut": .integer(leftOut),
        ]
        for (known, name) in Self.names where !lettered(known).isEmpty {
            let curve = RejectionCurve(lettered(known), thresholds: thresholds)
            let tallies = curve.points[0].tallies
            object.add(
                name,
                [
                    "letters": .integer(curve.points[0].all.said),
                    "right": .rounded(curve.points[0].all.rightShare),
                    "interval": .interval(
                        SpeakerBootstrap.interval(over: tallies, of: \.rightOfSaid)),
                    "curve": .array(
                        Evaluation.askedShares.map { share in
                            let point = curve.point(askingAgain: share)
                            let tally = point.all
                            return [
                                "askedAtMost": .share(share), "accept": .number(point.accept),
                                "askedAgain": .rounded(tally.askedShare),
                                "wrongAmongAccepted": .rounded(tally.wrongShare),
                                "interval": .interval(curve.wrongInterval(askingAgain: share)),
                            ]
                        }),
                ])
        }
        return object
    }

    private static let names: [(Known, String)] = [
        (.nobody, "none"), (.speaker, "own"), (.another, "another"),
    ]

    /// The scored rows that hold letters.
    private func lettered(_ known: Known) -> [HeardRow] {
        heard[known, default: []].filter { !$0.row.letters.isEmpty }
    }
}
