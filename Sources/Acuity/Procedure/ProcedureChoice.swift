/// A procedure as it is named on the command line.
package enum ProcedureChoice: String, CaseIterable, Sendable {
    case etdrs
    case eETDRS = "e-etdrs"
    case near
    case tumblingE = "tumbling-e"
    case landolt
    case landolt8 = "landolt-8"
    case bestPEST = "best-pest"
    case adaptive
    case hotv

    /// The default set of optotypes.
    package var optotypes: OptotypeSet {
        switch self {
        case .etdrs, .eETDRS, .near, .bestPEST, .adaptive: .sloan
        case .tumblingE: .tumblingE
        case .landolt: .landolt
        case .landolt8: .landolt8
        case .hotv: .hotv
        }
    }

    /// Whether it can show any optotypes.
    package var showsAny: Bool {
        switch self {
        case .near, .bestPEST, .adaptive: true
        case .etdrs, .eETDRS, .tumblingE, .landolt, .landolt8, .hotv: false
        }
    }

    /// Whether it shows optotypes one at a time, at least in the beginning.
    package var showsOneByOne: Bool { self != .etdrs }

    /// The procedure that these optotypes are usually shown by.
    package init(usuallyShowing optotypes: OptotypeSet) {
        self =
            switch optotypes {
            case .sloan: .etdrs
            case .hotv: .hotv
            case .tumblingE: .tumblingE
            case .landolt: .landolt
            case .landolt8: .landolt8
            }
    }

    /// The smallest line of a staircase; nil for what is no staircase of lines.
    package var smallestLine: SnellenLine? {
        switch self {
        case .near: NearStaircase.Rule.threeOfFive.smallest
        case .tumblingE, .landolt, .landolt8: NearStaircase.Rule.sixInARow.smallest
        case .etdrs, .eETDRS, .bestPEST, .adaptive, .hotv: nil
        }
    }

    /// The distance that it is usually done at.
    package var usualDistance: Distance {
        switch self {
        case .etdrs, .bestPEST, .adaptive: .fourMetres
        case .eETDRS, .hotv: .threeMetres
        case .near, .tumblingE, .landolt, .landolt8: .fortyCentimetres
        }
    }
}
