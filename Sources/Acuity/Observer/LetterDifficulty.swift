/// How much larger or smaller than the average letter each letter has to be to be seen.
///
/// Round letters are harder at threshold: C, O, S and D against Z, N, H, V, R and K in 3,710
/// subjects (Ferris FL et al. Relative letter and position difficulty on visual acuity charts from
/// the Early Treatment Diabetic Retinopathy Study. Am J Ophthalmol 1993).
public struct LetterDifficulty: Sendable, Equatable {
    /// How much larger the hard letters have to be than the easy ones, in logMAR.
    public var spread: Double

    /// The letters that are hard.
    public static let hard: Set<Letter> = [.c, .d, .o, .s]

    /// All letters alike.
    public static let equal = LetterDifficulty(spread: 0)

    /// Hard letters that have to be larger by so much.
    ///
    /// - Parameter spread: in logMAR.
    public init(spread: Double) { self.spread = spread }

    /// What is added to the threshold for a letter, in logMAR; its mean over Sloan's ten letters
    /// is 0, so that the threshold stays that of the average letter.
    public func shift(of letter: Letter) -> Double {
        guard spread != 0 else { return 0 }
        let hardShare = Double(Self.hard.count) / Double(Letter.sloan.count)
        return spread * ((Self.hard.contains(letter) ? 1 : 0) - hardShare)
    }
}
