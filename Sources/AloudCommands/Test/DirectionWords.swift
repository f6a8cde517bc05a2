internal import Acuity
internal import LetterSpeech

/// Directions as they are typed, for optotypes that point somewhere.
enum DirectionWords {
    /// A line of text with the letter of each direction in place of its words: "right" is R. Where
    /// diagonals are asked for, "up left", "left, up" and "top-left" are Q.
    static func spelled(_ line: String, among optotypes: OptotypeSet) -> String {
        let words = line.split { $0 == " " || optotypes.areDiagonals && $0 == "-" }
        var spelled: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            guard let direction = direction(word) else {
                spelled.append(String(word))
                continue
            }
            if optotypes.areDiagonals, let next = rest.first.flatMap({ self.direction($0) }),
                let diagonal = Direction(between: direction, and: next)
            {
                rest.removeFirst()
                spelled.append(diagonal.letter.description)
            } else {
                spelled.append(direction.letter.description)
            }
        }
        return spelled.joined(separator: " ")
    }

    private static func direction(_ word: Substring) -> Direction? {
        Direction(word: word.filter(\.isLetter))
    }
}
