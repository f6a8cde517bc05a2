/// A quantity that a test of letters measures.
package enum MeasuredQuantity: String, CaseIterable, Sendable, Codable {
    /// The smallest letters that are read.
    case acuity
    /// The faintest letters that are read, or acuity with faint letters.
    case contrast
}

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
    /// The adaptive test of contrast.
    case contrast
    case pelliRobson = "pelli-robson"
    case mars
    /// Acuity with letters of 2.5 % contrast.
    case lowContrast2 = "low-contrast-2.5"
    /// Acuity with letters of 1.25 % contrast.
    case lowContrast1 = "low-contrast-1.25"

    /// The quantity that it measures.
    package var quantity: MeasuredQuantity {
        switch self {
        case .etdrs, .eETDRS, .near, .tumblingE, .landolt, .landolt8, .bestPEST, .adaptive, .hotv:
            .acuity
        case .contrast, .pelliRobson, .mars, .lowContrast2, .lowContrast1: .contrast
        }
    }

    /// The contrast of all letters of a low-contrast acuity; nil for other procedures.
    package var lowContrast: LogCS? {
        switch self {
        case .lowContrast2: LogCS(contrast: 0.025)
        case .lowContrast1: LogCS(contrast: 0.0125)
        default: nil
        }
    }

    /// The default set of optotypes.
    package var optotypes: OptotypeSet {
        switch self {
        case .etdrs, .eETDRS, .near, .bestPEST, .adaptive, .contrast, .pelliRobson, .mars,
            .lowContrast2, .lowContrast1:
            .sloan
        case .tumblingE: .tumblingE
        case .landolt: .landolt
        case .landolt8: .landolt8
        case .hotv: .hotv
        }
    }

    /// Whether it can show every set of optotypes.
    package var showsAny: Bool {
        switch self {
        case .near, .bestPEST, .adaptive, .contrast: true
        case .etdrs, .eETDRS, .tumblingE, .landolt, .landolt8, .hotv, .pelliRobson, .mars,
            .lowContrast2, .lowContrast1:
            false
        }
    }

    /// Whether it shows optotypes one at a time, at least in the beginning.
    package var showsOneByOne: Bool {
        switch self {
        case .etdrs, .pelliRobson, .mars, .lowContrast2, .lowContrast1: false
        default: true
        }
    }

    /// The default procedure for a set of optotypes.
    package init(usuallyShowing optotypes: OptotypeSet) {
        self =
            switch optotypes {
            case .sloan: .etdrs
            case .hotv: .hotv
            case .monoyer, .tumblingE, .landolt, .landolt8: .adaptive
            }
    }

    /// The smallest line of a staircase of lines; nil for other procedures.
    package var smallestLine: SnellenLine? {
        switch self {
        case .near: NearStaircase.Rule.threeOfFive.smallest
        case .tumblingE, .landolt, .landolt8: NearStaircase.Rule.sixInARow.smallest
        default: nil
        }
    }

    /// The default distance.
    package var usualDistance: Distance {
        switch self {
        case .etdrs, .bestPEST, .adaptive: .fourMetres
        case .eETDRS, .hotv: .threeMetres
        case .near, .tumblingE, .landolt, .landolt8: .fortyCentimetres
        case .contrast, .pelliRobson, .mars: .oneMetre
        case .lowContrast2, .lowContrast1: .twoMetres
        }
    }
}
