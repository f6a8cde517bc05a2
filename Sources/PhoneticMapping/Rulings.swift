/// What is decided before the sounds: phrases, and what each means.
public struct Rulings: Sendable {
    /// By the words of a phrase with blanks between.
    private var meanings: [String: Ruling] = [:]
    /// Words in the longest phrase.
    public private(set) var longestPhrase = 0

    /// Adds a phrase, its words with blanks between; the ruling that it had before if that was
    /// another.
    package mutating func add(_ phrase: String, as ruling: Ruling) -> Ruling? {
        let before = meanings.updateValue(ruling, forKey: phrase)
        guard before == nil else { return before == ruling ? nil : before }
        longestPhrase = max(longestPhrase, phrase.utf8.count { $0 == UInt8(ascii: " ") } + 1)
        return nil
    }

    /// What the phrase means, word for word; nil where no ruling is about it.
    public subscript(phrase: some Collection<String>) -> Ruling? {
        meanings[phrase.joined(separator: " ")]
    }

    /// The longest phrase with a ruling that begins the words.
    func longestMatch(in words: ArraySlice<UtteranceToken>) -> (length: Int, ruling: Ruling)? {
        for length in stride(from: min(longestPhrase, words.count), to: 0, by: -1) {
            if let ruling = self[words.prefix(length).map(\.word)] { return (length, ruling) }
        }
        return nil
    }
}
