internal import Platform

/// The phrases that one line of the rulings stands for: "[i] (can't|cannot) see" is four.
///
/// Square brackets may be left out, round ones give a choice; both may be nested.
struct RulingPattern {
    /// A line that stands for more is a mistake: nobody could check it by reading.
    static let mostPhrases = 2000

    /// Every phrase: its words with blanks between, in lower case and without apostrophes. What two
    /// ways of reading the line come to may be twice among them.
    let phrases: [String]

    init(_ text: some StringProtocol) throws(RulingFault) {
        var symbols = Self.symbols(String(text))[...]
        let phrases = try Self.choice(&symbols)
        if let rest = symbols.first {
            throw RulingFault(
                "'\(rest.text)' closes nothing; take it out or open it before", offset: rest.offset)
        }
        guard !phrases.contains("") else {
            throw RulingFault("everything in it may be left out; leave a word without []")
        }
        self.phrases = phrases
    }

    /// A word or one of the five signs, and how many Unicode scalars of the line stand before it.
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
        _ symbols: inout ArraySlice<Symbol>
    ) throws(RulingFault) -> [String] {
        var phrases = try sequence(&symbols)
        while symbols.first?.text == "|" {
            symbols.removeFirst()
            phrases += try sequence(&symbols)
        }
        return phrases
    }

    private static func sequence(
        _ symbols: inout ArraySlice<Symbol>
    ) throws(RulingFault) -> [String] {
        var phrases = [""]
        while let symbol = symbols.first, !["|", ")", "]"].contains(symbol.text) {
            symbols.removeFirst()
            var parts = [symbol.text]
            if let closing = ["(": ")", "[": "]"][symbol.text] {
                parts = try choice(&symbols)
                guard symbols.popFirst()?.text == closing else {
                    throw RulingFault(
                        "'\(symbol.text)' is not closed; add '\(closing)'", offset: symbol.offset)
                }
                if symbol.text == "[", !parts.contains("") { parts.append("") }
            }
            guard phrases.count * parts.count <= mostPhrases else {
                throw RulingFault("stands for more than \(mostPhrases) phrases; split it")
            }
            phrases = phrases.flatMap { phrase in
                parts.map { phrase.isEmpty || $0.isEmpty ? phrase + $0 : "\(phrase) \($0)" }
            }
        }
        return phrases
    }
}

/// What is wrong with a line of the rulings, and where.
struct RulingFault: Error {
    /// What is wrong, and what to do.
    let reason: String
    /// Unicode scalars of the line before it, from the first that is no blank.
    let offset: Int

    init(_ reason: String, offset: Int = 0) {
        self.reason = reason
        self.offset = offset
    }
}
