/// What is decided before the sounds: phrases, and what each means.
public struct Rulings: Sendable {
    private var meanings: [[String]: Ruling] = [:]
    /// Words in the longest phrase.
    public private(set) var longestPhrase = 0

    /// Adds a phrase; the ruling that it had before if that was another, which stays.
    mutating func add(_ phrase: [String], as ruling: Ruling) -> Ruling? {
        if let before = meanings[phrase] { return before == ruling ? nil : before }
        meanings[phrase] = ruling
        longestPhrase = max(longestPhrase, phrase.count)
        return nil
    }

    /// What the phrase means, word for word; nil where no ruling is about it.
    public subscript(phrase: some Collection<String>) -> Ruling? { meanings[Array(phrase)] }

    /// The longest phrase with a ruling that begins the words.
    func longestMatch(in words: ArraySlice<UtteranceToken>) -> (length: Int, ruling: Ruling)? {
        for length in stride(from: min(longestPhrase, words.count), to: 0, by: -1) {
            if let ruling = self[words.prefix(length).map(\.word)] { return (length, ruling) }
        }
        return nil
    }
}
