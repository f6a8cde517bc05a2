internal import Acuity
internal import CommandLineKit
internal import Exam
internal import Platform
internal import RecordStore
internal import Trials

/// The words of `aloud trial show`, `list` and `check`.
enum TrialListing {
    /// Prints a protocol with its digest and its signatures.
    static func print(_ file: ProtocolFile, in environment: CommandEnvironment) throws {
        let rules = file.protocol
        var lines = ["Study       \(rules.title)", "Digest      \(file.digest)"]
        func add(_ name: String, _ value: String?) {
            guard let value else { return }
            lines.append(name + String(repeating: " ", count: 12 - name.count) + value)
        }
        add("Procedure", rules.procedure + (rules.chart.map { ", chart \($0)" } ?? ""))
        add("Optotypes", rules.optotypes?.rawValue)
        let tolerance = Int(((rules.distanceTolerance ?? 0.05) * 100).rounded())
        add("Distance", "\(rules.distance) m ± \(tolerance) %")
        add("Correction", rules.corrections.joined(separator: " or "))
        add("Screen", rules.screenDays.map { "measured at most \($0) days ago" })
        add("Software", rules.software?.joined(separator: " or "))
        add("Ear", rules.ears?.joined(separator: " or "))
        add("Grammars", rules.grammars?.joined(separator: " or "))
        for visit in rules.visits {
            let day = visit.day.map { ", day \($0) ± \(visit.window ?? 0)" } ?? ""
            add("Visit", visit.name + day)
        }
        for arm in rules.arms {
            let charts = arm.charts.map { ", charts " + $0.joined(separator: ", ") } ?? ""
            add(
                "Arm", arm.name + ": " + arm.eyes.map(\.rawValue).joined(separator: ", ") + charts)
        }
        add("Masked", rules.masked ? "yes" : "no")
        let certificates = (rules.certificates ?? []).map(\.rawValue)
        add("Certified", certificates.isEmpty ? nil : certificates.joined(separator: ", "))
        for code in TrialDeviation.Code.allCases where rules.deviations?[code.rawValue] != nil {
            add("Deviation", "\(code.rawValue): \(rules.handling(of: code).rawValue)")
        }
        for signature in file.signatures {
            add(
                "Signed",
                "\(signature.time) by \(signature.name), \(signature.meaning), key"
                    + " \(signature.key)")
        }
        if file.signatures.isEmpty { add("Signed", "no") }
        try environment.print(lines)
    }

    /// Prints the studies, a line each.
    static func print(_ book: StudyBook, in environment: CommandEnvironment) throws {
        var table = TextTable(
            ["study", "version", "subjects", "results", "data"], columnsFromLeft: 5)
        for study in book.studies {
            let isMasked = study.current?.protocol.masked == true && !study.isUnmasked
            table.add([
                study.name + (book.chosen == study.name ? " (chosen)" : ""),
                study.current.map { "\($0.protocol.version)" } ?? "-",
                "\(study.subjects.count)", isMasked ? "masked" : "open",
                study.isLocked
                    ? "locked"
                    : study.lockedSubjects.isEmpty
                        ? "open" : "\(study.lockedSubjects.count.counting("subject")) locked",
            ])
        }
        if book.studies.isEmpty { return environment.say("There are no studies.") }
        try environment.print(table.lines)
    }
}
