internal import Acuity
internal import LetterSpeech

extension ReferenceRow {
    /// The spelling alphabet (ICAO Annex 10, vol. II, in the spelling of transcripts), A to Z.
    private static let codeWords = """
        ALPHA BRAVO CHARLIE DELTA ECHO FOXTROT GOLF HOTEL INDIA JULIET KILO LIMA MIKE NOVEMBER \
        OSCAR PAPA QUEBEC ROMEO SIERRA TANGO UNIFORM VICTOR WHISKEY XRAY YANKEE ZULU
        """.split(separator: " ").map(String.init)
    private static let otherSpellings = [
        "ALFA": "ALPHA", "JULIETT": "JULIET", "X-RAY": "XRAY", "WHISKY": "WHISKEY",
    ]
    private static let commands: [String: SpokenCommand] = [
        "STOP": .stop, "PASS": .cannotSee, "BLANK": .cannotSee, "NOTHING": .cannotSeeAny,
        "AGAIN": .again, "REPEAT": .again, "WAIT": .pause, "PAUSE": .pause, "CONTINUE": .resume,
        "NO": .correction,
    ]

    /// What the recording says where it is one word with a meaning; nil for all others.
    var meaning: WordMeaning? {
        guard transcript.count == 1, let word = transcript.first?.uppercased() else { return nil }
        let plain = Self.otherSpellings[word] ?? word
        if let letter = Self.codeWords.firstIndex(of: plain).map({ Letter.allCases[$0] }) {
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
}
