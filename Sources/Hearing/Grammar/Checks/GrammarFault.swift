internal import Platform

/// One kind of mistake in a grammar or a dictionary, with the words for it.
package struct GrammarFault: Sendable, Equatable {
    /// The fault and its remedy, in one line.
    package let message: String
    /// Whether the file can still be used.
    package let severity: GrammarProblem.Severity

    private init(_ message: String, _ severity: GrammarProblem.Severity = .error) {
        self.message = message
        self.severity = severity
    }
}

// The file as a whole.
extension GrammarFault {
    static let empty = Self("the file is empty: restore it from the Aloud package")
    static func tooLarge(bytes: Int, limit: Int) -> Self {
        Self("the file has \(bytes) bytes, and \(limit) is the limit: is it the right file?")
    }
    static let notUTF8 = Self("this byte is not UTF-8 text: save the file as UTF-8")
    static let utf16 = Self("the file is UTF-16: save it as UTF-8")
    static let nul = Self("a NUL byte: this is not a text file; save it as UTF-8 text")
    package static func tooManyProblems(more: Int) -> Self {
        Self("\(more) more problems are not listed: correct those above first")
    }
}

// The form of a grammar.
extension GrammarFault {
    static func strayCharacter(_ character: Unicode.Scalar) -> Self {
        Self("\(character.shown) means nothing here: remove it")
    }
    static func oddSpace(_ character: Unicode.Scalar) -> Self {
        let name = (character.properties.name ?? "space").lowercased()
        return Self("a \(name) (\(character.number)) means nothing here: write a plain space")
    }
    static func unclosed(_ what: String) -> Self {
        Self("\(what) is opened here and never closed: close it")
    }
    static func expected(_ wanted: String, found: String) -> Self {
        Self("expected \(wanted), found \(found)")
    }
    static func version(_ version: String) -> Self {
        Self("version \(version.shown) of JSGF is not known: write \"#JSGF V1.0;\"")
    }
    static func encoding(_ encoding: String) -> Self {
        Self(
            "encoding \(encoding.shown) is read only if all characters are ASCII: save the file as"
                + " UTF-8 and write \"#JSGF V1.0 UTF-8;\"")
    }
    static func nothingToSay(_ place: String) -> Self {
        Self("\(place) is empty: write a word in it, or <NULL> if nothing may be said")
    }
    static func missingSemicolon(_ what: String) -> Self {
        Self("\(what.cut) does not end: put \";\" here")
    }
    static let secondOperator = Self("a second \"*\" or \"+\" changes nothing: remove it")
    static func nestedTooDeep(limit: Int) -> Self {
        Self("brackets are nested more than \(limit) deep: give the inner part a rule of its own")
    }
    static func word(_ word: String) -> Self {
        word.contains("\"")
            ? Self("words take no quotes: write them without")
            : Self(
                "\(word.shown) cannot be a word: use only letters, digits, ' - _ and .,"
                    + " and start with a letter, a digit or '")
    }
    static func variant(_ variant: String, word: String) -> Self {
        Self(
            "\(variant.shown) names a line of the dictionary; all variants of a word are heard"
                + " anyway: write \(word.shown)")
    }
    static func grammarName(_ name: String) -> Self {
        Self("\(name.shown) cannot be a grammar's name: use letters a to z, digits, - _ and .")
    }
    static func ruleName(_ name: String) -> Self {
        Self("<\(name.cut)> cannot be a rule's name: use only letters a to z, digits, - and _")
    }
    static func reservedRuleName(_ name: String) -> Self {
        Self("the name <\(name.cut)> is used by PocketSphinx: choose another")
    }
}

// Rules of other files.
extension GrammarFault {
    static func importForm(_ name: String) -> Self {
        Self(
            "<\(name.cut)> cannot be imported: write \"import <file.rule>;\" or \"import <file.*>;\","
                + " where file.gram is in the same folder")
    }
    static func importMissing(_ file: String) -> Self {
        Self("\(file.cut) cannot be read: put it into the same folder, or remove this import")
    }
    static func importCycle(_ file: String) -> Self {
        Self("\(file.cut) is imported by itself, or through too many files: remove this import")
    }
    static func importedRuleMissing(_ rule: String, in file: String, nearest: [String]) -> Self {
        Self(
            "\(file.cut) has no rule <\(rule.cut)>: add it there"
                + nearest.suggested("<", ">"))
    }
    static func importedRuleNotPublic(_ rule: String, in file: String) -> Self {
        Self("<\(rule.cut)> of \(file.cut) is not public: write \"public\" before it there")
    }
    static func importedTwice(_ rule: String, _ first: String, _ second: String) -> Self {
        Self(
            "the rule <\(rule.cut)> is in \(first.cut).gram and in \(second.cut).gram: import only"
                + " the rules that you need")
    }
}

// Weights.
extension GrammarFault {
    static func weightForm(_ text: String) -> Self {
        Self("\(text.shown) is not a weight: write a number such as /0.5/")
    }
    static func weightRange(_ text: String) -> Self {
        Self(
            "the weight \(text.shown) is out of range: weights are probabilities, so write a number"
                + " from 0.000001 to 1 (divide all of them by their sum)")
    }
    static let misplacedWeight = Self(
        "a weight is allowed only at the start of an alternative: move it there")
    static let unweighted = Self(
        "this alternative has no weight and counts as 1, but others here have one: add a weight",
        .warning)
}

// The rules of a grammar.
extension GrammarFault {
    static func undefinedRule(_ name: String, nearest: [String]) -> Self {
        Self("the rule <\(name.cut)> is not defined: define it\(nearest.suggested("<", ">"))")
    }
    static func ruleTwice(_ name: String, first: SourcePosition) -> Self {
        Self("the rule <\(name.cut)> is already defined at \(first): rename or remove one")
    }
    static let noPublicRule = Self(
        "no rule is public: write \"public\" before the one to listen for")
    static func severalPublicRules(_ name: String, first: String) -> Self {
        Self(
            "<\(name.cut)> is public, and so is <\(first.cut)>, and only one is listened for: leave"
                + " \"public\" at one, and join the two there with \"|\" if both are meant")
    }
    static let noRules = Self(
        "there is no rule: write one, such as \"public <letter> = see | dee;\"")
    static let void = Self("<VOID> can never be said: remove this alternative")
    static func notAtTheEnd(rule: String, calls: String) -> Self {
        Self(
            "<\(calls.cut)> leads back to <\(rule.cut)> and is not the last thing in it, which"
                + " PocketSphinx cannot follow: put it last, outside of * and +, or use \"+\""
                + " instead of the recursion")
    }
    static func wordlessLoop(rule: String, calls: String) -> Self {
        Self(
            "<\(calls.cut)> leads back to <\(rule.cut)> with no word between: remove it, or put a"
                + " word before it")
    }
    static func endless(_ rule: String) -> Self {
        Self("<\(rule.cut)> can never end: add an alternative that does not call it")
    }
    static func wordless(_ rule: String) -> Self {
        Self("<\(rule.cut)> leads to no word at all: add words to it")
    }
    static func rulesTooDeep(limit: Int) -> Self {
        Self("rules call rules more than \(limit) deep: write some of them out")
    }
    static func tooManyRules(limit: Int) -> Self {
        Self("more than \(limit) rules: is it the right file?")
    }
    static func tooManyStates(limit: Int) -> Self {
        Self(
            "the grammar has more than \(limit) words when each use of a rule is written out: use"
                + " long rules less often")
    }
    static func tooManyOptional(limit: Int) -> Self {
        Self(
            "more than \(limit) optional parts in a row make the search very slow: write"
                + " alternatives with \"|\" instead")
    }
    package static func unusedRule(_ name: String) -> Self {
        Self("the rule <\(name.cut)> is never used: use it or remove it", .warning)
    }
}

// Rules with a meaning, in a grammar that is listened for.
extension GrammarFault {
    static func unreadRule(_ name: String, read: [String], nearest: [String]) -> Self {
        Self(
            "no part of Aloud uses the rule <\(name.cut)>, so its words mean nothing: rename it"
                + nearest.suggested("<", ">") + ", or call it from one of \(read.asRules)")
    }
    static func unreadWord(_ word: String, read: [String]) -> Self {
        Self(
            "\(word.shown) is in no rule that Aloud uses, so it means nothing: move it into one of "
                + read.asRules)
    }
    static func unknownCommand(_ name: String, known: [String], nearest: [String]) -> Self {
        Self(
            "<\(name.cut)> is not a command: rename it\(nearest.suggested("<", ">")), or call it"
                + " from one of \(known.asRules)")
    }
    static func unnamedCommand(known: [String]) -> Self {
        Self(
            "these words belong to no command: move them into the rule of one, such as "
                + known.asRules)
    }
    static func noCommand(_ names: [String]) -> Self {
        Self(
            "<\(ListeningGrammar.commandRule)> does not lead to \(names.asRules), which a person"
                + " must be able to say: define the missing rule and call it there")
    }
}

// Words and how they sound.
extension GrammarFault {
    static func noPronunciation(_ word: String, nearest: [String]) -> Self {
        Self(
            "\(word.shown) has no pronunciation in letters.dict: add it there"
                + nearest.suggested("\"", "\""))
    }
    static func dictionaryWord(_ word: String) -> Self {
        Self(
            "\(word.shown) cannot be a word here: use only letters in lower case, digits,"
                + " ' - _ and ., and start with a letter, a digit or '")
    }
    static func noPhones(_ word: String) -> Self {
        Self(
            "\(word.shown) has no pronunciation: write its phones after it, such as \"see S IY\"")
    }
    static func phone(_ phone: String, word: String, nearest: String?) -> Self {
        Self(
            "\(phone.shown) in \(word.shown) is not a phone of ARPAbet"
                + (nearest.map { ": did you mean \($0)?" }
                    ?? ": use \(PhoneSet.speech.sorted().joined(separator: " "))"))
    }
    static func fillerPhone(_ phone: String, word: String) -> Self {
        Self(
            "\(phone) in \(word.shown) is silence or noise, which is always allowed: remove it")
    }
    static let commentAfterWord = Self(
        "a comment needs a line of its own: move it to the line above")
    static func wordTwice(_ word: String, first: SourcePosition, free: String) -> Self {
        Self(
            "\(word.shown) is already at \(first): write \(free.shown) here if it is another way to"
                + " say it, or remove it")
    }
    static func samePronunciation(_ word: String, first: SourcePosition) -> Self {
        Self("\(word.shown) sounds as at \(first): remove one", .warning)
    }
    static func variantForm(_ word: String) -> Self {
        Self("\(word.shown) is not a variant of a word: write \"word(2)\", \"word(3)\" and so on")
    }
    static func variantWithoutWord(_ variant: String, word: String) -> Self {
        Self(
            "\(variant.shown) comes before \(word.shown): write \(word.shown) without a number"
                + " first")
    }
    static func wordTooLong(limit: Int) -> Self {
        Self("a word of more than \(limit) characters: is it the right file?")
    }
    static func pronunciationTooLong(limit: Int) -> Self {
        Self("more than \(limit) phones in a word: is it the right file?")
    }
    static let noWords = Self(
        "there is no word in the dictionary: write one, such as \"see S IY\"")
}

extension String {
    /// The text in quotes, cut if it is long, with invisible characters as their numbers.
    package var shown: String { "\"\(cut)\"" }

    /// At most 40 visible characters.
    fileprivate var cut: String {
        let head = unicodeScalars.prefix(40).map(\.visible).joined()
        return unicodeScalars.count > 40 ? head + "…" : head
    }
}

extension Unicode.Scalar {
    fileprivate var shown: String { "\"\(visible)\"" }

    /// Its number, such as "U+00A0".
    fileprivate var number: String {
        let hexadecimal = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: Swift.max(0, 4 - hexadecimal.count))
            + hexadecimal
    }

    fileprivate var visible: String {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
            .surrogate:
            number
        default: String(self)
        }
    }
}

extension [String] {
    /// "<a>, <b>, <c>".
    fileprivate var asRules: String { map { "<\($0)>" }.joined(separator: ", ") }

    /// " (did you mean <a> or <b>?)"; empty if there is no guess.
    fileprivate func suggested(_ open: String, _ close: String) -> String {
        guard !isEmpty else { return "" }
        return " (did you mean " + map { open + $0 + close }.joined(separator: " or ") + "?)"
    }
}
