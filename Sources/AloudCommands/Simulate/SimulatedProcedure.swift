internal import Acuity
internal import MeasurementBench

/// A procedure that `aloud simulate` can be asked for.
enum SimulatedProcedure: String, CaseIterable, Sendable {
    case chart = "etdrs"
    case chartUntilThreeWrong = "etdrs-fewer-than-3"
    case chartAtFourMetres = "etdrs-4m"
    case chartAtFourMetresUntilThreeWrong = "etdrs-4m-fewer-than-3"
    case eETDRS = "e-etdrs"
    case bestPEST = "best-pest"
    case near
    case tumblingE = "tumbling-e"
    case hotv
    case adaptive
    case adaptiveOneByOne = "adaptive-single"

    /// Those that are tried unless others are asked for: the ones that measure the same, letters of
    /// Sloan's set at any size.
    static let usual: [SimulatedProcedure] = [
        .chart, .chartUntilThreeWrong, .eETDRS, .bestPEST, .adaptive,
    ]

    /// What the bench runs.
    ///
    /// - Parameter letters: how many letters a procedure shows that can show any number.
    func benchProcedures(letters: [Int]) -> [BenchProcedure] {
        switch self {
        case .chart: [.chart()]
        case .chartUntilThreeWrong: [.chart(.fewerThanThreeRight)]
        case .chartAtFourMetres: [.chartAtFourMetres()]
        case .chartAtFourMetresUntilThreeWrong: [.chartAtFourMetres(.fewerThanThreeRight)]
        case .eETDRS: [.eETDRS]
        case .bestPEST: [.bestPEST]
        case .near: [.near]
        case .tumblingE: [.tumblingE]
        case .hotv: [.hotv]
        case .adaptive: letters.map { .adaptive(letters: $0) }
        case .adaptiveOneByOne: letters.map { .adaptive(letters: $0, isOneByOne: true) }
        }
    }
}
