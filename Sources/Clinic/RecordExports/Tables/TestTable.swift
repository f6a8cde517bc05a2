internal import Acuity
internal import Contrast
internal import RecordStore
internal import Records
internal import Trials

/// The table of tests: a row a test, a value a column.
package enum TestTable {
    private typealias Column = (name: String, cell: (ExportedTest) -> Cell)

    /// The table.
    package static func table(_ tests: [ExportedTest]) -> CSVTable {
        var table = CSVTable(columns.map(\.name))
        for test in tests { table.add(columns.map { $0.cell(test) }) }
        return table
    }

    private static var columns: [Column] {
        who + how + result + change + remarks + place + faint + trial
    }

    private static var who: [Column] {
        [
            ("test_id", { .text($0.test.id.text) }),
            ("sitting_id", { .text($0.sitting.text) }),
            ("person_id", { .text($0.person?.id) }),
            ("person_name", { .text($0.person?.name) }),
            ("birth_date", { .text($0.person?.birthDate?.description) }),
            ("began", { .text($0.test.began.description) }),
            ("ended", { .text($0.visible == nil ? nil : $0.test.end?.description) }),
            ("state", { .text($0.test.state.rawValue) }),
            ("version", { .number($0.test.version) }),
            ("eye", { .text($0.test.eye.rawValue) }),
        ]
    }

    private static var how: [Column] {
        [
            ("correction", { .text($0.test.circumstances.correction?.rawValue) }),
            ("procedure", { .text($0.test.record.setup.procedure ?? "chart") }),
            ("chart", { .text($0.test.record.setup.chart?.rawValue) }),
            ("seed", { .text($0.test.record.setup.seed.map { "\($0)" }) }),
            ("optotypes", { .text($0.optotypes.rawValue) }),
            ("distance_m", { .number($0.test.record.setup.distance.metres, places: 3) }),
            ("distance_source", { .text($0.test.circumstances.distanceSource?.rawValue) }),
            ("calibrated", { .flag($0.test.record.setup.isCalibrated) }),
            ("answers_typed", { .flag($0.test.record.setup.areAnswersTyped) }),
        ]
    }

    private static var result: [Column] {
        [
            ("logmar", { .number($0.acuity?.logMAR.value, places: 2) }),
            ("logmar_bound", { .text($0.acuity?.bound.rawValue) }),
            ("etdrs_letters", { .number($0.test.record.score.letterScore) }),
            ("snellen_feet", { .text($0.line?.feet) }),
            ("snellen_metres", { .text($0.line?.metres) }),
            ("decimal", { .number($0.test.record.score.logMAR?.decimal, places: 3) }),
            ("letters_right", { .number($0.visible?.score.lettersRight) }),
            ("letters_shown", { .number($0.visible == nil ? nil : $0.lettersShown) }),
            ("letters_asked_again", { .number($0.visible?.lettersAskedAgain) }),
            ("answers_by_operator", { .number($0.test.record.overrides) }),
            ("sounds_missing", { .number($0.test.record.soundsMissing) }),
            ("estimate_logmar", { .number($0.estimate?.figure?.value, places: 3) }),
            ("interval95_low", { .number($0.low?.value, places: 3) }),
            ("interval95_high", { .number($0.high?.value, places: 3) }),
            ("estimate_letters", { .number($0.estimate?.letters) }),
            ("end", { .text($0.test.record.end.name) }),
            ("seconds", { .number($0.visible == nil ? nil : $0.seconds, places: 1) }),
        ]
    }

    /// The comparison with the baseline of the test's series; empty for a test that is not compared.
    private static var change: [Column] {
        [
            ("change_state", { .text($0.change?.state) }),
            ("change_direction", { .text($0.change?.direction) }),
            ("change_logmar", { .number($0.change?.difference, places: 3) }),
            ("change_baseline", { .number($0.change?.baseline, places: 3) }),
            ("change_limit", { .number($0.change?.limit, places: 3) }),
            ("change_since", { .text($0.change?.since.description) }),
            ("change_condition", { .text($0.change?.condition.rawValue) }),
        ]
    }

    /// One column for each remark and each flag, so that a cell has one value.
    private static var remarks: [Column] {
        AcuityRemark.allCases.map { remark in
            (
                "remark_\(remark.rawValue)",
                { .flag($0.visible?.score.remarks.contains(remark)) }
            )
        }
            + EstimateFlag.allCases.map { flag in
                (
                    "flag_\(flag.rawValue)",
                    { test in
                        test.visible.map { .flag($0.flags.contains(flag)) } ?? .empty
                    }
                )
            }
    }

    /// The quantity, and the result of a test of contrast. For a test of acuity, only the quantity
    /// is filled in.
    private static var faint: [Column] {
        [
            ("quantity", { .text($0.test.record.setup.quantity.rawValue) }),
            ("log_cs", { .number($0.contrastSensitivity?.logCS.value, places: 2) }),
            ("log_cs_bound", { .text($0.contrastSensitivity?.bound.rawValue) }),
            ("log_cs_low", { .number($0.contrast?.interval95?.lowerBound.value, places: 3) }),
            ("log_cs_high", { .number($0.contrast?.interval95?.upperBound.value, places: 3) }),
            (
                "weber_percent",
                { .number($0.contrast?.logCS.map { $0.contrast * 100 }, places: 3) }
            ),
            ("faint_letters_right", { .number($0.contrast?.lettersRight) }),
            ("faint_logmar", { .number($0.contrast?.faintLogMAR?.value, places: 2) }),
            (
                "letter_contrast_percent",
                { .number($0.faintSetup?.letters.map { $0 * 100 }, places: 2) }
            ),
            ("screen_floor_log_cs", { .number($0.faintSetup?.floor.value, places: 2) }),
            ("screen_ground", { .number($0.faintSetup?.screen.ground) }),
            ("screen_gamma", { .number($0.faintSetup?.screen.gamma, places: 3) }),
            ("screen_gamma_error", { .number($0.faintSetup?.screen.deviation, places: 3) }),
            ("screen_luminance", { .number($0.faintSetup?.screen.luminance, places: 0) }),
        ]
    }

    /// The place in a trial; empty for a test outside of trials.
    private static var trial: [Column] {
        [
            ("trial_study", { .text($0.trial?.study) }),
            ("trial_version", { .number($0.trial?.version) }),
            ("trial_protocol", { .text($0.trial?.digest) }),
            ("trial_subject", { .text($0.trial?.subject) }),
            ("trial_visit", { .text($0.trial?.visit) }),
            ("trial_arm", { .text($0.trial?.arm) }),
            ("trial_attempt", { .number($0.trial?.attempt) }),
            ("trial_masked", { .flag($0.trial?.isMasked) }),
            ("trial_deviations", { .text($0.trial?.deviationWords) }),
        ]
    }

    private static var place: [Column] {
        [
            ("examiner", { .text($0.test.circumstances.examiner) }),
            ("lane", { .text($0.test.circumstances.lane) }),
            ("software", { .text($0.test.circumstances.software) }),
            ("model", { .text($0.test.circumstances.model) }),
            ("microphone", { .text($0.test.circumstances.sound?.microphone) }),
            ("sound_dbfs", { .number($0.test.circumstances.sound?.level, places: 1) }),
            ("noise_dbfs", { .number($0.test.circumstances.sound?.noise, places: 1) }),
            (
                "pixels_per_mm",
                { .number($0.test.circumstances.screen?.pixelsPerMillimetre, places: 4) }
            ),
            ("note", { .text($0.test.circumstances.note) }),
            ("order_accession", { .text($0.test.circumstances.order?.accession) }),
            ("order_placer", { .text($0.test.circumstances.order?.placer) }),
            (
                "signatures",
                {
                    .text(
                        $0.signatures.isEmpty
                            ? nil : $0.signatures.map(\.words).joined(separator: "; "))
                }
            ),
        ]
    }
}

extension ExportedTest {
    /// The result of a test of contrast; nil for a test of acuity.
    var contrast: ContrastResult? { test.record.contrast }

    /// The screen of a test of contrast; nil for a test of acuity.
    var faintSetup: ContrastSetup? { test.record.setup.contrast }

    /// The record; nil for one whose result a trial masks.
    var visible: TestRecord? { test.record.isMasked ? nil : test.record }

    /// The place in a trial; nil outside of trials.
    var trial: TrialVisit? { test.circumstances.trial }
}

/// The table of letters: a row a letter that was shown.
package enum LetterTable {
    /// The table.
    package static func table(_ tests: [ExportedTest]) -> CSVTable {
        var table = CSVTable([
            "test_id", "person_id", "eye", "presentation", "line", "position", "distance_m",
            "logmar", "shown", "response", "right", "confidence", "unclear_before",
            "latency_ms", "log_cs",
        ])
        for test in tests {
            for (number, line) in test.test.record.score.lines.enumerated() {
                for (position, answer) in line.answers.enumerated() {
                    table.add(row(test, number, line, position, answer))
                }
            }
        }
        return table
    }

    private static func row(
        _ test: ExportedTest, _ number: Int, _ line: AnsweredPresentation, _ position: Int,
        _ answer: Answer
    ) -> [Cell] {
        let shown = line.presentation
        let response: String? =
            switch answer.response {
            case .named(let letter): letter.description
            case .missed: "missed"
            case nil: nil
            }
        return [
            .text(test.test.id.text), .text(test.person?.id), .text(test.test.eye.rawValue),
            .number(number + 1), .number(shown.line), .number(position + 1),
            .number((shown.distance ?? test.test.record.setup.distance).metres, places: 3),
            .number(shown.sizes[position].value, places: 2),
            .text(shown.letters[position].description), .text(response),
            .flag(answer.isRight(for: shown.letters[position])),
            .number(answer.confidence, places: 3), .number(answer.unclearBefore),
            .number(answer.latency),
            .number(shown.contrasts?.letters[position].value, places: 2),
        ]
    }
}
