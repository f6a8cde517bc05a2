internal import Platform

/// The calls between the rules of a grammar.
package struct RuleGraph {
    /// One mention of a rule within another.
    struct Call {
        var rule: String
        var callee: String
        /// The file with the mention, and its position there.
        var file: String
        var position: SourcePosition
        /// Whether it ends the rule: nothing follows it, inside or outside its brackets, and no
        /// bracket around it is repeated.
        var isLast: Bool
        /// Whether it may begin the rule: everything before it is optional.
        var isFirst: Bool
    }

    /// The first rule of each name.
    package let rules: [String: JSGFRule]
    /// In the order of the file.
    let calls: [Call]
    /// Rules that accept silence.
    let nullable: Set<String>
    /// Rules that can end.
    let finite: Set<String>
    private let callees: [String: Set<String>]

    init(_ grammar: JSGFGrammar) {
        let rules = Dictionary(grammar.rules.map { ($0.name, $0) }) { first, _ in first }
        self.rules = rules
        let nullable = Self.closure(rules) { alternatives, known in
            alternatives.contains { $0.items.allSatisfy { $0.isNullable(known) } }
        }
        // An undefined rule is a separate problem, and counts as one that ends.
        finite = Self.closure(rules) { alternatives, known in
            alternatives.contains { alternative in
                alternative.items.allSatisfy { $0.isFinite { rules[$0] == nil || known($0) } }
            }
        }
        self.nullable = nullable
        var calls: [Call] = []
        for rule in grammar.rules {
            Self.collect(rule.alternatives, of: rule, last: true, first: true, nullable) {
                calls.append($0)
            }
        }
        self.calls = calls
        callees = Dictionary(grouping: calls, by: \.rule).mapValues { Set($0.map(\.callee)) }
    }

    /// All rules that a rule calls, directly or not; itself only if it is among them.
    package func reach(from rule: String) -> Set<String> {
        Self.reach(from: rule, through: callees)
    }

    /// The calls that lead back to the rule that makes them.
    var recursiveCalls: [Call] {
        var reached: [String: Set<String>] = [:]
        return calls.filter { call in
            guard call.callee != call.rule else { return true }
            let ahead = reached[call.callee] ?? reach(from: call.callee)
            reached[call.callee] = ahead
            return ahead.contains(call.rule)
        }
    }

    package static func reach(
        from rule: String, through callees: [String: Set<String>]
    ) -> Set<String> {
        var reached: Set<String> = []
        var pending = [rule]
        while let next = pending.popLast() {
            for callee in callees[next] ?? [] where reached.insert(callee).inserted {
                pending.append(callee)
            }
        }
        return reached
    }

    /// The rules for which `holds` is true. It is asked again while rules are added, because a rule
    /// may depend on the rules already known.
    private static func closure(
        _ rules: [String: JSGFRule],
        holds: ([JSGFAlternative], (String) -> Bool) -> Bool
    ) -> Set<String> {
        var known: Set<String> = []
        var grows = true
        while grows {
            grows = false
            for (name, rule) in rules
            where !known.contains(name) && holds(rule.alternatives, { known.contains($0) }) {
                known.insert(name)
                grows = true
            }
        }
        return known
    }

    private static func collect(
        _ alternatives: [JSGFAlternative], of rule: JSGFRule, last: Bool, first: Bool,
        _ nullable: Set<String>, add: (Call) -> Void
    ) {
        for alternative in alternatives {
            var isFirst = first
            for (index, item) in alternative.items.enumerated() {
                let isLast =
                    last && index == alternative.items.count - 1 && item.repetition == .once
                switch item.content {
                case .rule(let callee):
                    add(
                        Call(
                            rule: rule.name, callee: callee, file: rule.file,
                            position: item.position, isLast: isLast, isFirst: isFirst))
                case .group(let inner), .optional(let inner):
                    collect(inner, of: rule, last: isLast, first: isFirst, nullable, add: add)
                case .word, .null, .void: break
                }
                isFirst = isFirst && item.isNullable(nullable.contains)
            }
        }
    }
}

extension JSGFItem {
    /// Whether it accepts silence.
    func isNullable(_ nullable: (String) -> Bool) -> Bool {
        if repetition == .zeroOrMore { return true }
        return switch content {
        case .word, .void: false
        case .null, .optional: true
        case .rule(let name): nullable(name)
        case .group(let inner):
            inner.contains { $0.items.allSatisfy { $0.isNullable(nullable) } }
        }
    }

    /// Whether it can end.
    fileprivate func isFinite(_ finite: (String) -> Bool) -> Bool {
        if repetition == .zeroOrMore { return true }
        return switch content {
        case .word, .null, .void, .optional: true
        case .rule(let name): finite(name)
        case .group(let inner):
            inner.contains { $0.items.allSatisfy { $0.isFinite(finite) } }
        }
    }
}
