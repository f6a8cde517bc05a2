internal import Acuity
internal import PhoneticMapping

extension ReferenceRow {
    /// Words of the spelling alphabet as transcripts may write them.
    private static let otherSpellings = [
        "ALFA": "ALPHA", "JULIETT": "JULIET", "XRAY": "X-RAY", "WHISKY": "WHISKEY",
    ]
    private static let commands: [String: SpokenCommand] = [
        "STOP": .stop, "PASS": .cannotSee, "BLANK": .cannotSee, "NOTHING": .cannotSeeAny,
        "AGAIN": .again, "REPEAT": .again, "WAIT": .pause, "PAUSE": .pause, "CONTINUE": .resume,
        "NO": .correction,
    ]

    /// What the recording says where it is one word with a meaning; nil for all others.
    package var meaning: WordMeaning? {
        guard transcript.count == 1, let word = transcript.first?.uppercased() else { return nil }
        let plain = Self.otherSpellings[word] ?? word
        if let letter = CodeWord.letter(of: plain.lowercased()) {
            return WordMeaning(group: .codeWords, kind: .letter(letter))
        }
        if let direction = Direction(word: plain) {
            return WordMeaning(group: .directions, kind: .direction(direction))
        }
        if let command = Self.commands[plain] {
            return WordMeaning(group: .commands, kind: .command(command))
        }
        return nil
    }

    /// Whether a letter that is heard in it is a mistake: it holds none, in any form.
    var isWordless: Bool { letters.isEmpty && meaning?.group != .codeWords }

    /// Whether a command that is heard in it is a mistake, too.
    var isWithoutAnswer: Bool { isWordless && meaning?.group != .commands }

    /// Whether these words, in small letters, are said to the test: in this order, among others
    /// perhaps. Talk is not said to it, whatever its words are.
    package func tells(_ words: String) -> Bool {
        !isTalk && " \(transcript.joined(separator: " ").lowercased()) ".contains(" \(words) ")
    }
}
