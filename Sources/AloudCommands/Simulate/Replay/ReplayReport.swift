internal import Acuity
internal import HandsFree

/// A recorded test computed anew, beside what was recorded.
struct ReplayReport {
    let recorded: RecordedTest
    let score: AcuityScore
    /// Nil where nothing was answered.
    let estimate: AcuityEstimate?

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
        estimate = procedure.read.isEmpty ? nil : procedure.estimate(hearing: hearing)
        score = procedure.score.beside(estimate)
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
        let recordedScore = recorded.result.logMAR.map { fixed($0, 2) } ?? "none"
        let flags = (estimate?.flags ?? []).map(\.rawValue).joined(separator: ", ")
        return """
            \(recorded.result.procedure ?? "etdrs"), \(right) of \(letters) letters right
              score     \(fixed(score.logMAR?.value, 2)), \(agrees ? "as recorded" : "recorded was \(recordedScore)")
              estimate  \(estimateText)
              flags     \(flags.isEmpty ? "none" : flags)

            """
    }

    private var estimateText: String {
        guard estimate != nil else { return "none: nothing was answered" }
        guard let reliable = estimate?.ifReliable else {
            return "withheld: the answers cannot be relied on, see the flags"
        }
        return reliable.words
    }

    /// The report for programs.
    var json: JSONValue {
        func number(_ value: Double?) -> JSONValue { value.map { .number($0, places: 4) } ?? .null }
        return [
            "procedure": .string(recorded.result.procedure ?? "etdrs"),
            "score": number(score.logMAR?.value), "recordedScore": number(recorded.result.logMAR),
            "agrees": .bool(agrees), "estimate": number(estimate?.ifReliable?.figure?.value),
            "interval95": (estimate?.ifReliable).map {
                [
                    number($0.interval95.lowerBound.value), number($0.interval95.upperBound.value),
                ]
            } ?? .null,
            "recordedEstimate": number(recorded.result.estimate),
            "flags": .array((estimate?.flags ?? []).map { .string($0.rawValue) }),
            "letters": .integer(recorded.read.reduce(0) { $0 + $1.answers.count }),
        ]
    }
}
