internal import Acuity
internal import HandsFree
internal import SimulatedPatient

/// The result of a demonstration beside the truth.
struct DemoOutcome {
    let report: TestReport
    /// The acuity that the patient was made with.
    let truth: LogMAR
    let voice: PatientVoice.Name
    /// Letters of finished lines: each one named or passed by the patient.
    let answers: Int
    /// Those of them that were taken for something else.
    let misheard: Int

    /// The truth beside what was measured, for people.
    var text: String {
        let measured = report.score.logMAR.map { "\($0)" } ?? "nothing"
        let hearing =
            misheard == 0
            ? "all \(answers) heard as they were said" : "\(misheard) of \(answers) misheard"
        return "truth \(truth), measured \(measured)\nletters: \(hearing)"
    }

    /// The result as the test gives it, and the truth.
    var json: HandsFree.JSONValue {
        let more: [HandsFree.JSONValue.Member] = [
            .init("truth", .number(truth.value)), .init("voice", .text(voice.rawValue)),
            .init("answers", .integer(answers)), .init("misheard", .integer(misheard)),
        ]
        guard case .object(let members) = report.json else { return report.json }
        return .object(members + more)
    }
}
