public import LetterSpeech

/// A rate of wrong letters among those accepted, and the confidence that keeps to it.
public enum ErrorRate {
    /// From which confidence on letters must be accepted so that no more than a share of those
    /// accepted is wrong, by the left-out speakers whom the fusion was tried on: between two rates
    /// of its table in proportion, beyond its ends as at them.
    ///
    /// Never less than usual. The table counts letters alone, and what is less sure is mostly none:
    /// from the usual 0.6 on 95 letters of ten people are accepted with 1.1 % wrong and 5 % of 300
    /// digits are answered; from the 0.023 that would keep to 5 %, 36 % of the digits.
    ///
    /// - Parameter share: 0…1.
    public static func accept(
        wrongAtMost share: Double, table: [HearingFusion.Operating] = HearingFusion.operating
    ) -> Double {
        max(fromTable(share, table), HearingThresholds().accept)
    }

    private static func fromTable(_ share: Double, _ table: [HearingFusion.Operating]) -> Double {
        let rising = table.sorted { $0.wrong < $1.wrong }
        guard let first = rising.first, let last = rising.last else { return 1 }
        if share <= first.wrong { return first.accept }
        for (low, high) in zip(rising, rising.dropFirst()) where share <= high.wrong {
            let part = (share - low.wrong) / (high.wrong - low.wrong)
            return low.accept + part * (high.accept - low.accept)
        }
        return last.accept
    }
}
