internal import Acuity

/// A procedure as it is named on the command line.
enum ProcedureChoice: String, CaseIterable, Sendable {
    case etdrs
    case eETDRS = "e-etdrs"
    case near
    case tumblingE = "tumbling-e"
    case bestPEST = "best-pest"
    case adaptive
    case hotv

    /// What it shows.
    var optotypes: OptotypeSet {
        switch self {
        case .etdrs, .eETDRS, .near, .bestPEST, .adaptive: .sloan
        case .tumblingE: .tumblingE
        case .hotv: .hotv
        }
    }

    /// The distance that it is usually done at.
    var usualDistance: Distance {
        switch self {
        case .etdrs, .bestPEST, .adaptive: .fourMetres
        case .eETDRS, .hotv: .threeMetres
        case .near, .tumblingE: .fortyCentimetres
        }
    }

    /// The options that say something to it, of those that not all procedures have.
    var ownOptions: Set<String> {
        switch self {
        case .etdrs:
            [
                TestPlan.chart.name, TestPlan.start.name, TestPlan.stopRule.name,
                TestPlan.oneMetre.name,
            ]
        case .near, .tumblingE: [TestPlan.start.name]
        case .bestPEST: [TestPlan.letters.name]
        case .adaptive: [TestPlan.letters.name, TestPlan.interval.name]
        case .eETDRS, .hotv: []
        }
    }
}
