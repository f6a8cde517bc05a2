/// What a person chooses among when naming an optotype.
///
/// A direction is written as the letter that it begins with: U, D, L, R for where the open side of
/// a tumbling E or the gap of a Landolt ring points.
public enum OptotypeSet: String, CaseIterable, Sendable, Codable {
    /// Sloan's ten letters.
    case sloan
    /// The four letters of children's tests (Holmes JM et al. The amblyopia treatment study visual
    /// acuity testing protocol. Arch Ophthalmol 2001).
    case hotv
    /// The tumbling E in four directions (Taylor HR. Applying new design principles to the
    /// construction of an illiterate E chart. Am J Optom Physiol Opt 1978).
    case tumblingE = "tumbling-e"
    /// The ring with a gap in four directions (ISO 8596).
    case landolt

    /// The answers that can be right.
    public var choices: [Letter] {
        switch self {
        case .sloan: Letter.sloan
        case .hotv: [.h, .o, .t, .v]
        case .tumblingE, .landolt: [.u, .d, .l, .r]
        }
    }

    /// The chance, 0...1, to guess one that is not seen: 1 in the number of choices.
    public var guess: Double { 1 / Double(choices.count) }

    /// Whether it is directions that are named, and not letters.
    public var areDirections: Bool { self == .tumblingE || self == .landolt }
}
