internal import Foundation
package import Records
package import Trials

/// Notes the deviations from a protocol by the events of a test, while it runs or afterwards.
package struct TrialWatch {
    /// The deviations so far, with those from before the test.
    package private(set) var visit: TrialVisit
    /// The protocol; nil if it cannot be read. Distances are then not compared.
    private let rules: TrialProtocol?

    /// The words of a page whose letters cannot be seen; see `PageState.screenTrouble`.
    private static let unseen = [
        "The letters cannot be seen", "The screen is not", "The phone is not",
    ]

    /// The usual tolerance of a measured distance: 5 %. Chosen, not measured.
    private static let usualTolerance = 0.05

    /// A watch of a test; nil outside of trials.
    package init?(_ visit: TrialVisit?, under rules: TrialProtocol?) {
        guard let visit else { return nil }
        self.visit = visit
        self.rules = rules
    }

    /// Takes the end of a test that was interrupted.
    package mutating func takeInterruption() {
        note(.aborted, "The test is not complete.")
    }

    /// Takes an event as the records have it. One that this version does not understand is ignored.
    package mutating func take(recorded text: String) {
        let event = try? JSONDecoder().decode(RecordedEvent.self, from: Data(text.utf8))
        if let event { take(event) }
    }

    /// Takes an event of the test.
    package mutating func take(_ event: RecordedEvent) {
        switch event {
        case .override: note(.override, "An operator answered in the person's place.")
        case .soundMissing: note(.soundLost, "A piece of the sound was lost.")
        case .trouble(let cause) where Self.unseen.contains(where: cause.words.hasPrefix):
            note(.pageHidden, "The letters could not be seen for a time.")
        case .result(let record): take(record)
        case .present, .answer, .correction, .askAgain, .line, .pause, .resume, .trouble,
            .recovered, .language, .warmUp, .other:
            break
        }
    }

    private mutating func take(_ record: TestRecord) {
        if !record.isComplete { takeInterruption() }
        guard let rules else { return }
        let distance = rules.distance
        let tolerance = rules.distanceTolerance ?? Self.usualTolerance
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
