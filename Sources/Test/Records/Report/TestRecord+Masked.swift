internal import Acuity

extension TestRecord {
    /// The record without everything that says how well the person saw: for people who must not know a
    /// result of a trial.
    ///
    /// The letters, the score, the estimate, the time and the reason of the end are left out. It still
    /// says whether the test is complete, and whether an operator or lost sound touched it.
    package var masked: TestRecord {
        guard !isMasked else { return self }
        var setup = setup
        setup.viewing = nil
        var masked = TestRecord(
            setup: setup,
            score: AcuityScore(
                logMAR: nil, lettersRight: 0, lettersCredited: 0, lines: [],
                end: isComplete ? .stopRuleMet : nil, remarks: []),
            lettersAskedAgain: 0, duration: .zero, end: end.masked, overrides: overrides,
            soundsMissing: soundsMissing)
        masked.isMasked = true
        return masked
    }

    /// The reason that a masked result is not shown, for a person.
    package static let whyMasked = "masked: this test is part of a trial"
}

extension TestEnd {
    /// The end without information about the acuity.
    fileprivate var masked: TestEnd {
        switch self {
        case .finished(.notUnderstood): self
        case .finished: .finished(.stopRuleMet)
        case .failed: .failed("")
        case .stoppedByPerson, .stoppedFromOutside, .answersEnded, .interrupted: self
        }
    }
}
