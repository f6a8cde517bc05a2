internal import Acuity
internal import LetterSpeech

/// Names of letters that were found as two: a long "oh" as "oh oh", an "aitch" as "eye aitch" or
/// "kay aitch".
///
/// Names that a person says twice touch, too; it is the count of letters that tells.
extension ReadingItem {
    /// Up to how far apart two names may be one sound, seconds.
    private static let touching = 0.05
    /// The letters whose vowel begins an "aitch", or an "eye-tch".
    private static let beginH: Set<Letter> = [.a, .i, .k]

    /// The items of a reading of more letters than there are, without those too many where as many
    /// places show one: a name found twice in a row, or before an H what is its beginning.
    static func withoutTooMany(_ items: [ReadingItem], of count: Int) -> [ReadingItem]? {
        guard items.count > count else { return nil }
        let tooMany = items.indices.dropLast().filter { items[$0].belongs(to: items[$0 + 1]) }
        guard tooMany.count == items.count - count else { return nil }
        let rest = items.indices.filter { !tooMany.contains($0) }.map { items[$0] }
        // What was a hum may be the one too many.
        return rest.allSatisfy { $0.isLetter || $0.isLikelyLetter } ? rest : nil
    }

    /// Whether it may be the beginning of the next item. What was unclear has no time.
    private func belongs(to next: ReadingItem) -> Bool {
        guard let named = next.named else { return false }
        if let end = nameTime?.upperBound, let start = next.nameTime?.lowerBound,
            start - end >= Self.touching
        {
            return false
        }
        return self.named == named || named == .h && likeliest.map(Self.beginH.contains) == true
    }

    /// The letter that was named by its name.
    private var named: Letter? {
        guard nameTime != nil, case .named(let letter)? = answer?.response else { return nil }
        return letter
    }

    /// That letter, or the one that it most likely was.
    private var likeliest: Letter? {
        guard case .unclear(let belief) = self else { return named }
        return belief?.letters.max { $0.value < $1.value }?.key
    }
}
