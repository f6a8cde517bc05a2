/// How any word sounds: as the dictionary says, and as letter-to-sound rules guess where the
/// dictionary does not have it.
public struct Pronunciations: Sendable {
    private let dictionary: CMUDictionary
    private let guess: any Pronouncing

    /// A dictionary, and what is asked about words that it does not have.
    public init(dictionary: CMUDictionary, guess: any Pronouncing) {
        self.dictionary = dictionary
        self.guess = guess
    }

    /// How a word sounds.
    public struct Entry: Sendable, Equatable {
        /// Every way to say it; empty where nothing can be said of it.
        public var variants: [Pronunciation]
        /// Whether it stands in the dictionary, so that a person may well have said it.
        public var isKnown: Bool
    }

    /// How a word sounds.
    ///
    /// - Parameter word: in either case, with or without its apostrophe.
    public func entry(for word: String) -> Entry {
        let word = word.lowercased()
        let known = dictionary.pronunciations(of: word)
        if !known.isEmpty { return Entry(variants: known, isKnown: true) }
        return Entry(variants: [guess.pronunciation(of: word)].compactMap(\.self), isKnown: false)
    }
}
