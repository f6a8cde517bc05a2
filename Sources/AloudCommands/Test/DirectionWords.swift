/// Directions as they are typed, for optotypes that point somewhere.
enum DirectionWords {
    private static let letters = [
        "up": "U", "top": "U", "down": "D", "bottom": "D", "left": "L", "right": "R",
    ]

    /// A line of text with the letter of each direction in place of its word: "right" is R.
    static func spelled(_ line: String) -> String {
        line.split(separator: " ").map { word in
            letters[word.lowercased().filter(\.isLetter)] ?? String(word)
        }.joined(separator: " ")
    }
}
