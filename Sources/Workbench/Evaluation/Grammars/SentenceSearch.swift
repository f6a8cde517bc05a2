internal import Grammar

/// A step of a `SentenceProgram`. The next step follows it, unless the case names another.
private enum SentenceStep {
    /// One word is said.
    case word(String)
    /// A rule is said, and then the next step follows.
    case call(String)
    /// The rule ends.
    case end
    /// Continues at the first of these steps that leads to the end of the sentence.
    case choice([Int])
    /// Continues at another step.
    case jump(Int)
    /// Cannot be said.
    case void
}

/// The rules of a grammar as steps, which are followed without recursion however long a sentence
/// is.
private struct SentenceProgram {
    private(set) var steps: [SentenceStep] = []
    /// The first step of each rule.
    private(set) var starts: [String: Int] = [:]

    init(_ grammar: JSGFGrammar) {
        for rule in grammar.rules where starts[rule.name] == nil {
            starts[rule.name] = steps.count
            add(rule.alternatives, orNothing: false)
            steps.append(.end)
        }
    }

    private mutating func add(_ alternatives: [JSGFAlternative], orNothing: Bool) {
        let choice = steps.count
        steps.append(.void)
        var starts: [Int] = []
        var jumps: [Int] = []
        for alternative in alternatives {
            starts.append(steps.count)
            for item in alternative.items { add(item) }
            jumps.append(steps.count)
            steps.append(.void)
        }
        for jump in jumps { steps[jump] = .jump(steps.count) }
        if orNothing { starts.append(steps.count) }
        steps[choice] = starts.count == 1 ? .jump(starts[0]) : .choice(starts)
    }

    private mutating func add(_ item: JSGFItem) {
        let start = steps.count
        switch item.repetition {
        case .once: add(item.content)
        case .oneOrMore:
            add(item.content)
            steps.append(.choice([start, steps.count + 1]))
        case .zeroOrMore:
            steps.append(.void)
            add(item.content)
            steps.append(.jump(start))
            steps[start] = .choice([start + 1, steps.count])
        }
    }

    private mutating func add(_ content: JSGFItem.Content) {
        switch content {
        case .word(let word): steps.append(.word(word))
        case .rule(let name): steps.append(.call(name))
        case .null: break
        case .void: steps.append(.void)
        case .group(let inner): add(inner, orNothing: false)
        case .optional(let inner): add(inner, orNothing: true)
        }
    }
}

/// A search for the first way to say a sentence, by backtracking. A repetition first takes as many
/// rounds as the words allow, then fewer.
struct SentenceSearch {
    /// A rule that is open: the step at which its caller continues, and the caller's own entry in
    /// `callers`. Equal entries are stored once, so that equal places of the search compare equal.
    private struct Caller: Hashable {
        var step: Int
        var caller: Int
    }

    /// A place of the search.
    private struct Place: Hashable {
        var step: Int
        /// The index in `callers`; -1 in the first rule.
        var caller: Int
        /// The number of words said.
        var said: Int
    }

    /// Another way to go on, if the one that is tried fails.
    private struct Branch {
        var place: Place
        /// The number of marks at that place.
        var marks: Int
    }

    /// The beginning or the end of a rule.
    private enum Mark {
        case begin(String, said: Int)
        case end(said: Int)
    }

    private let words: [String]
    private let program: SentenceProgram
    private var callers: [Caller] = []
    private var numbers: [Caller: Int] = [:]
    private var branches: [Branch] = []
    private var marks: [Mark] = []
    /// The choices that were tried. A second try of the same choice fails like the first.
    private var tried: Set<Place> = []
    /// The largest number of words, counted from the first, that begin a sentence.
    private(set) var farthest = 0

    init(words: [String], grammar: JSGFGrammar) {
        self.words = words
        program = SentenceProgram(grammar)
    }

    /// The rules of the sentence; nil if the grammar does not accept it.
    mutating func parts(by rule: String) -> [SentenceParse.Part]? {
        guard let start = program.starts[rule] else { return nil }
        marks.append(.begin(rule, said: 0))
        var place: Place? = Place(step: start, caller: -1, said: 0)
        while let here = place {
            if case .end = program.steps[here.step], here.caller < 0, here.said == words.count {
                marks.append(.end(said: here.said))
                return marked
            }
            place = next(after: here) ?? nextBranch()
        }
        return nil
    }

    /// - Returns: nil if the sentence cannot go on here.
    private mutating func next(after here: Place) -> Place? {
        var next = here
        next.step += 1
        switch program.steps[here.step] {
        case .word(let word):
            guard here.said < words.count, words[here.said] == word else { return nil }
            next.said += 1
            farthest = max(farthest, next.said)
        case .call(let name):
            guard let start = program.starts[name] else { return nil }
            marks.append(.begin(name, said: here.said))
            next.caller = number(of: Caller(step: next.step, caller: here.caller))
            next.step = start
        case .end:
            guard here.caller >= 0 else { return nil }
            marks.append(.end(said: here.said))
            next.step = callers[here.caller].step
            next.caller = callers[here.caller].caller
        case .choice(let steps):
            guard tried.insert(here).inserted, let first = steps.first else { return nil }
            for step in steps.dropFirst().reversed() {
                next.step = step
                branches.append(Branch(place: next, marks: marks.count))
            }
            next.step = first
        case .jump(let step): next.step = step
        case .void: return nil
        }
        return next
    }

    private mutating func nextBranch() -> Place? {
        guard let branch = branches.popLast() else { return nil }
        marks.removeLast(marks.count - branch.marks)
        return branch.place
    }

    private mutating func number(of caller: Caller) -> Int {
        if let known = numbers[caller] { return known }
        numbers[caller] = callers.count
        callers.append(caller)
        return callers.count - 1
    }

    /// The rules between their marks, in the order of their beginnings.
    private var marked: [SentenceParse.Part] {
        var parts: [SentenceParse.Part] = []
        var open: [Int] = []
        for mark in marks {
            switch mark {
            case .begin(let rule, let said):
                parts.append(
                    SentenceParse.Part(rule: rule, depth: open.count, words: said..<said))
                open.append(parts.count - 1)
            case .end(let said):
                guard let index = open.popLast() else { continue }
                parts[index].words = parts[index].words.lowerBound..<said
            }
        }
        return parts
    }
}
