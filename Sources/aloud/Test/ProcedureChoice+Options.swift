internal import Acuity
internal import CommandLineKit

extension ProcedureChoice {
    /// The options that say something to it, of those that not all procedures have.
    var ownOptions: Set<String> {
        switch self {
        case .etdrs:
            [
                TestPlan.chart.name, TestPlan.start.name, TestPlan.stopRule.name,
                TestPlan.oneMetre.name,
            ]
        case .near, .tumblingE, .landolt, .landolt8: [TestPlan.start.name]
        case .bestPEST: [TestPlan.letters.name]
        case .adaptive: [TestPlan.letters.name, TestPlan.interval.name]
        case .eETDRS, .hotv: []
        }
    }
}
