internal import Acuity

/// Which words for directions are part of a remark, among the words of a line: "all right", "that's
/// right", "from the left".
struct DirectionRemarks {
    /// In lower case, letters alone.
    private let words: [String]
    /// Those that are directions and no remarks for sure.
    private var directions: Int { words.indices.count { isDirection($0) && !isRemark($0) } }

    private static let notAfter: Set = ["all", "from", "whats", "give", "hurry", "upside", "speak"]
    private static let notBefore: Set = ["eye", "eyes", "away"]
    /// What stands beside a "right" that says yes.
    private static let assentBefore: Set = [
        "thats", "youre", "quite", "ok", "okay", "yes", "yeah", "oh", "ah", "well", "so", "very",
    ]
    private static let assentBeforeByTwo: Set = ["that is", "you are"]
    private static let assentAfter: Set = [
        "ok", "okay", "yes", "yeah", "so", "now", "well", "then", "lets", "let", "next", "sorry",
    ]

    /// - Parameter words: of the line, in lower case, letters alone.
    init(_ words: [String]) { self.words = words }

    /// Whether a direction's word is none: the rulings tell what else it is.
    func isRemark(_ index: Int) -> Bool {
        let before = words[..<index].last { $0 != "the" }
        let after = words[(index + 1)...].first
        if Self.notAfter.contains(before ?? "") || Self.notBefore.contains(after ?? "") {
            return true
        }
        // "Left to right" tells an order.
        return isOrder(from: index) || words.indices.contains { isOrder(from: $0, to: index) }
    }

    /// Whether it may be none: a "right" that may say yes, where no other direction is named. Where
    /// one is, there are too many of them, and all are asked for again.
    func mayBeRemark(_ index: Int) -> Bool {
        guard words[index] == "right", directions == 1 else { return false }
        let before = words[..<index]
        return Self.assentBefore.contains(before.last ?? "")
            || Self.assentBeforeByTwo.contains(before.suffix(2).joined(separator: " "))
            || Self.assentAfter.contains(words[(index + 1)...].first ?? "")
    }

    private func isOrder(from index: Int) -> Bool {
        words.indices.contains { isOrder(from: index, to: $0) }
    }

    private func isOrder(from first: Int, to second: Int) -> Bool {
        guard first < second, let one = Direction(word: words[first]),
            let other = Direction(word: words[second]), Direction(between: one, and: other) == nil
        else { return false }
        let between = words[(first + 1)..<second]
        return between.first == "to" && between.dropFirst().allSatisfy { $0 == "the" }
    }

    private func isDirection(_ index: Int) -> Bool { Direction(word: words[index]) != nil }
}
