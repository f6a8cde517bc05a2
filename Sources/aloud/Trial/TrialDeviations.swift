internal import Acuity
internal import CommandLineKit
internal import Exam
internal import RecordStore
internal import TrialRecords
internal import Trials

extension TrialCommand {
    /// `aloud trial deviations`.
    enum Deviations: RecordsAct {
        static let verb = Verb(
            "trial deviations", summary: "List the deviations of a study.", arguments: [study],
            options: [RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let name = try call[study]
            _ = try known(try call.store.studies(), name)
            var table = TextTable(
                ["test", "subject", "visit", "eye", "code", "reason"], columnsFromLeft: 6)
            var count = 0
            for test in try call.store.tests(ofStudy: name) {
                guard let visit = test.circumstances.trial else { continue }
                for deviation in visit.deviations {
                    count += 1
                    table.add([
                        test.id.text, visit.subject, visit.visit, test.eye.rawValue,
                        deviation.code.rawValue, deviation.reason ?? "(none yet)",
                    ])
                }
            }
            try call.store.note(.search, of: nil, by: call.author)
            guard count > 0 else {
                call.say("There are no deviations.")
                return .success
            }
            try call.environment.print(table.lines)
            return .success
        }
    }

    /// `aloud trial explain`.
    enum Explain: RecordsAct {
        private static let test = Argument<String>(
            "test", .text("test"), help: "The identifier of the test.")
        private static let code = Argument<TrialDeviation.Code>(
            "code", .choice(of: TrialDeviation.Code.self), help: "The code of the deviation.")
        static let verb = Verb(
            "trial explain",
            summary: "Give the reason of a deviation of a test, or report one.",
            arguments: [test, code], options: [reason, RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let words = try neededReason(call)
            let wanted = try call[code]
            guard let id = RecordID(try call[test]), var test = try call.store.test(id),
                var visit = test.circumstances.trial
            else { throw NoSuchTest() }
            if let index = visit.deviations.firstIndex(where: { $0.code == wanted }) {
                visit.deviations[index].reason = words
            } else {
                visit.deviations.append(
                    TrialDeviation(
                        wanted, "Reported after the test.", foundBy: .person, reason: words))
            }
            test.circumstances.trial = visit
            _ = try call.store.amend(
                test, by: Author(call.author.name, reason: "\(wanted.rawValue): \(words)"))
            return .success
        }
    }
}
