internal import Acuity
internal import MeasurementBench

/// What the estimate believes about how patients are heard.
enum HearingBelief: Sendable, Equatable {
    /// What is the case.
    case truth
    /// So many letters misheard, whatever is the case.
    case misheard(Double)

    /// The model for patients who are heard in this way.
    ///
    /// - Parameter optotypes: what the test shows.
    func model(for matrix: ConfusionMatrix, among optotypes: OptotypeSet) -> HearingModel {
        switch self {
        case .truth: matrix.model(among: optotypes)
        case .misheard(let share): HearingModel(misheard: share, among: optotypes.choices)
        }
    }
}

extension ValueKind where Value == HearingBelief {
    /// "truth", or a share such as "2%".
    static let hearingBelief = ValueKind(
        "truth|share", expected: "'truth', or a share from 0% to 50%, such as 2% or 0.02"
    ) { text in
        if text == "truth" { return .truth }
        return (try? ValueKind<Double>.share("share", in: 0...0.5).read(text)).map { .misheard($0) }
    }
}
