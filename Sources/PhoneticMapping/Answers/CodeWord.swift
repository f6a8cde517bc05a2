public import Acuity

/// The words of the spelling alphabet, which are always understood as their letters (ICAO Annex 10,
/// vol. II, as the grammars write them).
public enum CodeWord {
    private static let words = [
        "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india",
        "juliet", "kilo", "lima", "mike", "november", "oscar", "papa", "quebec", "romeo", "sierra",
        "tango", "uniform", "victor", "whiskey", "x-ray", "yankee", "zulu",
    ]

    /// The word for a letter, in small letters.
    public static func of(_ letter: Letter) -> String {
        words[Letter.allCases.firstIndex(of: letter) ?? 0]
    }

    /// The letter of a word, in small letters; nil for any other word.
    public static func letter(of word: String) -> Letter? {
        words.firstIndex(of: word).map { Letter.allCases[$0] }
    }
}
