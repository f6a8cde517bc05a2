internal import CommandLineKit
internal import Exam
internal import Platform
internal import RecordExports
internal import RecordStore
internal import TrialRecords
internal import Trials

extension TrialCommand {
    /// The formats of the export of a study.
    enum StudyFormat: String, CaseIterable, Sendable {
        case odm, oe, dv, csv
    }

    /// `aloud trial export`.
    enum Export: RecordsAct {
        private static let format = Option<StudyFormat>(
            "format", .choice(of: StudyFormat.self), default: StudyFormat.odm.rawValue,
            help: "odm: ODM-XML 1.3.2; oe and dv: the SDTM data sets; csv: all columns of the"
                + " records.")
        private static let output = Option<String?>(
            "output", .file, help: "The file (default: standard output).")
        static let verb = Verb(
            "trial export",
            summary: "Write a study's results, including masked ones, for its data manager.",
            arguments: [study], options: [format, output, RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let name = try call[study]
            let study = try known(try call.store.studies(), name)
            let format = try call[format]
            let file = try call[output].map { try ResultFile($0, for: "the export") }
            let tests = try call.store.tests(ofStudy: name)
            let text = try text(format, study, tests, call)
            try call.store.note(
                .export, of: nil,
                by: Author(call.author.name, reason: "study \(name) as \(format.rawValue)"))
            if let file {
                try file.write(text)
            } else {
                try call.environment.output.write(text)
            }
            call.say("\(tests.count.counting("test")) of \(name).")
            return .success
        }

        private static func text(
            _ format: StudyFormat, _ study: Study, _ tests: [StoredTest], _ call: RecordsCall
        ) throws -> String {
            switch format {
            case .oe: return OETable.examinations(tests, of: study).text
            case .dv: return OETable.deviations(tests).text
            case .csv:
                return TestTable.table(
                    try tests.filter { $0.state != .running }.map { test in
                        ExportedTest(
                            test, person: try test.person.flatMap { try call.store.person($0) })
                    }
                ).text
            case .odm:
                var former: [RecordID: FormerTest] = [:]
                for test in tests where test.isAmended {
                    former[test.id] = try call.store.formerVersions(of: test.id).last
                }
                guard
                    let document = ODMDocument(
                        study, tests, former: former, at: call.now, software: aloudVersion)
                else { throw TrialNotInForce() }
                return document.text
            }
        }
    }
}
