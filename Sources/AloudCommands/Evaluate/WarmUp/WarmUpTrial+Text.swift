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
        for (name, curve) in curves(at: thresholds) {
            let acceptingAll = curve.points[0]
            table.add(
                [
                    name, acceptingAll.all.rightShare?.percentText ?? "",
                    Self.rightInterval(acceptingAll)?.percentText ?? "",
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
        return ([counted] + table.lines + EvaluationWords.leftOut(leftOut)).joined(separator: "\n")
            + "\n"
    }

    /// The same for programs; shares 0…1.
    func json(leftOut: Int = 0, thresholds: HearingThresholds) -> JSONValue {
        var object: JSONValue = [
            "speakers": .integer(speakers), "learnt": .integer(learnt),
            "leftOut": .integer(leftOut),
        ]
        for (name, curve) in curves(at: thresholds) {
            let acceptingAll = curve.points[0]
            object.add(
                name,
                [
                    "letters": .integer(acceptingAll.all.said),
                    "right": .rounded(acceptingAll.all.rightShare),
                    "interval": .interval(Self.rightInterval(acceptingAll)),
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

    /// The curve of each kind of knowledge that there are letters for.
    private func curves(at thresholds: HearingThresholds) -> [(name: String, curve: RejectionCurve)]
    {
        Self.names.compactMap { known, name in
            let rows = lettered(known)
            return rows.isEmpty ? nil : (name, RejectionCurve(rows, thresholds: thresholds))
        }
    }

    private static func rightInterval(_ point: RejectionCurve.Point) -> ClosedRange<Double>? {
        SpeakerBootstrap.interval(over: point.tallies, of: \.rightOfSaid)
    }

    private static let names: [(Known, String)] = [
        (.nobody, "none"), (.speaker, "own"), (.another, "another"),
    ]

    /// The scored rows that hold letters.
    private func lettered(_ known: Known) -> [HeardRow] {
        heard[known, default: []].filter { !$0.row.letters.isEmpty }
    }
}
