package import Acuity

/// Directions as they are typed, for optotypes that point somewhere.
package enum DirectionWords {
    /// A line of text with the letter of each direction in place of its words: "right" is R. Where
    /// diagonals are asked for, "up left", "left, up" and "top-left" are Q.
    ///
    /// A word that is part of a remark, "all right", stays as it is, and one that may be part of one
    /// is a question mark (`DirectionRemarks`).
    ///
    /// U, D, L and R may stand for their directions as single letters or in a row of capitals, and the
    /// letter of any choice by itself for the whole line. No other single letter is left a capital, so
    /// that `names` tells what stands for a direction from what is only a letter of other words.
    package static func spelled(_ line: String, among optotypes: OptotypeSet) -> String {
        if let only = only(line), optotypes.choices.contains(only) { return only.description }
        let words = line.split { $0.isWhitespace || optotypes.areDiagonals && $0 == "-" }
        let remarks = DirectionRemarks(words.map { $0.lowercased().filter(\.isLetter) })
        var spelled: [String] = []
        var rest = words.indices
        while let index = rest.popFirst() {
            let word = words[index]
            guard let direction = direction(word), !remarks.isRemark(index) else {
                spelled += letters(word)
                continue
            }
            guard !remarks.mayBeRemark(index) else {
                spelled.append("?")
                continue
            }
            if optotypes.areDiagonals, let next = rest.first, !remarks.isRemark(next),
                let other = self.direction(words[next]),
                let diagonal = Direction(between: direction, and: other)
            {
                rest.removeFirst()
                spelled.append(diagonal.letter.description)
            } else {
                spelled.append(direction.letter.description)
            }
        }
        return spelled.joined(separator: " ")
    }

    /// Whether an answer that is a letter is one for which `spelled` put a direction.
    package static func names(_ answer: SpokenAnswer, among optotypes: OptotypeSet) -> Bool {
        guard case .letter(let letter) = answer.kind else { return false }
        return answer.heard == letter.description && optotypes.choices.contains(letter)
    }

    /// The letter that a line is, if it is nothing else.
    private static func only(_ line: String) -> Letter? {
        let signs = line.filter { !$0.isWhitespace }
        return signs.count == 1 ? signs.first.flatMap { Letter($0) } : nil
    }

    /// What a word that is no direction comes to.
    private static func letters(_ word: Substring) -> [String] {
        let straight = Direction.straight.map(\.letter.description)
        let signs = word.filter(\.isLetter).map(String.init)
        if signs.count == 1, straight.contains(signs[0].uppercased()) {
            return [signs[0].uppercased()]
        }
        if signs.count > 1, signs.allSatisfy(straight.contains) { return signs }
        return [signs.count == 1 ? word.lowercased() : String(word)]
    }

    private static func direction(_ word: Substring) -> Direction? {
        Direction(word: word.filter(\.isLetter))
    }
}
