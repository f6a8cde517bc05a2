public import Acuity

extension AcuityEstimate {
    /// The estimate in words for a person: "0.33, with 95 % between 0.26 and 0.39, from 50
    /// letters", "worse than 0.98, with 97.5 %, from 5 letters".
    public var words: String {
        "\(figureWords), from \(letters) \(letters == 1 ? "letter" : "letters")"
    }

    /// The same without the letters. Where the answers rule out no worse acuity, or no better one,
    /// only the other end of the interval is known.
    public var figureWords: String {
        switch (isOpenBelow, isOpenAbove) {
        case (false, false):
            "\(logMAR), with 95 % between \(interval95.lowerBound) and \(interval95.upperBound)"
        case (false, true): "worse than \(interval95.lowerBound), with 97.5 %"
        case (true, false): "better than \(interval95.upperBound), with 97.5 %"
        case (true, true): "any acuity is possible"
        }
    }
}
