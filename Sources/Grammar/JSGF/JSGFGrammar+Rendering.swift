extension JSGFGrammar {
    /// The grammar as plain JSGF for other tools: no comments, no tags, ASCII, one rule a line.
    var plainText: String {
        var text = "#JSGF V1.0;\ngrammar \(name);\n"
        for rule in rules {
            let mark = rule.isPublic ? "public " : ""
            text += "\(mark)<\(rule.name)> = \(written(rule.alternatives));\n"
        }
        return text
    }

    private func written(_ alternatives: [JSGFAlternative]) -> String {
        alternatives.map { alternative in
            let weight = alternative.weight.map { "/\($0.sixDecimals)/ " } ?? ""
            return weight + alternative.items.map(written).joined(separator: " ")
        }.joined(separator: " | ")
    }

    private func written(_ item: JSGFItem) -> String {
        let content =
            switch item.content {
            case .word(let word): word
            case .rule(let name): "<\(name)>"
            case .null: "<NULL>"
            case .void: "<VOID>"
            case .group(let inner): "(\(written(inner)))"
            case .optional(let inner): "[\(written(inner))]"
            }
        return content + item.repetition.rawValue
    }
}

extension Double {
    /// A number from 0.000001 to 1 with six decimals, the least of which is never zero: zero
    /// would forbid the word.
    var sixDecimals: String {
        let millionths = Int(Swift.max(1, Swift.min(self * 1_000_000 + 0.5, 1_000_000)))
        guard millionths < 1_000_000 else { return "1" }
        let digits = String(millionths)
        return "0." + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
