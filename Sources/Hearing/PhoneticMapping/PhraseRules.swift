package import Acuity
internal import Foundation
internal import Platform

/// The phrases of `grammars/phrases.txt` with their meanings.
package struct PhraseRules: Sendable {
    /// The meaning of each phrase, by its words with spaces between.
    private var meanings: [String: PhraseRule] = [:]
    /// The number of words in the longest phrase.
    package private(set) var longestPhrase = 0

    /// Adds a phrase, given as its words with spaces between. Returns its earlier meaning if that
    /// differs.
    package mutating func add(_ phrase: String, as rule: PhraseRule) -> PhraseRule? {
        let before = meanings.updateValue(rule, forKey: phrase)
        guard before == nil else { return before == rule ? nil : before }
        longestPhrase = max(longestPhrase, phrase.utf8.count { $0 == UInt8(ascii: " ") } + 1)
        return nil
    }

    /// The meaning of a phrase, word for word; nil if it has none.
    package subscript(phrase: some Collection<String>) -> PhraseRule? {
        meanings[phrase.joined(separator: " ")]
    }

    /// The longest phrase with a meaning that begins the words.
    func longestMatch(in words: ArraySlice<UtteranceToken>) -> (length: Int, rule: PhraseRule)? {
        for length in stride(from: min(longestPhrase, words.count), to: 0, by: -1) {
            if let rule = self[words.prefix(length).map(\.word)] { return (length, rule) }
        }
        return nil
    }
}

extension PhraseRules {
    /// The file's name in the folder of grammars.
    package static let fileName = "phrases.txt"

    /// Reads the phrases. A comment in the file explains its form.
    package init(path: String) throws(MappingFileError) {
        let text = try MappingFile.text(of: path, advice: "restore it from the sources of Aloud")
        try self.init(text: text, file: path)
    }

    /// Reads the phrases from a text.
    ///
    /// - Parameter file: the name that errors give.
    package init(text: String, file: String) throws(MappingFileError) {
        self.init()
        var section: Section?
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            var content = line.prefix { $0 != "#" }.drop(while: \.isWhitespace)
            while content.last?.isWhitespace == true { content.removeLast() }
            if content.isEmpty { continue }
            let start = SourcePosition(line: number, column: 1 + line.leadingBlanks)
            do throws(PhraseFault) {
                if content.last == ":" {
                    section = try Section(String(content.dropLast()))
                    continue
                }
                guard let section else {
                    throw PhraseFault(
                        "comes before the first heading: begin with one of \(Section.headings)")
                }
                try read(String(content), section: section)
            } catch {
                var position = start
                position.column += error.offset
                throw MappingFileError(file: file, position: position, reason: error.reason)
            }
        }
        guard longestPhrase > 0 else {
            throw MappingFileError(
                file: file, reason: "has no phrases: restore it from the sources of Aloud")
        }
    }

    private mutating func read(_ content: String, section: Section) throws(PhraseFault) {
        var pattern = content
        let rule: PhraseRule
        switch section {
        case .same(let one):
            if let arrow = content.firstRange(of: "->") {
                throw PhraseFault(
                    "'->' is for letters, under 'names:' or 'letters:': write the phrase without it,"
                        + " or move the line there",
                    offset: content[..<arrow.lowerBound].unicodeScalars.count)
            }
            rule = one
        case .letters(let isName):
            let sides = content.components(separatedBy: "->")
            let target = (sides.last ?? "").trimmingCharacters(in: .whitespaces)
            guard sides.count == 2, target.count == 1,
                let character = target.first,
                let letter = Letter(character)
            else {
                throw PhraseFault("needs the form 'word -> A' with one letter")
            }
            pattern = sides[0]
            rule = isName ? .name(letter) : .letter(letter)
        }
        for phrase in try PhrasePattern(pattern).phrases {
            guard let before = add(phrase, as: rule) else { continue }
            throw PhraseFault(
                "'\(phrase)' has another meaning above, under \(Section.place(of: before)): keep one"
                    + " of the two")
        }
    }

    /// The meaning of the lines under a heading.
    private enum Section {
        case letters(isName: Bool)
        case same(PhraseRule)

        static let headings =
            (fixed.map(\.0) + SpokenCommand.allCases.map(\.rawValue))
            .map { "'\($0):'" }.joined(separator: ", ")
            + directions.map { ", '\($0.rawValue):'" }.joined()

        /// The directions with a heading. A diagonal has none, because it is said in two words.
        private static let directions = Direction.straight

        private static let fixed: [(String, Section)] = [
            ("names", .letters(isName: true)), ("letters", .letters(isName: false)),
            ("unclear", .same(.unclear)), ("fillers", .same(.filler)), ("talk", .same(.talk)),
            ("example", .same(.example)), ("choice", .same(.choice)),
            ("apology", .same(.apology)),
        ]

        /// The heading of a rule, and the letter that it names.
        static func place(of rule: PhraseRule) -> String {
            switch rule {
            case .name(let letter): "'names:' as \(letter)"
            case .letter(let letter): "'letters:' as \(letter)"
            case .command(let command): "'\(command.rawValue):'"
            case .direction(let direction): "'\(direction.rawValue):'"
            case .unclear: "'unclear:'"
            case .filler: "'fillers:'"
            case .talk: "'talk:'"
            case .example: "'example:'"
            case .choice: "'choice:'"
            case .apology: "'apology:'"
            }
        }

        init(_ heading: String) throws(PhraseFault) {
            if let command = SpokenCommand(rawValue: heading) {
                self = .same(.command(command))
            } else if let direction = Self.directions.first(where: { $0.rawValue == heading }) {
                self = .same(.direction(direction))
            } else if let known = Self.fixed.first(where: { $0.0 == heading }) {
                self = known.1
            } else {
                throw PhraseFault("'\(heading)' is not a heading: use one of \(Self.headings)")
            }
        }
    }
}

extension Substring {
    /// The number of Unicode scalars in the white space at the start.
    fileprivate var leadingBlanks: Int { prefix(while: \.isWhitespace).unicodeScalars.count }
}

/// The meaning of a word or phrase, which counts before its sound.
package enum PhraseRule: Sendable, Hashable {
    /// A letter's name or code word: it means the letter even among other words.
    case name(Letter)
    /// An everyday word that is written for a letter: it means the letter except in talk.
    case letter(Letter)
    /// A command: "pass", "go on".
    case command(SpokenCommand)
    /// A direction; other languages than English list their words.
    case direction(Direction)
    /// A letter that is asked for again: "not sure".
    case unclear
    /// Comes with answers and means nothing: "um", "I think it's".
    case filler
    /// Talk to oneself or to others: words next to it that sound like letters are talk, too.
    case talk
    /// Joins a letter and a word that begins with it: "N as in November".
    case example
    /// "or": the letters before and after it are one letter that is not sure.
    case choice
    /// "sorry": a correction between letters.
    case apology
}

/// A part of an utterance that was understood as one thing.
package struct PhraseToken: Sendable {
    package enum Kind: Sendable, Equatable {
        /// - isName: whether it means the letter even among other words.
        case letter(Letter, isName: Bool)
        /// Perhaps a letter. An ordinary word may also be part of talk.
        case unclear(isWord: Bool)
        case command(SpokenCommand)
        case direction(Direction)
        /// A word that is not a letter.
        case word
        /// A word that means nothing: "um", "I think it's".
        case filler
        /// A phrase said to oneself or to others.
        case talk
        /// "or": until the utterance is resolved.
        case choice
        /// "sorry": until the utterance is resolved.
        case apology
    }

    package var kind: Kind
    package var words: [UtteranceToken]
    /// The probability of the kind, given the words.
    package var confidence = 1.0

    /// The letter, if it is one.
    package var letter: Letter? { if case .letter(let letter, _) = kind { letter } else { nil } }

    /// Whether it counts as an answer for one letter.
    var isAnswer: Bool {
        switch kind {
        case .letter, .unclear: true
        default: false
        }
    }

    /// Whether it is a command: "I can't see it".
    var isCommand: Bool { if case .command = kind { true } else { false } }

    /// Whether "a" and "an" after it are articles: "it's a C".
    var precedesArticle: Bool {
        guard let last = words.last else { return false }
        switch kind {
        case .command(.correction): return true
        case .filler, .choice, .apology:
            return !last.endsPhrase && !["letter", "capital"].contains(last.word)
        default: return false
        }
    }

    /// The answer of a kind that these words give.
    func answer(_ kind: SpokenAnswer.Kind) -> SpokenAnswer {
        let times = words.compactMap(\.time)
        let start = times.map(\.lowerBound).min()
        let end = times.map(\.upperBound).max()
        let least = words.map(\.confidence).min() ?? 1
        let written = words.map(\.written)
        return SpokenAnswer(
            kind, heard: written.joined(separator: " "),
            confidence: min(max(confidence * least, 0), 1),
            time: start.flatMap { start in end.map { start...$0 } },
            wording: .init(of: written, for: kind.letter),
            isAmbiguous: Self.soundingLikeSeeingAll.contains { written.suffix($0.count) == $0[...] }
        )
    }

    /// The ends of phrases that "I can see everything" may be misheard as.
    private static let soundingLikeSeeingAll = [
        ["can't", "see", "anything"], ["can't", "read", "anything"],
    ]
}
