import Foundation
import Grammar

/// The files that Aloud ships.
enum ShippedGrammar {
    /// The grammars that are listened for while a test runs.
    static let ofTests = [
        "etdrs", "alphabet", "chart", "hotv", "directions", "diagonals",
    ]
    static let names = ofTests + ["steps", "distances"]

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: root.appending(path: "grammars/\(name)")))
    }

    /// Reads "grammars/commands.gram", whatever the current directory is.
    static let contents: GrammarFile.Contents = { path in
        (try? Data(contentsOf: root.appending(path: path))).map { [UInt8]($0) }
    }

    static func dictionary() throws -> PronunciationDictionary {
        try PronunciationDictionary.load(
            bytes: bytes("letters.dict"), file: "grammars/letters.dict")
    }

    static func checked(_ name: String, rule: String? = nil) throws -> CheckedGrammar {
        try CheckedGrammar(
            bytes: bytes(name + ".gram"), file: "grammars/\(name).gram", dictionary: dictionary(),
            rule: rule, contents: contents)
    }
}

/// Decides whether a grammar accepts a sentence by trying every way to derive it.
struct SentenceMatcher {
    let grammar: JSGFGrammar

    func accepts(_ sentence: String, rule: String) -> Bool {
        let words = sentence.split(separator: " ").map(String.init)
        guard let rule = grammar.rule(named: rule) else { return false }
        return ends(of: rule.alternatives, in: words, from: [0]).contains(words.count)
    }

    private func ends(
        of alternatives: [JSGFAlternative], in words: [String], from starts: Set<Int>
    ) -> Set<Int> {
        alternatives.reduce(into: []) { ends, alternative in
            ends.formUnion(
                alternative.items.reduce(starts) { self.ends(of: $1, in: words, from: $0) })
        }
    }

    private func ends(of item: JSGFItem, in words: [String], from starts: Set<Int>) -> Set<Int> {
        guard !starts.isEmpty else { return [] }
        func once(_ starts: Set<Int>) -> Set<Int> {
            switch item.content {
            case .word(let word):
                Set(starts.filter { $0 < words.count && words[$0] == word }.map { $0 + 1 })
            case .rule(let name):
                starts.isEmpty
                    ? []
                    : ends(
                        of: grammar.rule(named: name)?.alternatives ?? [], in: words, from: starts)
            case .null: starts
            case .void: []
            case .group(let inner): ends(of: inner, in: words, from: starts)
            case .optional(let inner): starts.union(ends(of: inner, in: words, from: starts))
            }
        }
        guard item.repetition != .once else { return once(starts) }
        var reached = item.repetition == .zeroOrMore ? starts.union(once(starts)) : once(starts)
        var fresh = reached
        while !fresh.isEmpty {
            fresh = once(fresh).subtracting(reached)
            reached.formUnion(fresh)
        }
        return reached
    }
}

extension GrammarFile {
    static func load(text: String, file: String) throws -> JSGFGrammar {
        try load(bytes: Array(text.utf8), file: file)
    }
}

extension PronunciationDictionary {
    static func load(text: String, file: String) throws -> PronunciationDictionary {
        try load(bytes: Array(text.utf8), file: file)
    }
}
