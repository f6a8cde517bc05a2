extension JSGFGrammar {
    /// The text for PocketSphinx: no comments, no tags, plain ASCII, one rule a line, and every
    /// weight before a word.
    ///
    /// PocketSphinx ignores a weight before a bracket or a rule, so it is carried to the first
    /// words behind it; a rule in that place is written out. Only for grammars without errors and
    /// without unused rules: their size is bounded.
    var pocketSphinxText: String {
        var text = "#JSGF V1.0;\ngrammar \(name);\n"
        for rule in rules {
            let mark = rule.isPublic ? "public " : ""
            text += "\(mark)<\(rule.name)> = \(written(rule.alternatives, weight: 1));\n"
        }
        return text
    }

    private func written(_ alternatives: [JSGFAlternative], weight: Double) -> String {
        alternatives.map { alternative in
            written(alternative.items[...], weight: weight * (alternative.weight ?? 1))
        }.joined(separator: " | ")
    }

    private func written(_ items: ArraySlice<JSGFItem>, weight: Double) -> String {
        guard weight != 1, let first = items.first else {
            return items.map { written($0, weight: 1) }.joined(separator: " ")
        }
        let rest = items.dropFirst()
        let said = [written(first, weight: weight), written(rest, weight: 1)]
            .filter { !$0.isEmpty }.joined(separator: " ")
        guard first.isSkippable else { return said }
        // Nothing said cannot bear a weight: one alternative with it, one without.
        return "(\(said) | \(written(rest, weight: weight)))"
    }

    /// One item. With a weight, what may be left unsaid is said.
    private func written(_ item: JSGFItem, weight: Double) -> String {
        if weight != 1 && item.repetition != .once {
            // The weight counts once, not at each repetition.
            var first = item
            first.repetition = .once
            var others = item
            others.repetition = .zeroOrMore
            return written(first, weight: weight) + " " + written(others, weight: 1)
        }
        let repetition = item.repetition.rawValue
        switch item.content {
        case .word(let word):
            return (weight == 1 ? "" : "/\(weight.sixDecimals)/ ") + word + repetition
        case .rule(let name):
            guard weight != 1, let rule = rule(named: name) else {
                return "<\(name)>" + repetition
            }
            return "(\(written(rule.alternatives, weight: weight)))"
        case .null: return "<NULL>" + repetition
        case .void: return "<VOID>" + repetition
        case .group(let inner):
            return "(\(written(inner, weight: weight)))" + repetition
        case .optional(let inner):
            guard weight == 1 else { return "(\(written(inner, weight: weight)))" }
            return "[\(written(inner, weight: 1))]" + repetition
        }
    }
}

extension Double {
    /// A number from 0.000001 to 1 with six decimals, the least of which is never zero: zero
    /// would forbid the word.
    fileprivate var sixDecimals: String {
        let millionths = Int(Swift.max(1, Swift.min(self * 1_000_000 + 0.5, 1_000_000)))
        guard millionths < 1_000_000 else { return "1" }
        let digits = String(millionths)
        return "0." + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
