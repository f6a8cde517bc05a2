package import Acuity
internal import Platform
package import Recognition
package import Records

/// A recorded test computed anew, beside what was recorded.
package struct ReplayReport {
    package let recorded: RecordedTest
    package let score: AcuityScore
    /// Nil where nothing was answered.
    package let estimate: AcuityEstimate?
    /// Whether letters are taken to be misheard as they were in the test, so that its estimate has to
    /// come out again.
    private let isOfRecordedHearing: Bool

    /// Computes a test anew.
    ///
    /// - Parameters:
    ///   - belief: how letters are to be taken to be heard; nil for what was recorded, and where
    ///     nothing was, as never misheard.
    ///   - measured: what was measured on people, where that was recorded.
    package init(
        _ recorded: RecordedTest, belief: AssumedHearing?,
        measured: (OptotypeSet) throws -> HearingModel
    ) throws {
        let optotypes = try recorded.optotypes()
        let told = recorded.result.hearing
        func model(_ assumed: AssumedHearing?) throws -> HearingModel {
            switch assumed {
            case .file(AssumedHearing.measured): try measured(optotypes)
            case let given?: try given.model(for: optotypes)
            case nil: .exact
            }
        }
        let before = Result { try model(told.flatMap { AssumedHearing($0) }) }
        let hearing = try belief.map(model) ?? before.get()
        isOfRecordedHearing = belief == nil && told != nil
        // What was shown was chosen by how letters were taken to be heard then.
        let procedure = try recorded.replayed(hearing: (try? before.get()) ?? hearing)
        self.recorded = recorded
        estimate = procedure.read.isEmpty ? nil : procedure.estimate(hearing: hearing)
        score = procedure.score.beside(estimate)
    }

    /// Whether the score is the recorded one, to a hundredth of a letter, and so are the estimate and its
    /// interval, to a tenth of one, where letters are misheard as in the test.
    package var agrees: Bool { scoreAgrees && (!isOfRecordedHearing || estimateAgrees) }

    private var scoreAgrees: Bool {
        Self.areAlike(score.logMAR?.value, recorded.result.logMAR, within: 0.0002)
    }

    /// Numbers are recorded with three digits, and so are the confidences that they come from.
    private var estimateAgrees: Bool {
        let reliable = estimate?.ifReliable
        let ends = reliable.map {
            [$0.interval95.lowerBound.value, $0.interval95.upperBound.value]
        }
        let old = recorded.result.interval95
        guard ends?.count == old?.count else { return false }
        return Self.areAlike(reliable?.figure?.value, recorded.result.estimate, within: 0.002)
            && zip(ends ?? [], old ?? []).allSatisfy { Self.areAlike($0, $1, within: 0.002) }
    }

    private static func areAlike(_ new: Double?, _ old: Double?, within error: Double) -> Bool {
        guard let new, let old else { return new == nil && old == nil }
        return abs(new - old) < error
    }

    /// The report for people.
    package var text: String {
        let letters = recorded.read.reduce(0) { $0 + $1.answers.count }
        let right = recorded.read.reduce(0) { $0 + $1.right }
        let recordedScore = recorded.result.logMAR.map { fixed($0, 2) } ?? "none"
        let flags = (estimate?.flags ?? []).map(\.rawValue).joined(separator: ", ")
        return """
            \(recorded.result.procedure ?? "etdrs"), \(right) of \(letters) letters right
              score     \(fixed(score.logMAR?.value, 2))\(score.isBound ? " or better" : ""), \(scoreAgrees ? "as recorded" : "recorded was \(recordedScore)")
              estimate  \(estimateText)\(estimateNote)
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

    /// Whether the estimate is that of the test, where it has to be.
    private var estimateNote: String {
        guard isOfRecordedHearing, estimate != nil else { return "" }
        if estimateAgrees { return ", as recorded" }
        let old = recorded.result.estimate.map { fixed($0, 3) } ?? "none"
        let ends = (recorded.result.interval95 ?? []).map { fixed($0, 3) }
        return ", recorded was \(old)"
            + (ends.isEmpty ? "" : " (\(ends.joined(separator: " to ")))")
    }

    /// The report for programs.
    package var json: JSONValue {
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
