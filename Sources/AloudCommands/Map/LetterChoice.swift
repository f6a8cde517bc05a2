public import Acuity

/// The letters that come into question, as `--letters` names them.
public enum LetterChoice: String, CaseIterable, Sendable {
    /// The ten of the ETDRS charts.
    case etdrs
    /// All 26.
    case alphabet

    public var letters: Set<Letter> {
        switch self {
        case .etdrs: Set(Letter.sloan)
        case .alphabet: Set(Letter.allCases)
        }
    }

    /// The option that chooses them.
    public static let option = Option<LetterChoice>(
        "letters", .choice(), default: "alphabet",
        help: "The letters in question: the ten of the ETDRS charts, or all 26.")
}
