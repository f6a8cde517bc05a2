internal import Acuity

/// The letters that `aloud map` may take a sound for.
enum MappedLetters: String, CaseIterable, Sendable {
    /// The ten letters of Sloan's set.
    case etdrs
    /// All 26.
    case alphabet
    /// The four letters of children's tests.
    case hotv

    /// The letters themselves.
    var letters: Set<Letter> {
        switch self {
        case .etdrs: Set(Letter.sloan)
        case .alphabet: Set(Letter.allCases)
        case .hotv: Set(OptotypeSet.hotv.choices)
        }
    }
}
