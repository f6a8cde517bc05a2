internal import Acuity
internal import Dialogue
internal import Records
internal import Trials

/// Notes the deviations from a protocol while a test runs.
struct TrialWatch {
    /// The deviations so far, with those from before the test.
    private(set) var visit: TrialVisit
    /// The distance of the protocol, metres, and its tolerance as a share.
    private let distance: Double
    private let tolerance: Double

    /// The words of a page whose letters cannot be seen; see `PageState.screenTrouble`.
    private static let unseen = [
        "The letters cannot be seen", "The screen is not", "The phone is not",
    ]

    /// The usual tolerance of a measured distance: 5 %. Chosen, not measured.
    private static let usualTolerance = 0.05

    /// A watch of a test; nil outside of trials.
    init?(_ visit: TrialVisit?, under rules: TrialProtocol?) {
        guard let visit, let rules else { return nil }
        self.visit = visit
        distance = rules.distance
        tolerance = rules.distanceTolerance ?? Self.usualTolerance
    }

    /// Takes an event of the test.
    mutating func take(_ event: TestEvent) {
        switch event {
        case .override: note(.override, "An operator answered in the person's place.")
        case .soundMissing: note(.soundLost, "A piece of the sound was lost.")
        case .trouble(let words) where Self.unseen.contains(where: words.hasPrefix):
            note(.pageHidden, "The letters could not be seen for a time.")
        case .result(let record): take(record)
        case .present, .answer, .correction, .askAgain, .line, .pause, .resume, .trouble,
            .recovered, .language, .warmUp:
            break
        }
    }

    private mutating func take(_ record: TestRecord) {
        if !record.isComplete { note(.aborted, "The test is not complete.") }
        let far = (record.setup.viewing?.metres ?? []).filter {
            abs($0 - distance) > tolerance * distance
        }
        if let worst = far.max(by: { abs($0 - distance) < abs($1 - distance) }) {
            note(
                .wrongDistance,
                "The camera measured \(rounded(worst, places: 2) ?? worst) m; the protocol has"
                    + " \(distance) m ± \(Int((tolerance * 100).rounded())) %.")
        }
    }

    private mutating func note(_ code: TrialDeviation.Code, _ finding: String) {
        visit.add(TrialDeviation(code, finding))
    }
}
