internal import Acuity
internal import Contrast
internal import Foundation
package import RecordExports
package import RecordStore
internal import Records
package import Trials

/// The tests of a study as SDTM data sets (SDTMIG 3.3): OE (Ophthalmic Examinations) and DV (Protocol
/// Deviations).
///
/// Terms of CDISC: VACSCORE, NUMLCOR and their names, the method "ETDRS EYE CHART", EYE, RIGHT, LEFT,
/// BILATERAL, NOT DONE. The unit LETTERS, the values OD, OS and OU of FOCID, and LOGCS are not compared
/// with the terminology files of CDISC.
package enum OETable {
    private static let header = [
        "STUDYID", "DOMAIN", "USUBJID", "FOCID", "OESEQ", "OEGRPID", "OELNKID", "OETESTCD",
        "OETEST", "OETSTDTL", "OECAT", "OEORRES", "OEORRESU", "OESTRESC", "OESTRESN", "OESTRESU",
        "OESTAT", "OEREASND", "OELOC", "OELAT", "OEMETHOD", "VISITNUM", "VISIT", "OEDTC", "OEDY",
    ]

    /// The data set OE: a row for each result, or a row NOT DONE for a test without one. Tests that were
    /// declared a mistake, and those that run, are left out.
    ///
    /// - Parameter tests: the tests of the study, the earliest first.
    package static func examinations(_ tests: [StoredTest], of study: Study) -> CSVTable {
        var table = CSVTable(header)
        var numbers: [String: Int] = [:]
        var first: [String: CalendarDay] = [:]
        for test in tests where test.state == .finished || test.state == .interrupted {
            guard let visit = test.circumstances.trial else { continue }
            let start = first[visit.subject] ?? test.began.day
            first[visit.subject] = start
            let number = (numbers[visit.subject] ?? 0) + 1
            numbers[visit.subject] = number
            let days = test.began.day.daysSince1970 - start.daysSince1970
            let result = Result(test)
            let place = study.current?.protocol.visits.firstIndex { $0.name == visit.visit }
            let category: Cell = category(test).map { .text($0) } ?? .empty
            // A negative number is not a formula, and gets no apostrophe.
            let original: Cell =
                result.number.map { .number($0) } ?? result.original.map { .text($0) } ?? .empty
            let focus = ["right": "OD", "left": "OS"][test.eye.rawValue] ?? "OU"
            table.add([
                .text(visit.study), .text("OE"), .text("\(visit.study)-\(visit.subject)"),
                .text(focus), .number("\(number)"), .text(test.sitting.text), .text(test.id.text),
                .text(result.code), .text(result.name), .text(detail(test)),
                category, original, result.original == nil ? .empty : .text(result.unit), original,
                result.number.map { .number($0) } ?? .empty,
                result.original == nil ? .empty : .text(result.unit),
                result.original == nil ? .text("NOT DONE") : .empty,
                result.reason.map { .text($0) } ?? .empty, .text("EYE"), .text(laterality(test)),
                .text(result.method), place.map { .number("\($0 + 1)") } ?? .empty,
                .text(visit.visit), .text(test.began.description),
                // SDTM has no day 0.
                .number("\(days + 1)"),
            ])
        }
        return table
    }

    /// The data set DV: a row for each deviation.
    ///
    /// - Parameter tests: the tests of the study, the earliest first.
    package static func deviations(_ tests: [StoredTest]) -> CSVTable {
        var table = CSVTable([
            "STUDYID", "DOMAIN", "USUBJID", "DVSEQ", "DVREFID", "DVTERM", "DVDECOD", "DVCAT",
            "DVSTDTC", "VISIT", "DVREAS",
        ])
        var numbers: [String: Int] = [:]
        for test in tests {
            guard let visit = test.circumstances.trial else { continue }
            for deviation in visit.deviations {
                let number = (numbers[visit.subject] ?? 0) + 1
                numbers[visit.subject] = number
                table.add([
                    .text(visit.study), .text("DV"), .text("\(visit.study)-\(visit.subject)"),
                    .number("\(number)"), .text(test.id.text), .text(deviation.finding),
                    .text(deviation.code.rawValue.uppercased()), .text(deviation.foundBy.rawValue),
                    .text(test.began.description), .text(visit.visit),
                    deviation.reason.map { .text($0) } ?? .empty,
                ])
            }
        }
        return table
    }

    private static func detail(_ test: StoredTest) -> String {
        let setup = test.record.setup
        let chart = setup.chart.map { ", chart \($0.rawValue)" } ?? ""
        return "\(setup.procedure ?? "etdrs")\(chart), \(setup.distance.metres) m"
    }

    /// The category; nil for an acuity with a correction, because nobody records whether it is the
    /// best one.
    private static func category(_ test: StoredTest) -> String? {
        guard test.record.setup.quantity == .acuity else { return "CONTRAST SENSITIVITY" }
        return test.circumstances.correction == Correction.none
            ? "UNCORRECTED VISUAL ACUITY" : nil
    }

    /// The side in the terms of SDTM.
    static func laterality(_ test: StoredTest) -> String {
        switch test.eye {
        case .right: "RIGHT"
        case .left: "LEFT"
        case .both: "BILATERAL"
        }
    }

    /// The result of a test in SDTM's words. The data manager's copy and the ODM file have the same.
    struct Result {
        /// The code and the name of the test.
        let code: String
        let name: String
        /// The result as it was found, with a sign such as ">=" if it is a limit; nil without one.
        let original: String?
        /// The result as a number; nil without one, and for a limit.
        let number: String?
        let unit: String
        let method: String
        /// The reason that there is no result; nil if there is one.
        let reason: String?

        init(_ test: StoredTest) {
            let record = test.record
            if record.setup.quantity == .acuity {
                (code, name) = ("VACSCORE", "Visual Acuity Score")
            } else if record.setup.contrast?.letters == nil {
                (code, name) = ("LOGCS", "Letter Contrast Sensitivity")
            } else {
                // The procedure in OETSTDTL names the contrast of the letters.
                (code, name) = ("NUMLCOR", "Number of Letters Correct")
            }
            let exported = ExportedTest(test, person: nil)
            var found: String?
            var sign = ""
            if record.setup.quantity == .contrast {
                found = record.contrast?.lettersRight.map { "\($0)" }
                if let sensitivity = exported.contrastSensitivity {
                    found = "\(sensitivity.logCS)"
                    // A larger logCS is a better sensitivity.
                    sign = ["orBetter": ">=", "worse": "<"][sensitivity.bound.rawValue] ?? ""
                }
                unit = record.setup.contrast?.letters == nil ? "logCS" : "LETTERS"
                method = "LETTER CHART"
            } else if let letters = record.score.letterScore {
                found = "\(letters)"
                sign = exported.acuity?.bound == .orBetter ? ">=" : ""
                unit = "LETTERS"
                method = "ETDRS EYE CHART"
            } else {
                if let acuity = exported.acuity {
                    found = String(format: "%.2f", acuity.logMAR.value)
                    // A smaller logMAR is a better acuity.
                    sign = ["orBetter": "<=", "worse": ">"][acuity.bound.rawValue] ?? ""
                }
                unit = "logMAR"
                method = "logMAR EYE CHART"
            }
            original = found.map { sign + $0 }
            number = sign.isEmpty ? found : nil
            reason = found == nil ? record.whyNotMeasured : nil
        }
    }
}
