/// The phrases that one line of the rulings stands for: "[i] (can't|cannot) see" is four.
///
/// Square brackets may be left out, round ones give a choice; both may be nested.
struct RulingPattern {
    /// A line that stands for more is a mistake: nobody could check it by reading.
    static let mostPhrases = 2000

    /// Every phrase as its words, in lower case and without apostrophes.
    let phrases: Set<[String]>

    init(_ text: some StringProtocol) throws(RulingFault) {
        var symbols = Self.symbols(String(text))[...]
        let phrases = try Self.choice(&symbols)
        if let rest = symbols.first {
            throw RulingFault(
                "'\(rest.text)' closes nothing; take it out or open it before", offset: rest.offset)
        }
        guard !phrases.contains([]) else {
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
        var word = ""
        var offset = 0
        for character in text + " " {
            if character.isWhitespace || "[]()|".contains(character) {
                symbols += UtteranceToken.words(in: word).map {
                    Symbol(text: $0.word, offset: offset - word.unicodeScalars.count)
                }
                word = ""
                if !character.isWhitespace {
                    symbols.append(Symbol(text: String(character), offset: offset))
                }
            } else {
                word.append(character)
            }
            offset += character.unicodeScalars.count
        }
        return symbols
    }

    private static func choice(
        _ symbols: inout ArraySlice<Symbol>
    ) throws(RulingFault) -> Set<[String]> {
        var phrases = try sequence(&symbols)
        while symbols.first?.text == "|" {
            symbols.removeFirst()
            phrases.formUnion(try sequence(&symbols))
        }
        return phrases
    }

    private static func sequence(
        _ symbols: inout ArraySlice<Symbol>
    ) throws(RulingFault) -> Set<[String]> {
        var phrases: Set<[String]> = [[]]
        while let symbol = symbols.first, !["|", ")", "]"].contains(symbol.text) {
            symbols.removeFirst()
            var parts: Set<[String]> = [[symbol.text]]
            if let closing = ["(": ")", "[": "]"][symbol.text] {
                parts = try choice(&symbols)
                guard symbols.popFirst()?.text == closing else {
                    throw RulingFault(
                        "'\(symbol.text)' is not closed; add '\(closing)'", offset: symbol.offset)
                }
                if symbol.text == "[" { parts.insert([]) }
            }
            phrases = Set(phrases.flatMap { phrase in parts.map { phrase + $0 } })
            guard phrases.count <= mostPhrases else {
                throw RulingFault("stands for more than \(mostPhrases) phrases; split it")
            }
        }
        return phrases
    }
}
