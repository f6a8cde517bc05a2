package import Acuity

/// The set of letters to listen for; it selects the grammar.
public enum LetterChoice: String, CaseIterable, Sendable, Codable {
    /// The ten letters of Sloan's set; any other is heard as the one of them it sounds most like.
    case etdrs
    /// All 26.
    case alphabet
    /// All 26 for reading a chart: the ten, and the other sixteen where they are plainly said.
    case chart
    /// The four letters of children's tests.
    case hotv
    /// Up, down, left and right, and no letters.
    case directions
    /// The same with those between them.
    case diagonals

    /// The set that a test of these optotypes listens for. It depends on the possible answers only,
    /// never on the right one.
    package init(toAnswer optotypes: OptotypeSet) {
        self =
            switch optotypes {
            case .hotv: .hotv
            case .landolt8: .diagonals
            case .tumblingE, .landolt: .directions
            case .sloan: .chart
            }
    }

    /// The directions listened for, as a test shows them; nil if letters are listened for.
    package var pointing: OptotypeSet? {
        switch self {
        case .directions: .landolt
        case .diagonals: .landolt8
        case .etdrs, .alphabet, .chart, .hotv: nil
        }
    }

    /// The grammar's file in the folder of grammars.
    package var grammarFile: String { rawValue + ".gram" }
}

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
