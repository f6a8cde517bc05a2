internal import Platform

/// Turns the lines of a dictionary into entries, and collects all their problems.
struct DictionaryReader {
    struct Field {
        var text: String
        var position: SourcePosition
    }

    private let file: String
    private(set) var entries: [PronunciationDictionary.Entry] = []
    private(set) var problems: [GrammarProblem] = []
    /// Each spelling, `word` or `word(2)`, with its position. Lines with a problem count too.
    private var spellings: [String: SourcePosition] = [:]
    /// Each word and phones, with their position.
    private var sounds: [[String]: SourcePosition] = [:]

    init(file: String) { self.file = file }

    var isEmpty: Bool { spellings.isEmpty && problems.isEmpty }

    mutating func add(_ fault: GrammarFault, at position: SourcePosition) {
        problems.append(GrammarProblem(fault, file: file, at: position))
    }

    /// Reads one line.
    mutating func read(_ fields: [Field]) {
        guard let head = fields.first, !head.text.isComment else { return }
        guard let word = word(of: head) else { return }
        note(head, of: word)
        guard let phones = phones(Array(fields.dropFirst()), of: head) else { return }
        if let first = sounds[[word] + phones] {
            add(.samePronunciation(word, first: first), at: head.position)
        } else {
            sounds[[word] + phones] = head.position
        }
        entries.append(
            PronunciationDictionary.Entry(
                word: word, spelling: head.text, phones: phones, position: head.position))
    }

    /// The word without the number of a variant; nil, with a problem, if it is not a word.
    private mutating func word(of head: Field) -> String? {
        guard head.text.unicodeScalars.count <= PronunciationDictionary.longestWord else {
            add(.wordTooLong(limit: PronunciationDictionary.longestWord), at: head.position)
            return nil
        }
        let parts = head.text.split(
            separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
        let word = String(parts[0])
        guard word.isSpokenWord, word == word.lowercased() else {
            add(.dictionaryWord(head.text), at: head.position)
            return nil
        }
        guard parts.count > 1 else { return word }
        let number = parts[1].dropLast()
        guard parts[1].last == ")", let value = Int(number), value >= 2, String(value) == number
        else {
            add(.variantForm(head.text), at: head.position)
            return nil
        }
        if spellings[word] == nil {
            add(.variantWithoutWord(head.text, word: word), at: head.position)
        }
        return word
    }

    /// Keeps the position of a spelling, and reports one that occurred before.
    private mutating func note(_ head: Field, of word: String) {
        guard let first = spellings[head.text] else {
            spellings[head.text] = head.position
            return
        }
        var number = 2
        while spellings["\(word)(\(number))"] != nil { number += 1 }
        add(
            .wordTwice(head.text, first: first, free: "\(word)(\(number))"), at: head.position)
    }

    /// The phones of a line; nil, with a problem, if one of them is not a phone.
    private mutating func phones(_ fields: [Field], of head: Field) -> [String]? {
        guard !fields.isEmpty else {
            add(.noPhones(head.text), at: head.position)
            return nil
        }
        guard fields.count <= PronunciationDictionary.mostPhones else {
            add(
                .pronunciationTooLong(limit: PronunciationDictionary.mostPhones),
                at: fields[PronunciationDictionary.mostPhones].position)
            return nil
        }
        var areGood = true
        for field in fields where !PhoneSet.speech.contains(field.text) {
            areGood = false
            if field.text.hasPrefix("#") || field.text.hasPrefix(";") {
                add(.commentAfterWord, at: field.position)
                break
            }
            if PhoneSet.fillers.contains(field.text) {
                add(.fillerPhone(field.text, word: head.text), at: field.position)
            } else {
                add(
                    .phone(field.text, word: head.text, nearest: PhoneSet.meant(by: field.text)),
                    at: field.position)
            }
        }
        return areGood ? fields.map(\.text) : nil
    }
}

extension String {
    fileprivate var isComment: Bool { hasPrefix("##") || hasPrefix(";;") }
}

/// The phones of the acoustic model en-us, as its definition file (mdef) lists them.
enum PhoneSet {
    /// The 39 phones of ARPAbet that the CMU Pronouncing Dictionary uses, without stress.
    static let speech: Set<String> = [
        "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH",
        "IH", "IY", "JH", "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH",
        "UH", "UW", "V", "W", "Y", "Z", "ZH",
    ]

    /// Silence, noise, and speech that is not a word.
    static let fillers: Set<String> = ["SIL", "+NSN+", "+SPN+"]

    /// The phone that a text in lower case or with a stress digit means; nil if it means no phone.
    static func meant(by text: String) -> String? {
        let upper = text.uppercased()
        let bare = upper.last.map { "012".contains($0) } == true ? String(upper.dropLast()) : upper
        return speech.contains(bare) ? bare : nil
    }
}
