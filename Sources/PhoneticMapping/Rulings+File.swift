internal import Acuity
internal import Foundation
internal import Platform

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
