package import Acuity

/// A procedure that `aloud simulate` can be asked for.
package enum SimulatedProcedure: String, CaseIterable, Sendable {
    case chart = "etdrs"
    case chartUntilThreeWrong = "etdrs-fewer-than-3"
    case chartAtFourMetres = "etdrs-4m"
    case chartAtFourMetresUntilThreeWrong = "etdrs-4m-fewer-than-3"
    case eETDRS = "e-etdrs"
    case bestPEST = "best-pest"
    case near
    case tumblingE = "tumbling-e"
    case landolt
    case landolt8 = "landolt-8"
    case hotv
    case adaptive
    case adaptiveOneByOne = "adaptive-single"

    /// Those that are tried unless others are asked for: the ones that measure the same, letters of
    /// Sloan's set at any size.
    package static let usual: [SimulatedProcedure] = [
        .chart, .chartUntilThreeWrong, .eETDRS, .bestPEST, .adaptive,
    ]

    /// Whether it can be ended after any number of letters.
    package var showsAnyNumber: Bool { self == .adaptive || self == .adaptiveOneByOne }

    /// The procedures that the bench runs.
    ///
    /// - Parameters:
    ///   - letters: the numbers of letters for procedures of any length.
    ///   - optotypes: the optotypes for procedures that can show any.
    package func benchProcedures(
        letters: [Int], showing optotypes: OptotypeSet = .sloan
    ) -> [BenchProcedure] {
        switch self {
        case .chart: [.chart()]
        case .chartUntilThreeWrong: [.chart(.fewerThanThreeRight)]
        case .chartAtFourMetres: [.chartAtFourMetres()]
        case .chartAtFourMetresUntilThreeWrong: [.chartAtFourMetres(.fewerThanThreeRight)]
        case .eETDRS: [.eETDRS]
        case .bestPEST: [.bestPEST(showing: optotypes)]
        case .near: [.near(showing: optotypes)]
        case .tumblingE: [.tumblingE]
        case .landolt: [.landolt]
        case .landolt8: [.landolt8]
        case .hotv: [.hotv]
        case .adaptive: letters.map { .adaptive(letters: $0, showing: optotypes) }
        case .adaptiveOneByOne:
            letters.map { .adaptive(letters: $0, showing: optotypes, isOneByOne: true) }
        }
    }
}
