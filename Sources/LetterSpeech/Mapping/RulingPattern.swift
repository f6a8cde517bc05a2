/// The phrases that one line of the rulings stands for: "[i] (can't|cannot) see" is four.
///
/// Square brackets may be left out, round ones give a choice; both may be nested.
struct RulingPattern {
    /// A line that stands for more is a mistake: nobody could check it by reading.
    static let mostPhrases = 2000

    /// What is wrong with a pattern.
    struct Fault: Error, Equatable {
        let reason: String
    }

    /// Every phrase as its words, in lower case and without apostrophes.
    let phrases: Set<[String]>

    init(_ text: some StringProtocol) throws(Fault) {
        var symbols = Self.symbols(String(text))[...]
        let phrases = try Self.choice(&symbols)
        if let rest = symbols.first {
            throw Fault(reason: "'\(rest)' closes nothing; take it out or open it before")
        }
        guard !phrases.contains([]) else {
            throw Fault(reason: "everything in it may be left out; leave a word without []")
        }
        self.phrases = phrases
    }

    /// Words, and the five signs.
    private static func symbols(_ text: String) -> [String] {
        var symbols: [String] = []
        var word = ""
        for character in text + " " {
            guard character.isWhitespace || "[]()|".contains(character) else {
                word.append(character)
                continue
            }
            symbols += UtteranceToken.words(in: word).map(\.word)
            word = ""
            if !character.isWhitespace { symbols.append(String(character)) }
        }
        return symbols
    }

    private static func choice(_ symbols: inout ArraySlice<String>) throws(Fault) -> Set<[String]> {
        var phrases = try sequence(&symbols)
        while symbols.first == "|" {
            symbols.removeFirst()
            phrases.formUnion(try sequence(&symbols))
        }
        return phrases
    }

    private static func sequence(
        _ symbols: inout ArraySlice<String>
    ) throws(Fault) -> Set<[String]> {
        var phrases: Set<[String]> = [[]]
        while let symbol = symbols.first, !["|", ")", "]"].contains(symbol) {
            symbols.removeFirst()
            var parts: Set<[String]> = [[symbol]]
            if let closing = ["(": ")", "[": "]"][symbol] {
                parts = try choice(&symbols)
                guard symbols.popFirst() == closing else {
                    throw Fault(reason: "'\(symbol)' is not closed; add '\(closing)'")
                }
                if symbol == "[" { parts.insert([]) }
            }
            phrases = Set(phrases.flatMap { phrase in parts.map { phrase + $0 } })
            guard phrases.count <= mostPhrases else {
                throw Fault(reason: "stands for more than \(mostPhrases) phrases; split it")
            }
        }
        return phrases
    }
}
