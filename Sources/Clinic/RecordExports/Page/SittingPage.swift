internal import Acuity
internal import Contrast
internal import Foundation
internal import Platform
internal import RecordStore
internal import Records

/// A sitting as one page of HTML to be printed on A4.
package struct SittingPage {
    private let sitting: RecordID
    private let tests: [ExportedTest]
    private let head: String?

    /// One page for each sitting of the tests.
    ///
    /// - Parameter head: the digest at the end of the audit trail; nil to leave it out.
    package static func pages(_ tests: [ExportedTest], head: String?) -> [SittingPage] {
        SittingGroup.groups(tests).map {
            SittingPage(sitting: $0.sitting, tests: $0.tests, head: head)
        }
    }

    /// A name for its file, without patient data.
    package var fileName: String { "acuity-\(sitting).pdf" }

    /// The page.
    package var html: String { Self.document([self]) }

    /// One document with a page for each sitting of the tests.
    ///
    /// - Parameter head: the digest at the end of the audit trail; nil to leave it out.
    package static func document(_ tests: [ExportedTest], head: String?) -> String {
        document(pages(tests, head: head))
    }

    private static func document(_ pages: [SittingPage]) -> String {
        let days = pages.map { "\($0.tests[0].test.began.day)" }
        let title = "Visual acuity" + (days.count == 1 ? ", \(days[0])" : "")
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(escaped(title))</title>
            <style>\(style)</style></head><body>
            \(pages.map(\.part).joined(separator: "\n"))
            \(pages.isEmpty ? "<p>There are no tests.</p>" : "")</body></html>

            """
    }

    private var part: String {
        let person = tests[0].person
        let who =
            person.map { person in
                [
                    ("Name", person.name), ("Identifier", person.id),
                    ("Date of birth", person.birthDate?.description),
                ]
            } ?? [("Name", nil), ("Date of birth", nil)]
        return """
            <article><h1>\(measuresAcuity ? "Visual acuity" : "Contrast")</h1>
            \(Self.table(who + [("Date", tests[0].test.began.dayAndMinute)]))
            <div class="eyes">\(tests.map(section).joined(separator: "\n"))</div>
            <p class="small">\(Self.escaped(footer))</p></article>
            """
    }

    /// Whether any test of the sitting measured acuity.
    private var measuresAcuity: Bool {
        tests.contains { $0.test.record.setup.quantity == .acuity }
    }

    private var footer: String {
        let software = tests[0].test.circumstances.software ?? "aloud"
        let proof = head.map { " Audit trail up to \($0)." } ?? ""
        return "Made by \(software). Sitting \(sitting).\(proof)"
    }

    private func section(_ test: ExportedTest) -> String {
        let stored = test.test
        let setup = stored.record.setup
        var rows: [(String, String?)] = [
            ("logMAR", test.acuity.map { Self.words($0.logMAR, $0.bound) }),
            ("Snellen", test.line.map { "\($0.feet), \($0.metres)" }),
            ("ETDRS letters", stored.record.score.letterScore.map { "\($0)" }),
            ("Estimate", test.estimate?.words), ("Change", test.change?.words),
            ("Limits for", test.change?.condition.words),
            ("Correction", stored.circumstances.correction?.words ?? "not recorded"),
            ("Method", setup.method), ("Distance", "\(setup.distance)"),
            ("Letters", "\(stored.record.score.lettersRight) right of \(test.lettersShown)"),
            ("Examiner", stored.circumstances.examiner), ("Lane", stored.circumstances.lane),
            ("Note", stored.circumstances.note),
            (
                "Order",
                stored.circumstances.order?.accession ?? stored.circumstances.order?.placer
            ),
        ]
        if let contrast = setup.contrast {
            rows.insert(
                contentsOf: [
                    ("Result", stored.record.contrast?.words),
                    ("Screen", contrast.words), ("Note", ContrastSetup.ownNorms),
                ], at: 0)
        }
        if stored.state != .finished { rows.insert(("State", stored.state.words), at: 0) }
        let remarks = (test.warnings + stored.record.score.remarks.map(\.words))
            .map { "<li>\(Self.escaped($0))</li>" }
        let amended = test.former.last.map { former in
            let reason = former.author.reason ?? "no reason given"
            return "<p>Amended on \(Self.escaped("\(former.changed.day)")) by "
                + "\(Self.escaped(former.author.name)): \(Self.escaped(reason))</p>"
        }
        return """
            <section><h2>\(Self.escaped(heading(test)))</h2>
            <p class="figure">\(Self.escaped(test.test.outcome))</p>
            \(Self.table(rows.filter { $0.1 != nil }))
            \(remarks.isEmpty ? "" : "<ul>\(remarks.joined())</ul>")
            \(nextStep(test))\(amended ?? "")\(Self.signatures(test))</section>
            """
    }

    /// The signatures of a test; a broken one is marked.
    private static func signatures(_ test: ExportedTest) -> String {
        guard !test.signatures.isEmpty else { return "" }
        let items = test.signatures.map { checked in
            let words = escaped(checked.words)
            return "<li>\(checked.isIntact ? words : "<strong>\(words)</strong>")</li>"
        }
        return "<p>Electronic signatures</p><ul>\(items.joined())</ul>"
    }

    /// The eye, with the quantity if it is not acuity.
    private func heading(_ test: ExportedTest) -> String {
        let eye = AcuityHistory.title(of: test.test.eye)
        guard let setup = test.test.record.setup.contrast else { return eye }
        let percent = setup.letters.map { ContrastResult.percent(LogCS(contrast: $0)) }
        return eye + (percent.map { ", letters of \($0) contrast" } ?? ", contrast sensitivity")
    }

    /// The sentence about the next step, marked as wording.
    private func nextStep(_ test: ExportedTest) -> String {
        guard let sentence = test.nextStep else { return "" }
        return "<p>\(Self.escaped(sentence)) <span class=\"small\">(Wording, not advice by the"
            + " program.)</span></p>"
    }

    private static func words(_ logMAR: LogMAR, _ bound: ExportedTest.Bound) -> String {
        switch bound {
        case .exact: "\(logMAR)"
        case .orBetter: "\(logMAR) or better"
        case .worse: "worse than \(logMAR)"
        }
    }

    private static func table(_ rows: [(String, String?)]) -> String {
        let cells = rows.map { name, value in
            "<tr><th scope=\"row\">\(escaped(name))</th><td>\(escaped(value ?? ""))</td></tr>"
        }
        return "<table>\(cells.joined())</table>"
    }

    private static func escaped(_ text: String) -> String {
        text.escapingControls(keepingLines: true).escapedForHTML
    }

    private static let style = """
        @page { size: A4; margin: 18mm; }
        .eyes { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 8mm; }
        .eyes section:only-child { grid-column: 1 / -1; }
        body { font: 9.5pt/1.35 "Noto Sans", "DejaVu Sans", Arial, sans-serif; color: #000; }
        article + article { break-before: page; }
        h1 { font-size: 20pt; margin: 0 0 4mm; } h2 { font-size: 13pt; margin: 0; }
        section { border-top: .4mm solid #999; margin-top: 5mm; padding-top: 3mm;
          break-inside: avoid; }
        .figure { font-size: 20pt; font-weight: 700; margin: 1mm 0 2mm; }
        table { border-collapse: collapse; } th, td { text-align: left; vertical-align: top;
          padding: .3mm 4mm .3mm 0; } th { font-weight: 400; color: #444; white-space: nowrap; }
        td { overflow-wrap: anywhere; } ul { padding-left: 5mm; }
        .small { font-size: 8pt; color: #444; margin-top: 6mm; overflow-wrap: anywhere; }
        """
}
