internal import Platform

/// The phrases of one line of the phrase file: "[i] (can't|cannot) see" is four phrases.
///
/// Square brackets are optional parts, round ones give a choice; both may be nested.
struct PhrasePattern {
    /// The largest number of phrases on a line: more cannot be checked by reading.
    static let mostPhrases = 2000
    /// The deepest nesting of brackets, as in grammars. The limit keeps the stack small.
    static let deepestBrackets = 16

    /// Every phrase: its words with spaces between, in lower case and without apostrophes. Some may
    /// occur twice.
    let phrases: [String]

    init(_ text: some StringProtocol) throws(PhraseFault) {
        var symbols = Self.symbols(String(text))[...]
        let phrases = try Self.choice(&symbols, depth: 0)
        if let rest = symbols.first {
            throw PhraseFault(
                "'\(rest.text)' closes nothing: remove it, or open it before", offset: rest.offset)
        }
        guard !phrases.contains("") else {
            throw PhraseFault("all of it is optional: put one word outside of []")
        }
        self.phrases = phrases
    }

    /// A word or one of the five signs, with the number of Unicode scalars before it.
    private struct Symbol {
        let text: String
        let offset: Int
    }

    private static func symbols(_ text: String) -> [Symbol] {
        var symbols: [Symbol] = []
        var word = String.UnicodeScalarView()
        var offset = 0
        func finish() {
            guard !word.isEmpty else { return }
            for token in UtteranceToken.words(in: String(word)) {
                symbols.append(Symbol(text: token.word, offset: offset - word.count))
            }
            word.removeAll()
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "[", "]", "(", ")", "|":
                finish()
                symbols.append(Symbol(text: String(scalar), offset: offset))
            case _ where scalar.isBlank: finish()
            default: word.append(scalar)
            }
            offset += 1
        }
        finish()
        return symbols
    }

    private static func choice(
        _ symbols: inout ArraySlice<Symbol>, depth: Int
    ) throws(PhraseFault) -> [String] {
        var phrases = try sequence(&symbols, depth: depth)
        while symbols.first?.text == "|" {
            symbols.removeFirst()
            phrases += try sequence(&symbols, depth: depth)
        }
        return phrases
    }

    private static func sequence(
        _ symbols: inout ArraySlice<Symbol>, depth: Int
    ) throws(PhraseFault) -> [String] {
        var phrases = [""]
        while let symbol = symbols.first, !["|", ")", "]"].contains(symbol.text) {
            symbols.removeFirst()
            var parts = [symbol.text]
            if let closing = ["(": ")", "[": "]"][symbol.text] {
                guard depth < deepestBrackets else {
                    throw PhraseFault(
                        "brackets are nested more than \(deepestBrackets) deep: split the line",
                        offset: symbol.offset)
                }
                parts = try choice(&symbols, depth: depth + 1)
                guard symbols.popFirst()?.text == closing else {
                    throw PhraseFault(
                        "'\(symbol.text)' is not closed: add '\(closing)'", offset: symbol.offset)
                }
                if symbol.text == "[", !parts.contains("") { parts.append("") }
            }
            guard phrases.count * parts.count <= mostPhrases else {
                throw PhraseFault("is more than \(mostPhrases) phrases: split it")
            }
            phrases = phrases.flatMap { phrase in
                parts.map { phrase.isEmpty || $0.isEmpty ? phrase + $0 : "\(phrase) \($0)" }
            }
        }
        return phrases
    }
}

/// A mistake in a line of the phrase file.
struct PhraseFault: Error {
    /// The mistake and its remedy.
    let reason: String
    /// The number of Unicode scalars before it, not counting spaces at the start of the line.
    let offset: Int

    init(_ reason: String, offset: Int = 0) {
        self.reason = reason
        self.offset = offset
    }
}
