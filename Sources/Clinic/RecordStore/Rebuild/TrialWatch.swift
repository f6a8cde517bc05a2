internal import Foundation
package import Records
package import Trials

/// Notes the deviations from a protocol by the events of a test, while it runs or afterwards.
package struct TrialWatch {
    /// The deviations so far, with those from before the test.
    package private(set) var visit: TrialVisit
    /// The protocol; nil if it cannot be read. Distances are then not compared.
    private let rules: TrialProtocol?
    /// The distance of the letters that are shown, metres; nil for that of the protocol.
    private var ofLetters: Double?
    /// The measured distance that is farthest out of tolerance, with the right one, metres.
    private var worst: (measured: Double, right: Double)?

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
        noteDistance()
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
        case .present(let shown): ofLetters = shown.distance
        case .answer(let answer): if let metres = answer.metres { take(distance: metres) }
        case .result(let record):
            noteDistance()
            if !record.isComplete { takeInterruption() }
        case .correction, .askAgain, .line, .pause, .resume, .trouble,
            .recovered, .language, .warmUp, .other:
            break
        }
    }

    private var tolerance: Double { rules?.distanceTolerance ?? Self.usualTolerance }

    /// Takes the measured distance of an answer, metres.
    private mutating func take(distance measured: Double) {
        guard let rules else { return }
        let right = ofLetters ?? rules.distance
        let most = worst.map { abs($0.measured / $0.right - 1) } ?? tolerance
        if abs(measured / right - 1) > most { worst = (measured, right) }
    }

    private mutating func noteDistance() {
        guard let worst else { return }
        note(
            .wrongDistance,
            "The camera measured \(rounded(worst.measured, places: 2) ?? worst.measured) m; the"
                + " protocol has \(worst.right) m ± \(Int((tolerance * 100).rounded())) %.")
    }

    private mutating func note(_ code: TrialDeviation.Code, _ finding: String) {
        visit.add(TrialDeviation(code, finding))
    }
}
