internal import Acuity
internal import HandsFree

/// A recorded test computed anew, beside what was recorded.
struct ReplayReport {
    let recorded: RecordedTest
    let score: AcuityScore
    let estimate: AcuityEstimate

    /// Computes a test anew.
    ///
    /// - Parameter belief: how letters were taken to be heard; nil where none could be misheard.
    init(_ recorded: RecordedTest, belief: AssumedHearing?) throws {
        let optotypes = try recorded.optotypes()
        let hearing: HearingModel
        switch belief {
        case .share(let share): hearing = HearingModel(misheard: share, among: optotypes.choices)
        case .file(let path):
            hearing = HearingModel(
                try HearingFile(path).counts(toAnswer: optotypes), toAnswer: optotypes)
        case nil: hearing = .exact
        }
        let procedure = try recorded.replayed(hearing: hearing)
        self.recorded = recorded
        estimate = procedure.estimate(hearing: hearing)
        score = estimate.isReliable ? procedure.score : procedure.score.withheld
    }

    /// Whether the score is the recorded one, to a hundredth of a letter.
    var agrees: Bool {
        switch (score.logMAR?.value, recorded.result.logMAR) {
        case (let new?, let old?): abs(new - old) < 0.0002
        case (nil, nil): true
        default: false
        }
    }

    /// The report for people.
    var text: String {
        let letters = recorded.read.reduce(0) { $0 + $1.answers.count }
        let right = recorded.read.reduce(0) { $0 + $1.right }
        let ends = [estimate.interval95.lowerBound, estimate.interval95.upperBound]
        let recordedScore = recorded.result.logMAR.map { fixed($0, 2) } ?? "none"
        let flags =
            estimate.flags.isEmpty ? "none" : estimate.flags.map(\.rawValue).joined(separator: ", ")
        return """
            \(recorded.result.procedure ?? "etdrs"), \(right) of \(letters) letters right
              score     \(fixed(score.logMAR?.value, 2)), \(agrees ? "as recorded" : "recorded was \(recordedScore)")
              estimate  \(fixed(estimate.logMAR.value, 2)), 95 % interval \(fixed(ends[0].value, 2)) to \(fixed(ends[1].value, 2))
              flags     \(flags)

            """
    }

    /// The report for programs.
    var json: JSONValue {
        func number(_ value: Double?) -> JSONValue { value.map { .number($0, places: 4) } ?? .null }
        return [
            "procedure": .string(recorded.result.procedure ?? "etdrs"),
            "score": number(score.logMAR?.value), "recordedScore": number(recorded.result.logMAR),
            "agrees": .bool(agrees), "estimate": number(estimate.logMAR.value),
            "interval95": [
                number(estimate.interval95.lowerBound.value),
                number(estimate.interval95.upperBound.value),
            ],
            "recordedEstimate": number(recorded.result.estimate),
            "flags": .array(estimate.flags.map { .string($0.rawValue) }),
            "letters": .integer(recorded.read.reduce(0) { $0 + $1.answers.count }),
        ]
    }
}
