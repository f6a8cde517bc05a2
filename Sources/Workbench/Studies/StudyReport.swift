internal import Acuity
internal import CommandLineKit
internal import Platform
internal import Plots

/// The report of a study: its figures, for all people and for each group.
package struct StudyReport: Sendable {
    private let results: StudyResults
    /// The figures of all people, then those of each group if there are several.
    package let figures: [StudyFigure]

    /// The report of results.
    package init(_ results: StudyResults) {
        self.results = results
        let groups = results.groups
        let whole = StudySample(entries: results.entries)
        figures =
            whole.figures(group: "", other: results.other)
            + (groups.count < 2
                ? []
                : groups.flatMap { group in
                    StudySample(entries: results.entries.filter { $0.visit.group == group })
                        .figures(
                            group: group.isEmpty ? "no group" : group, other: results.other)
                })
    }

    private static let heading = ["", "figure", "value", "95 % interval", "people"]

    /// The report as a table for people.
    package var text: String {
        guard !figures.isEmpty else { return "There are no results yet.\n" }
        var table = TextTable(Self.heading, leastWidths: [0, 0, 0, 0, 0], gap: 2)
        var last: (group: String, of: String) = ("", "")
        for figure in figures {
            let isNew = (figure.group, figure.of) != last
            if isNew, !last.of.isEmpty { table.add([]) }
            table.add(Self.cells(figure, isNew: isNew))
            last = (figure.group, figure.of)
        }
        return (table.lines + ["", words]).joined(separator: "\n") + "\n"
    }

    /// The report as a page with the plot of Bland and Altman.
    package var html: String {
        var last: (group: String, of: String) = ("", "")
        let rows = figures.map { figure in
            let isNew = (figure.group, figure.of) != last
            last = (figure.group, figure.of)
            return (cells: Self.cells(figure, isNew: isNew), beginsGroup: isNew)
        }
        let sample = StudySample(entries: results.entries)
        let plots =
            [
                plot(
                    sample.betweenMethods, "\(StudyVisit.aloud) and \(results.other)",
                    "\(StudyVisit.aloud) minus \(results.other)"),
                plot(
                    sample.betweenVisits(aloud: true), "two visits, \(StudyVisit.aloud)",
                    "visit 2 minus visit 1"),
                plot(
                    sample.betweenVisits(aloud: false), "two visits, \(results.other)",
                    "visit 2 minus visit 1"),
            ].compactMap { $0 }
        return PlotPage(
            title: "Study: \(StudyVisit.aloud) and \(results.other)",
            heading: "\(StudyVisit.aloud) and \(results.other)", lead: words.escapedForHTML,
            sections: [
                .init(
                    title: "Differences",
                    words: "Bars are the 95 % intervals of the mean and of both limits.",
                    content: plots.isEmpty ? "" : PlotPage.grid(plots.map { ($0, nil) })),
                .init(title: "All numbers", content: PlotPage.table(Self.heading, rows)),
            ],
            footer: "Printed by <code>aloud-workbench study report</code>."
        ).html
    }

    private static func cells(_ figure: StudyFigure, isNew: Bool) -> [String] {
        let group = figure.group.isEmpty ? "" : figure.group + ": "
        return [
            isNew ? group + figure.of : "", figure.title, figure.valueText, figure.intervalText,
            "\(figure.people)",
        ]
    }

    /// The plot of pairs; nil for fewer than 20 people.
    private func plot(
        _ pairs: [StudySample.Pair], _ title: String, _ difference: String
    ) -> String? {
        guard pairs.people >= StudyFigure.fewest, let limits = pairs.limits else { return nil }
        return BlandAltmanPlot(
            title: "Difference against mean: " + title,
            label: "Bland-Altman plot of \(title)", difference: difference + ", logMAR",
            points: pairs.map {
                (($0.first + $0.second) / 2, $0.difference, "\($0.eye.person), \($0.eye.eye)")
            },
            lines: [
                ("upper", limits.upper, limits.upperInterval),
                ("mean", limits.mean, limits.meanInterval),
                ("lower", limits.lower, limits.lowerInterval),
            ]
        ).element
    }

    /// The rules of the report in words.
    private var words: String {
        let pairs = StudySample(entries: results.entries).betweenMethods
        let isClustered = pairs.people < pairs.count
        return "Differences in logMAR; limits are mean ± 1.96 SD with exact intervals (Carkeet"
            + " 2015), those of shares by a bootstrap over people. \"Wide\": fewer than"
            + " \(StudyFigure.wideBelow) people."
            + (isClustered ? " Two eyes of a person count as one for the intervals." : "")
    }
}
