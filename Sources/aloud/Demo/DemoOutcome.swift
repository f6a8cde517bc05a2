internal import Acuity
internal import Platform
internal import Records
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
    /// What would have been measured without any mishearing; nil where that is nothing.
    let heardPerfectly: LogMAR?

    /// The truth beside what was measured, for people.
    var text: String {
        let measured = report.score.logMAR.map { "\($0)\(report.orBetter)" } ?? "nothing"
        let said = answers.counting("letter")
        guard report.isComplete, let heardPerfectly else {
            return
                "truth \(truth), measured so far \(measured) (\(said) read, \(misheard) misheard)"
        }
        let hearing =
            misheard == 0
            ? "All \(said) were heard as the patient said them."
            : "\(misheard) of \(said) misheard; a perfect ear would have measured"
                + " \(heardPerfectly)."
        return "truth \(truth), measured \(measured)\(estimated)\n\(hearing)"
    }

    /// What all answers together tell, where they can be relied on.
    private var estimated: String {
        guard let estimate = report.estimate?.ifReliable else { return "" }
        guard estimate.figure != nil else { return ", estimate \(estimate.figureWords)" }
        let interval = estimate.interval95
        return ", estimate \(estimate.logMAR) (95 % between \(interval.lowerBound) and"
            + " \(interval.upperBound))"
    }

    /// The result as the test gives it, and the truth.
    var json: JSONValue {
        var json = report.json
        json.add("truth", .number(truth.value))
        json.add("heardPerfectly", heardPerfectly.map { .number($0.value) } ?? .null)
        json.add("voice", .string(voice.rawValue))
        json.add("answers", .integer(answers))
        json.add("misheard", .integer(misheard))
        return json
    }
}
