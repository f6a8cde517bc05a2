internal import Acuity
package import RecordStore
internal import Records

/// The tests as REDCap imports them: a repeating instrument "visual_acuity" of each person.
///
/// REDCap's record is the person, by the clinic's identifier or the store's own; a test without a
/// person has its own record. The instance is the number that the store gave the test, which never
/// changes.
package struct REDCapTable {
    private static let instrument = "visual_acuity"

    private typealias Field = (
        name: String, label: String, kind: String, choices: String, check: String,
        cell: (ExportedTest) -> Cell
    )

    private static let eyes = "1, Right | 2, Left | 3, Both"
    private static let corrections = "0, None | 1, Glasses | 2, Contact lenses | 3, Pinhole"
    private static let bounds = "0, Exact | 1, This or better | 2, Worse than this"

    private static let changes =
        "0, None beyond chance | 1, Worse, seen once | 2, Better, seen once"
        + " | 3, Worse, confirmed | 4, Better, confirmed"

    private static var fields: [Field] {
        [
            ("va_test_id", "Test", "text", "", "", { .text($0.test.id.text) }),
            ("va_date", "Date", "text", "", "date_ymd", { .text("\($0.test.began.day)") }),
            ("va_time", "Time", "text", "", "time", { .text($0.test.began.hourAndMinute) }),
            ("va_eye", "Eye", "radio", eyes, "", { .number(code($0.test.eye)) }),
            (
                "va_correction", "Correction", "radio", corrections, "",
                { test in .number(test.test.circumstances.correction.map(code)) }
            ),
            (
                "va_distance_m", "Distance, m", "text", "", "number",
                { .number($0.test.record.setup.distance.metres, places: 3) }
            ),
            (
                "va_logmar", "Acuity, logMAR", "text", "", "number",
                { .number($0.acuity?.logMAR.value, places: 2) }
            ),
            (
                "va_bound", "What the acuity is", "radio", bounds, "",
                { test in .number(test.acuity.map { code($0.bound) }) }
            ),
            (
                "va_letters", "ETDRS letters", "text", "", "integer",
                { .number($0.test.record.score.letterScore) }
            ),
            ("va_snellen", "Snellen fraction, feet", "text", "", "", { .text($0.line?.feet) }),
            (
                "va_estimate", "Estimate, logMAR", "text", "", "number",
                { .number($0.estimate?.figure?.value, places: 3) }
            ),
            (
                "va_low", "95 % interval, lower end", "text", "", "number",
                { .number($0.low?.value, places: 3) }
            ),
            (
                "va_high", "95 % interval, upper end", "text", "", "number",
                { .number($0.high?.value, places: 3) }
            ),
            (
                "va_change", "Change from the baseline", "radio", changes, "",
                { test in .number(test.change.map(code)) }
            ),
            (
                "va_change_baseline", "Baseline, logMAR", "text", "", "number",
                { .number($0.change?.baseline, places: 3) }
            ),
            (
                "va_change_limit", "Change that chance explains, logMAR", "text", "", "number",
                { .number($0.change?.limit, places: 3) }
            ),
            (
                "va_change_since", "Since", "text", "", "date_ymd",
                { .text($0.change?.since.description) }
            ),
            (
                "va_screen", "Screen measured", "radio", "1, Measured | 0, Not measured", "",
                { .flag($0.test.record.setup.isCalibrated) }
            ),
            ("va_note", "Note", "notes", "", "", { .text($0.test.circumstances.note) }),
        ]
    }

    /// The table of tests.
    ///
    /// - Parameter tests: the tests to export; those declared a mistake are left out, and so are tests
    ///   of contrast, for which the instrument has no field.
    package static func table(_ tests: [ExportedTest]) -> CSVTable {
        var table = CSVTable(
            ["record_id", "redcap_repeat_instrument", "redcap_repeat_instance"]
                + fields.map(\.name) + ["\(instrument)_complete"])
        for test in tests
        where test.test.state != .voided && test.test.record.setup.quantity == .acuity {
            let record = test.person.map { $0.id ?? $0.key.text } ?? test.test.id.text
            table.add(
                [.identifier(record), .text(instrument), .number(test.test.instance)]
                    + fields.map { $0.cell(test) }
                    // 0 incomplete, 1 unverified, 2 complete.
                    + [.number(test.test.state == .finished ? 2 : 0)])
        }
        return table
    }

    /// The rows that bring a project up to date with one version of a test: the test's own row, and
    /// an empty row for each person who had the test before, and for the test's own record if it was
    /// sent without a person. An empty row keeps its instance, so that no other test gets it.
    ///
    /// - Parameter wasUnnamed: whether the project may have a version without a person.
    package static func delivery(
        of test: ExportedTest, formerPeople: [Person], wasUnnamed: Bool
    ) -> CSVTable {
        var table = CSVTable(
            ["record_id", "redcap_repeat_instrument", "redcap_repeat_instance"]
                + fields.map(\.name) + ["\(instrument)_complete"])
        func addEmpty(_ record: String, _ instance: Int?, _ words: String) {
            let cells = fields.map { field -> Cell in
                switch field.name {
                case "va_test_id": .text(test.test.id.text)
                case "va_note": .text(words)
                default: .empty
                }
            }
            table.add(
                [.identifier(record), .text(instrument), .number(instance)] + cells + [.number(0)])
        }
        func record(_ person: Person) -> String { person.id ?? person.key.text }
        for person in formerPeople {
            let former = test.former.last { $0.test.person == person.key }?.test
            addEmpty(
                record(person), former?.instance, "This test was kept with the wrong person.")
        }
        if wasUnnamed, test.person != nil,
            let former = test.former.last(where: { $0.test.person == nil })
        {
            addEmpty(
                test.test.id.text, former.test.instance, "This test was kept without its person.")
        }
        if test.test.state == .voided {
            addEmpty(
                test.person.map(record) ?? test.test.id.text, test.test.instance,
                "This test was declared a mistake.")
        } else {
            for row in self.table([test]).rows { table.add(row) }
        }
        return table
    }

    /// The data dictionary with which REDCap makes the instrument.
    package static var dictionary: CSVTable {
        var table = CSVTable([
            "Variable / Field Name", "Form Name", "Section Header", "Field Type", "Field Label",
            "Choices, Calculations, OR Slider Labels", "Field Note",
            "Text Validation Type OR Show Slider Number", "Text Validation Min",
            "Text Validation Max", "Identifier?", "Branching Logic (Show field only if...)",
            "Required Field?", "Custom Alignment", "Question Number (surveys only)",
            "Matrix Group Name", "Matrix Ranking?", "Field Annotation",
        ])
        func add(
            _ name: String, form: String, kind: String, label: String, choices: String = "",
            check: String = ""
        ) {
            let cells = [name, form, "", kind, label, choices, "", check]
            table.add(cells.map { .text($0) } + Array(repeating: .empty, count: 10))
        }
        add("record_id", form: "person", kind: "text", label: "Person")
        for field in fields {
            add(
                field.name, form: instrument, kind: field.kind, label: field.label,
                choices: field.choices, check: field.check)
        }
        return table
    }

    private static func code(_ eye: Eye) -> Int {
        switch eye {
        case .right: 1
        case .left: 2
        case .both: 3
        }
    }

    private static func code(_ correction: Correction) -> Int {
        switch correction {
        case .none: 0
        case .glasses: 1
        case .contactLenses: 2
        case .pinhole: 3
        }
    }

    private static func code(_ change: AcuityChange) -> Int {
        guard change.exceedsChance else { return 0 }
        return (change.finding.state == .confirmed ? 3 : 1) + (change.finding.isWorse ? 0 : 1)
    }

    private static func code(_ bound: ExportedTest.Bound) -> Int {
        switch bound {
        case .exact: 0
        case .orBetter: 1
        case .worse: 2
        }
    }
}
