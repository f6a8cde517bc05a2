public import Acuity
internal import Foundation
internal import Platform

/// What is decided before the sounds: phrases, and what each means.
public struct Rulings: Sendable {
    /// By the words of a phrase with blanks between.
    private var meanings: [String: Ruling] = [:]
    /// Words in the longest phrase.
    public private(set) var longestPhrase = 0

    /// Adds a phrase, its words with blanks between; the ruling that it had before if that was
    /// another.
    package mutating func add(_ phrase: String, as ruling: Ruling) -> Ruling? {
        let before = meanings.updateValue(ruling, forKey: phrase)
        guard before == nil else { return before == ruling ? nil : before }
        longestPhrase = max(longestPhrase, phrase.utf8.count { $0 == UInt8(ascii: " ") } + 1)
        return nil
    }

    /// What the phrase means, word for word; nil where no ruling is about it.
    public subscript(phrase: some Collection<String>) -> Ruling? {
        meanings[phrase.joined(separator: " ")]
    }

    /// The longest phrase with a ruling that begins the words.
    func longestMatch(in words: ArraySlice<UtteranceToken>) -> (length: Int, ruling: Ruling)? {
        for length in stride(from: min(longestPhrase, words.count), to: 0, by: -1) {
            if let ruling = self[words.prefix(length).map(\.word)] { return (length, ruling) }
        }
        return nil
    }
}

extension Rulings {
    /// The file's name in the folder of grammars.
    public static let fileName = "rulings.txt"

    /// Reads the rulings. The file itself tells its form.
    public init(path: String) throws(MappingFileError) {
        let text = try MappingFile.text(of: path, advice: "take it from the sources of Aloud")
        try self.init(text: text, file: path)
    }

    /// Reads the rulings from a text.
    ///
    /// - Parameter file: the name that errors give.
    public init(text: String, file: String) throws(MappingFileError) {
        self.init()
        var section: Section?
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            var content = line.prefix { $0 != "#" }.drop(while: \.isWhitespace)
            while content.last?.isWhitespace == true { content.removeLast() }
            if content.isEmpty { continue }
            let start = SourcePosition(line: number, column: 1 + line.leadingBlanks)
            do throws(RulingFault) {
                if content.last == ":" {
                    section = try Section(String(content.dropLast()))
                    continue
                }
                guard let section else {
                    throw RulingFault(
                        "stands before the first heading; begin with one of \(Section.headings)")
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
                file: file, reason: "holds no rulings; take it from the sources of Aloud")
        }
    }

    private mutating func read(_ content: String, section: Section) throws(RulingFault) {
        var pattern = content
        let ruling: Ruling
        switch section {
        case .same(let one):
            if let arrow = content.firstRange(of: "->") {
                throw RulingFault(
                    "'->' names a letter, which stands under 'names:' or 'letters:' alone; write the"
                        + " phrase without it, or move the line there",
                    offset: content[..<arrow.lowerBound].unicodeScalars.count)
            }
            ruling = one
        case .letters(let isName):
            let sides = content.components(separatedBy: "->")
            let target = (sides.last ?? "").trimmingCharacters(in: .whitespaces)
            guard sides.count == 2, target.count == 1,
                let character = target.first,
                let letter = Letter(character)
            else {
                throw RulingFault("needs the form 'word -> A' with one letter")
            }
            pattern = sides[0]
            ruling = isName ? .name(letter) : .letter(letter)
        }
        for phrase in try RulingPattern(pattern).phrases {
            guard let before = add(phrase, as: ruling) else { continue }
            throw RulingFault(
                "'\(phrase)' was given another meaning above, under"
                    + " \(Section.place(of: before)); keep one of the two")
        }
    }

    /// What the lines under a heading mean.
    private enum Section {
        case letters(isName: Bool)
        case same(Ruling)

        static let headings = (fixed.map(\.0) + SpokenCommand.allCases.map(\.rawValue))
            .map { "'\($0):'" }.joined(separator: ", ")

        /// Where a ruling stands, as a person looks for it: its heading, and the letter that it
        /// names.
        static func place(of ruling: Ruling) -> String {
            switch ruling {
            case .name(let letter): "'names:' as \(letter)"
            case .letter(let letter): "'letters:' as \(letter)"
            case .command(let command): "'\(command.rawValue):'"
            case .filler: "'fillers:'"
            case .talk: "'talk:'"
            case .example: "'example:'"
            case .twice: "'twice:'"
            case .choice: "'choice:'"
            case .between: "'between:'"
            case .guess(isAlternative: false): "'guesses:'"
            case .guess(isAlternative: true): "'alternatives:'"
            case .doubt: "'doubts:'"
            case .retraction: "'retractions:'"
            case .denial: "'denial:'"
            case .doubtOf: "'doubtsOf:'"
            case .disorder: "'disorder:'"
            }
        }

        private static let fixed: [(String, Section)] = [
            ("names", .letters(isName: true)), ("letters", .letters(isName: false)),
            ("fillers", .same(.filler)), ("talk", .same(.talk)), ("example", .same(.example)),
            ("twice", .same(.twice)), ("choice", .same(.choice)),
            ("denial", .same(.denial)), ("between", .same(.between)),
            ("guesses", .same(.guess(isAlternative: false))),
            ("alternatives", .same(.guess(isAlternative: true))),
            ("doubts", .same(.doubt)), ("retractions", .same(.retraction)),
            ("doubtsOf", .same(.doubtOf)), ("disorder", .same(.disorder)),
        ]

        init(_ heading: String) throws(RulingFault) {
            if let command = SpokenCommand(rawValue: heading) {
                self = .same(.command(command))
            } else if let known = Self.fixed.first(where: { $0.0 == heading }) {
                self = known.1
            } else {
                throw RulingFault("'\(heading)' is no heading; use one of \(Self.headings)")
            }
        }
    }
}

extension Substring {
    /// Characters before the first that is no blank.
    fileprivate var leadingBlanks: Int { prefix(while: \.isWhitespace).unicodeScalars.count }
}

/// What `grammars/rulings.txt` says about a word or phrase, before any sound is looked at.
public enum Ruling: Sendable, Hashable {
    /// A letter's own name or its spelling word: it means the letter even among other words.
    case name(Letter)
    /// An everyday word that is heard for a letter: it means the letter unless people are
    /// talking.
    case letter(Letter)
    /// The words of a command: "pass", "go on".
    case command(SpokenCommand)
    /// Comes with answers and says nothing: "um", "I think it's".
    case filler
    /// Said to oneself or to others: what sounds like letters beside it is talk as well.
    case talk
    /// Joins a letter and a word that begins with it: "N as in November".
    case example
    /// "double": the letter after it twice, or W.
    case twice
    /// "or": of the letters before and after it neither is meant for sure.
    case choice
    /// "between": the same of the two letters after it, with "and" between them.
    case between
    /// Announces a guess: "I think it's", "maybe". After "I can't see it" the guess counts alone.
    ///
    /// - isAlternative: two such letters in a row are a choice: "maybe C, maybe O".
    case guess(isAlternative: Bool)
    /// Takes back half: "not sure". The letter right before it is unclear; where there is none, it
    /// says that a letter cannot be seen.
    case doubt
    /// A correction between two letters, and nothing elsewhere: "oh no", "sorry".
    case retraction
    /// The same of the letters named after it: "not sure about the K".
    case doubtOf
    /// What was read was not read from left to right: "from the right", "backwards".
    case disorder
    /// "not": the letter after it is not meant, and the one after that is.
    case denial
}
