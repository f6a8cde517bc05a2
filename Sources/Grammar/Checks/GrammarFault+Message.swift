extension GrammarFault {
    /// What is wrong and what to do, in one line.
    public var message: String {
        switch self {
        case .empty, .tooLarge, .notUTF8, .utf16, .nul, .tooManyProblems: fileMessage
        case .strayCharacter, .unclosed, .expected, .version, .encoding, .importStatement,
            .nothingToSay, .missingSemicolon, .secondOperator, .nestedTooDeep, .word,
            .grammarName, .ruleName, .reservedRuleName:
            formMessage
        case .weightForm, .weightRange, .misplacedWeight, .unweighted:
            weightMessage
        case .undefinedRule, .ruleTwice, .noPublicRule, .severalPublicRules, .noRules, .void,
            .notAtTheEnd, .wordlessLoop, .endless, .wordless, .rulesTooDeep, .tooManyRules,
            .tooManyStates, .tooManyOptional, .unusedRule:
            ruleMessage
        case .unreadRule, .unreadWord, .unknownCommand, .unnamedCommand, .noCommand: roleMessage
        case .noPronunciation, .unlistedWord, .dictionaryWord, .noPhones, .phone, .fillerPhone,
            .commentAfterWord, .wordTwice, .samePronunciation, .variantForm, .variantWithoutWord,
            .wordTooLong, .pronunciationTooLong, .noWords:
            dictionaryMessage
        }
    }

    private var fileMessage: String {
        switch self {
        case .empty: "the file is empty: restore it from the Aloud package"
        case .tooLarge(let bytes, let limit):
            "the file has \(bytes) bytes, and \(limit) is the limit: is it the right file?"
        case .notUTF8: "this byte is not UTF-8 text: save the file as UTF-8"
        case .utf16: "the file is UTF-16: save it as UTF-8"
        case .nul: "a NUL byte: this is no text file; save it as UTF-8 text"
        case .tooManyProblems(let more):
            "\(more) more problems are not listed: mend those above first"
        default: ""
        }
    }

    private var formMessage: String {
        switch self {
        case .strayCharacter(let character):
            "\(character.shown) means nothing here: remove it"
        case .unclosed(let what): "\(what) is opened here and never closed: close it"
        case .expected(let wanted, let found): "expected \(wanted), found \(found)"
        case .version(let version):
            "version \(version.shown) of JSGF is not known: write \"#JSGF V1.0;\""
        case .encoding(let encoding):
            "encoding \(encoding.shown) is not read: save the file as UTF-8 and write "
                + "\"#JSGF V1.0 UTF-8;\""
        case .importStatement(let name):
            "<\(name.cut)> cannot be imported: copy the rules that are needed into this file"
        case .nothingToSay(let place):
            "\(place) is empty: write a word in it, or <NULL> where nothing may be said"
        case .missingSemicolon(let rule):
            "the rule <\(rule.cut)> does not end: put \";\" here"
        case .secondOperator: "a second \"*\" or \"+\" changes nothing: remove it"
        case .nestedTooDeep(let limit):
            "brackets lie more than \(limit) deep: give the inner part a rule of its own"
        case .word(let word) where word.contains("\""):
            "words take no quotes: write them without"
        case .word(let word):
            "\(word.shown) cannot be a word: use the letters a to z, digits, ' - _ and . only, "
                + "and start with a letter, a digit or '"
        case .grammarName(let name):
            "\(name.shown) cannot be a grammar's name: use letters a to z, digits, - _ and ."
        case .ruleName(let name):
            "<\(name.cut)> cannot be a rule's name: use letters a to z, digits, - and _ only"
        case .reservedRuleName(let name):
            "the name <\(name.cut)> is taken by PocketSphinx: choose another"
        default: ""
        }
    }

    private var weightMessage: String {
        switch self {
        case .weightForm(let text):
            "\(text.shown) is not a weight: write a number such as /0.5/"
        case .weightRange(let text):
            "the weight \(text.shown) is out of range: it is taken as a probability, so write "
                + "a number from 0.000001 to 1 (divide all of them by their sum)"
        case .misplacedWeight:
            "a weight stands only at the start of an alternative: move it there"
        case .unweighted:
            "other alternatives here have a weight and this one has none, which counts as 1: "
                + "give it one"
        default: ""
        }
    }

    private var ruleMessage: String {
        switch self {
        case .undefinedRule(let name, let nearest):
            "the rule <\(name.cut)> is not defined: define it\(nearest.suggested("<", ">"))"
        case .ruleTwice(let name, let first):
            "the rule <\(name.cut)> is already defined at \(first): rename or remove one"
        case .noPublicRule:
            "no rule is public: write \"public\" before the one to listen for"
        case .severalPublicRules(let name, let first):
            "<\(name.cut)> is public, and so is <\(first.cut)>, and only one is listened "
                + "for: leave \"public\" at one, and join the two there with \"|\" if both are meant"
        case .noRules: "there is no rule: write one, such as \"public <letter> = see | dee;\""
        case .void:
            "<VOID> can never be said: remove this alternative"
        case .notAtTheEnd(let rule, let calls):
            "<\(calls.cut)> leads back to <\(rule.cut)> and is not the last thing in it, which "
                + "no recogniser of Sphinx can follow: put it last, outside of * and +, or use "
                + "\"+\" in place of the recursion"
        case .wordlessLoop(let rule, let calls):
            "<\(calls.cut)> leads back to <\(rule.cut)> with no word between: remove it, or put "
                + "a word before it"
        case .endless(let rule):
            "<\(rule.cut)> can never come to an end: add an alternative that does not call it"
        case .wordless(let rule):
            "<\(rule.cut)> leads to no word at all: add words to it"
        case .rulesTooDeep(let limit):
            "rules call rules more than \(limit) deep: write some of them out"
        case .tooManyRules(let limit):
            "more than \(limit) rules: is it the right file?"
        case .tooManyStates(let limit):
            "the grammar unfolds to more than \(limit) words, as each use of a rule is a copy: "
                + "use long rules less often"
        case .tooManyOptional(let limit):
            "more than \(limit) things in a row may be left out, which makes PocketSphinx very "
                + "slow: write alternatives with \"|\" instead"
        case .unusedRule(let name):
            "the rule <\(name.cut)> is never used: use it or remove it"
        default: ""
        }
    }

    private var roleMessage: String {
        switch self {
        case .unreadRule(let name, let read, let nearest):
            "nothing reads the rule <\(name.cut)>, so its words mean nothing: rename it"
                + nearest.suggested("<", ">") + ", or call it from one of \(read.asRules)"
        case .unreadWord(let word, let read):
            "\(word.shown) stands in no rule that is read, so it means nothing: move it into one of "
                + read.asRules
        case .unknownCommand(let name, let known, let nearest):
            "nothing acts on <\(name.cut)>: rename it\(nearest.suggested("<", ">")), or call it from"
                + " one of \(known.asRules)"
        case .unnamedCommand(let known):
            "nothing acts on these words: move them into the rule of a command, one of "
                + known.asRules
        case .noCommand(let names):
            "<\(ListeningGrammar.commandRule)> does not lead to \(names.asRules), which a person"
                + " must be able to say: define what is missing and call it there"
        default: ""
        }
    }

    private var dictionaryMessage: String {
        switch self {
        case .noPronunciation(let word, let nearest):
            "the letter dictionary, letters.dict, does not tell how \(word.shown) sounds: add it there"
                + nearest.suggested("\"", "\"")
        case .unlistedWord(let word, let nearest):
            "\(word.shown) is not in the letter dictionary, so nothing listens for it: write the word as "
                + "it stands there, or take the line out" + nearest.suggested("\"", "\"")
        case .dictionaryWord(let word):
            "\(word.shown) cannot be a word here: use the letters a to z in lower case, digits, "
                + "' - _ and . only, and start with a letter, a digit or '"
        case .noPhones(let word):
            "\(word.shown) has no pronunciation: write its phones after it, such as \"see S IY\""
        case .phone(let phone, let word, let nearest):
            "\(phone.shown) in \(word.shown) is not a phone of the acoustic model"
                + (nearest.map { ": did you mean \($0)?" }
                    ?? ": use AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG "
                    + "OW OY P R S SH T TH UH UW V W Y Z ZH")
        case .fillerPhone(let phone, let word):
            "\(phone) in \(word.shown) stands for silence or noise, which the model finds by "
                + "itself: remove it"
        case .commentAfterWord:
            "a comment needs a line of its own: move it to the line above"
        case .wordTwice(let word, let first, let free):
            "\(word.shown) already stands at \(first): write \(free.shown) here if it is "
                + "another way to say it, or remove it"
        case .samePronunciation(let word, let first):
            "\(word.shown) sounds as at \(first): remove one"
        case .variantForm(let word):
            "\(word.shown) is not a variant of a word: write \"word(2)\", \"word(3)\" and so on"
        case .variantWithoutWord(let variant, let word):
            "\(variant.shown) stands before \(word.shown): write \(word.shown) without a number "
                + "first"
        case .wordTooLong(let limit):
            "a word of more than \(limit) characters: is it the right file?"
        case .pronunciationTooLong(let limit):
            "more than \(limit) phones in a word: is it the right file?"
        case .noWords: "there is no word in the dictionary: write one, such as \"see S IY\""
        default: ""
        }
    }
}

extension String {
    /// In quotes, cut where it is long, with characters that do not show as their number.
    package var shown: String { "\"\(cut)\"" }

    /// At most 40 characters, each of which shows.
    fileprivate var cut: String {
        let head = unicodeScalars.prefix(40).map(\.visible).joined()
        return unicodeScalars.count > 40 ? head + "…" : head
    }
}

extension Unicode.Scalar {
    fileprivate var shown: String { "\"\(visible)\"" }

    private var hexadecimal: String { String(value, radix: 16, uppercase: true) }

    fileprivate var visible: String {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
            .surrogate:
            "U+" + String(repeating: "0", count: Swift.max(0, 4 - hexadecimal.count)) + hexadecimal
        default: String(self)
        }
    }
}

extension [String] {
    /// "<a>, <b>, <c>".
    fileprivate var asRules: String { map { "<\($0)>" }.joined(separator: ", ") }

    /// " (did you mean <a> or <b>?)"; nothing if there is no guess.
    fileprivate func suggested(_ open: String, _ close: String) -> String {
        guard !isEmpty else { return "" }
        return " (did you mean " + map { open + $0 + close }.joined(separator: " or ") + "?)"
    }
}
