package import Acuity
internal import Platform

/// Directions as they are typed, for optotypes that point somewhere.
package enum DirectionWords {
    /// A line of text with the letter of each direction in place of its words: "right" is R. If the
    /// optotypes have diagonals, "up left", "left, up" and "top-left" are Q.
    ///
    /// U, D, L and R may be typed for their directions alone or in a row of capitals, and the
    /// letter of any choice as the whole line. All other single letters become small, so that
    /// `names` can distinguish a direction from a letter among other words. A "right" or "left"
    /// that may be part of a remark, "that's right" or "my right eye", becomes a question mark.
    package static func spelled(_ line: String, among optotypes: OptotypeSet) -> String {
        let line = line.halfWidth
        if let only = only(line), optotypes.choices.contains(only) { return only.description }
        let words = line.split { $0.isWhitespace || optotypes.areDiagonals && $0 == "-" }
        let plain = words.map { $0.lowercased().filter(\.isLetter) }
        var spelled: [String] = []
        var rest = words.indices
        while let index = rest.popFirst() {
            guard let direction = Direction(word: plain[index]) else {
                spelled += letters(words[index])
                continue
            }
            guard !mayBeRemark(index, in: plain) else {
                spelled.append("?")
                continue
            }
            if optotypes.areDiagonals, let next = rest.first,
                let other = Direction(word: plain[next]),
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

    /// Whether an answer that is a letter is one that `spelled` wrote for a direction.
    package static func names(_ answer: SpokenAnswer, among optotypes: OptotypeSet) -> Bool {
        guard case .letter(let letter) = answer.kind else { return false }
        return answer.heard == letter.description && optotypes.choices.contains(letter)
    }

    private static let beforeRemark: Set = [
        "all", "thats", "youre", "quite", "very", "from", "my", "yes", "yeah", "ok", "okay",
        "oh", "ah", "well", "so",
    ]
    private static let afterRemark: Set = [
        "eye", "eyes", "away", "yes", "yeah", "ok", "okay", "so", "now", "well", "then",
    ]

    private static func mayBeRemark(_ index: Int, in words: [String]) -> Bool {
        guard ["left", "right"].contains(words[index]) else { return false }
        return beforeRemark.contains(words[..<index].last ?? "")
            || afterRemark.contains(words[(index + 1)...].first ?? "")
    }

    /// The letter of a line that has no other; nil for any other line.
    private static func only(_ line: String) -> Letter? {
        let signs = line.filter { !$0.isWhitespace }
        return signs.count == 1 ? signs.first.flatMap { Letter($0) } : nil
    }

    /// A word that is not a direction: letters for directions in capitals, other single letters small.
    private static func letters(_ word: Substring) -> [String] {
        let straight = Direction.straight.map(\.letter.description)
        let signs = word.filter(\.isLetter).map(String.init)
        if signs.count == 1, straight.contains(signs[0].uppercased()) {
            return [signs[0].uppercased()]
        }
        if signs.count > 1, signs.allSatisfy(straight.contains) { return signs }
        return [signs.count == 1 ? word.lowercased() : String(word)]
    }
}
