package import Acuity

extension LetterChoice {
    /// The letters themselves.
    package var letters: Set<Letter> {
        switch self {
        case .etdrs: Set(Letter.sloan)
        case .alphabet, .chart: Set(Letter.allCases)
        case .hotv: Set(OptotypeSet.hotv.choices)
        case .directions, .diagonals: []
        }
    }
}
