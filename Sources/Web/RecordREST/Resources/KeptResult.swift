package import Acuity
package import RecordStore
package import TestPages

extension AcuityHistory {
    /// The comparison of the tests of a sitting with the person's tests before, by eye; an eye without
    /// a test before in the same series has none.
    package func earlierResults(in sitting: RecordID) -> [Eye: EarlierResult] {
        comparisons(in: sitting).compactMapValues { test, before in
            before.map {
                EarlierResult(
                    day: $0.test.began.day.description, acuity: $0.figure,
                    state: test.change?.finding.state,
                    isWorse: test.change?.finding.isWorse ?? false)
            }
        }
    }
}
