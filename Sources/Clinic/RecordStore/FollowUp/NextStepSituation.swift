internal import Acuity
package import Records

/// The situation after a test, which chooses the sentence about the next step.
package struct NextStepSituation: Sendable, Equatable {
    /// The comparison with earlier tests.
    package enum Change: String, CaseIterable, Sendable {
        /// There is no test to compare with.
        case first
        case unchanged
        case onceWorse = "once-worse"
        case onceBetter = "once-better"
        /// A loss that another test confirms.
        case worse
        /// A gain that another test confirms.
        case better
    }

    /// The band of the acuity, as the World Health Organization divides distance vision (ICD-11,
    /// 9D90).
    package enum Band: String, CaseIterable, Sendable {
        /// 6/12 or better: no impairment.
        case good
        /// Worse than 6/12, to 6/18 (0.48 logMAR, here 0.50): mild impairment.
        case reduced
        /// Worse: moderate impairment or more.
        case low

        init(_ acuity: LogMAR) {
            // 6/12 is 0.301.
            self = acuity.value < 0.305 ? .good : acuity.value < 0.505 ? .reduced : .low
        }
    }

    /// The eyes that were open.
    package enum Eyes: String, CaseIterable, Sendable { case one, both }

    /// Whether the result can be relied on.
    package enum Result: String, CaseIterable, Sendable { case sure, unsure }

    package let change: Change
    package let band: Band
    package let eyes: Eyes
    package let result: Result

    /// Sets each property from the parameter of its name.
    package init(change: Change, band: Band, eyes: Eyes, result: Result) {
        (self.change, self.band, self.eyes, self.result) = (change, band, eyes, result)
    }

    /// The situation after a test.
    ///
    /// - Parameter change: nil if the test is not compared.
    package init(after record: TestRecord, change: AcuityChange?) {
        eyes = record.setup.eye == .both ? .both : .one
        guard let acuity = record.figure, record.isComplete, record.setup.isCalibrated != false,
            record.estimate?.ifReliable != nil
        else {
            (self.change, band, result) = (.first, .low, .unsure)
            return
        }
        result = .sure
        band = Band(acuity)
        self.change =
            switch (change?.finding.state, change?.finding.isWorse) {
            case (.once, true): .onceWorse
            case (.once, _): .onceBetter
            case (.confirmed, true): .worse
            case (.confirmed, _): .better
            case (.unchanged, _): .unchanged
            case (.first, _), (nil, _): .first
            }
    }

    /// All situations. Situations with an unsure result differ only in the eyes.
    package static let all: [NextStepSituation] = Eyes.allCases.flatMap { eyes in
        [NextStepSituation(change: .first, band: .low, eyes: eyes, result: .unsure)]
            + Change.allCases.flatMap { change in
                Band.allCases.map {
                    NextStepSituation(change: change, band: $0, eyes: eyes, result: .sure)
                }
            }
    }

    /// The words of a row that fits: "worse, low, one, sure".
    package var words: [String] {
        [change.rawValue, band.rawValue, eyes.rawValue, result.rawValue]
    }

    /// The words that each column of a row may have, and the names of the columns.
    static let columns: [(name: String, words: [String])] = [
        ("change", Change.allCases.map(\.rawValue)), ("acuity", Band.allCases.map(\.rawValue)),
        ("eyes", Eyes.allCases.map(\.rawValue)), ("result", Result.allCases.map(\.rawValue)),
    ]
}
