package import Acuity
internal import Platform
package import Recognition
package import Records

/// A recorded test computed again, with its record.
package struct ReplayReport {
    package let recorded: RecordedTest
    package let score: AcuityScore
    /// Nil if nothing was answered.
    package let estimate: AcuityEstimate?
    /// Whether the assumed recognition errors are those of the test, so that its estimate must be
    /// reproduced.
    private let isOfRecordedHearing: Bool

    /// Computes a test again.
    ///
    /// - Parameters:
    ///   - belief: the assumed recognition errors; nil for the recorded ones or, if there are none,
    ///     for no errors.
    ///   - measured: the errors measured on people, if the record refers to them.
    package init(
        _ recorded: RecordedTest, belief: AssumedErrorRate?,
        measured: (OptotypeSet) throws -> RecognitionErrorModel
    ) throws {
        let optotypes = try recorded.optotypes()
        let told = recorded.result.setup.hearing?.name
        func model(_ assumed: AssumedErrorRate?) throws -> RecognitionErrorModel {
            switch assumed {
            case .file(AssumedErrorRate.measured): try measured(optotypes)
            case let given?: try given.model(for: optotypes)
            case nil: .exact
            }
        }
        let before = Result { try model(told.flatMap { AssumedErrorRate($0) }) }
        let hearing = try belief.map(model) ?? before.get()
        isOfRecordedHearing = belief == nil && told != nil
        // The test chose its letters by the errors that it assumed.
        let procedure = try recorded.replayed(hearing: (try? before.get()) ?? hearing)
        self.recorded = recorded
        estimate =
            procedure.read.isEmpty
            ? nil : procedure.estimate(hearing: hearing.of(recorded.person))
        score = recorded.score(of: procedure, beside: estimate)
    }

    /// Whether the score agrees with the recorded one, to a hundredth of a letter, and, under the
    /// same assumed errors, the estimate and its interval, to a tenth of a letter.
    package var agrees: Bool { scoreAgrees && (!isOfRecordedHearing || estimateAgrees) }

    private var scoreAgrees: Bool {
        Self.areAlike(score.logMAR?.value, recorded.result.score.logMAR?.value, within: 0.0002)
    }

    /// Numbers are recorded with three digits, and so are the confidences that they come from.
    private var estimateAgrees: Bool {
        let (new, old) = (estimate?.ifReliable, recorded.result.estimate?.ifReliable)
        return [new?.figure, new?.interval95.lowerBound, new?.interval95.upperBound].elementsEqual(
            [old?.figure, old?.interval95.lowerBound, old?.interval95.upperBound]
        ) { Self.areAlike($0?.value, $1?.value, within: 0.002) }
    }

    private static func areAlike(_ new: Double?, _ old: Double?, within error: Double) -> Bool {
        guard let new, let old else { return new == nil && old == nil }
        return abs(new - old) < error
    }

    private var letters: Int { recorded.read.reduce(0) { $0 + $1.answers.count } }

    /// The report for people.
    package var text: String {
        let right = recorded.read.reduce(0) { $0 + $1.right }
        let recordedScore = recorded.result.score.logMAR.map(\.description) ?? "none"
        let flags = (estimate?.flags ?? []).map(\.rawValue).joined(separator: ", ")
        return """
            \(recorded.procedureName), \(right) of \(letters) letters right
              score     \(fixed(score.logMAR?.value, 2))\(score.isBound ? " or better" : ""), \(scoreAgrees ? "as recorded" : "recorded was \(recordedScore)")
              estimate  \(estimateText)\(estimateNote)
              flags     \(flags.isEmpty ? "none" : flags)

            """
    }

    private var estimateText: String {
        guard estimate != nil else { return "none: nothing was answered" }
        guard let reliable = estimate?.ifReliable else {
            return "withheld: the answers are unreliable, see the flags"
        }
        return reliable.words
    }

    /// Compares the estimate with the recorded one, in words; empty if they need not agree.
    private var estimateNote: String {
        guard isOfRecordedHearing, estimate != nil else { return "" }
        if estimateAgrees { return ", as recorded" }
        guard let old = recorded.result.estimate?.ifReliable else { return ", none was recorded" }
        let ends = [old.interval95.lowerBound, old.interval95.upperBound].map { fixed($0.value, 3) }
        return ", recorded was \(old.figure.map { fixed($0.value, 3) } ?? "none")"
            + " (\(ends.joined(separator: " to ")))"
    }
}

extension ReplayReport: Encodable {
    /// Writes the report for programs.
    package func encode(to encoder: any Encoder) throws {
        func number(_ value: LogMAR?) -> Double? { rounded(value?.value, places: 4) }
        let new = estimate?.ifReliable
        try encoder.write([
            "procedure": recorded.procedureName, "agrees": agrees,
            "score": orNull(number(score.logMAR)),
            "recordedScore": orNull(number(recorded.result.score.logMAR)),
            "estimate": orNull(number(new?.figure)),
            "interval95": orNull(
                new.map { [number($0.interval95.lowerBound), number($0.interval95.upperBound)] }),
            "recordedEstimate": orNull(number(recorded.result.estimate?.ifReliable?.figure)),
            "flags": estimate?.flags ?? [], "letters": letters,
        ])
    }
}
