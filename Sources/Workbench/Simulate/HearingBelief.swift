package import Acuity

/// What the estimate believes about how patients are heard.
package enum HearingBelief: Sendable, Equatable {
    /// What is the case.
    case truth
    /// So many letters misheard, whatever is the case.
    case misheard(Double)

    /// The model for patients who are heard in this way.
    ///
    /// - Parameter optotypes: what the test shows.
    package func model(for matrix: ConfusionMatrix, among optotypes: OptotypeSet) -> HearingModel {
        switch self {
        case .truth: matrix.model(among: optotypes)
        case .misheard(let share): HearingModel(misheard: share, among: optotypes.choices)
        }
    }
}
