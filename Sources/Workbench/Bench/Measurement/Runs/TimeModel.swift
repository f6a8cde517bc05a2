/// The length of a test, computed from its presentations and requests for repetition.
///
/// Two published means, taken together, give the two times: a printed ETDRS chart takes 56 s and
/// E-ETDRS, letter by letter, 120 s (Laidlaw DA et al. Computerised logMAR visual acuity
/// measurement (COMPlog). Br J Ophthalmol 2008). This bench counts 9.0 presentations of 45 letters
/// in all for the one and 31.6 of one letter for the other, without mishearing and with thresholds
/// from 0 to 0.8; the two times solve 9.0 p + 45 l = 56 and 31.6 (p + l) = 120. An asking again
/// takes as long as a presentation of one letter.
public struct TimeModel: Sendable, Equatable {
    /// Seconds for each presentation: it is shown, and the person looks and begins to speak.
    public var presentation: Double
    /// Seconds for each letter named.
    public var letter: Double
    /// Seconds for each letter asked for again.
    public var asking: Double

    /// The times, seconds; those of the paper above unless said.
    public init(presentation: Double = 3.2, letter: Double = 0.6, asking: Double = 3.8) {
        self.presentation = presentation
        self.letter = letter
        self.asking = asking
    }

    /// The duration of a test in seconds.
    public func seconds(presentations: Int, letters: Int, askings: Int) -> Double {
        presentation * Double(presentations) + letter * Double(letters) + asking * Double(askings)
    }
}
