internal import Acuity
internal import CommandLineKit
internal import Exam
internal import Platform
internal import RecordStore
internal import TrialRecords
internal import Trials

extension TrialCommand {
    /// `aloud trial deviations`.
    enum Deviations: RecordsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "trial deviations", summary: "List the deviations of a study.", arguments: [study],
            options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let name = try arguments[study]
            _ = try known(try opened.store.studies(), name)
            var table = TextTable(
                ["test", "subject", "visit", "eye", "code", "reason"], columnsFromLeft: 6)
            var count = 0
            for test in try opened.store.tests(ofStudy: name) {
                guard let visit = test.circumstances.trial else { continue }
                for deviation in visit.deviations {
                    count += 1
                    table.add([
                        test.id.text, visit.subject, visit.visit, test.eye.rawValue,
                        deviation.code.rawValue, deviation.reason ?? "(none yet)",
                    ])
                }
            }
            try opened.store.note(.search, of: nil, by: opened.author)
            guard count > 0 else {
                environment.say("There are no deviations.")
                return .success
            }
            for line in table.lines {
                try environment.output.write(line.escapingControls(keepingLines: false) + "\n")
            }
            return .success
        }
    }

    /// `aloud trial explain`.
    enum Explain: RecordsAct {
        private static let test = Argument<String>(
            "test", .text("test"), help: "The identifier of the test.")
        private static let code = Argument<TrialDeviation.Code>(
            "code", .choice(of: TrialDeviation.Code.self), help: "The code of the deviation.")
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "trial explain",
            summary: "Give the reason of a deviation of a test, or report one.",
            arguments: [test, code], options: [reason, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let words = try neededReason(arguments)
            let wanted = try arguments[code]
            guard let id = RecordID(try arguments[test]), var test = try opened.store.test(id),
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
            _ = try opened.store.amend(
                test, by: Author(opened.author.name, reason: "\(wanted.rawValue): \(words)"))
            return .success
        }
    }
}
