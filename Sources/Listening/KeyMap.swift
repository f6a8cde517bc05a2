internal import Acuity
internal import PhoneticMapping
package import Transcripts

/// The key of each answer.
///
/// ```swift
/// try KeyMap(text: "up KP_8\ncannotSee space").keys["up"]?.name  // KP_8
/// ```
package struct KeyMap: Sendable, Equatable {
    /// The keys by the words of answers: "C", "up", "cannotSee". A word without a key is not typed.
    package private(set) var keys: [String: Key]

    /// The default keys: a letter's own key, arrows for directions, the corners of the keypad for
    /// diagonals.
    package static let usual: KeyMap = {
        let arrows = [
            "up": "Up", "down": "Down", "left": "Left", "right": "Right", "upLeft": "KP_7",
            "upRight": "KP_9", "downLeft": "KP_1", "downRight": "KP_3",
        ]
        let letters = Letter.allCases.map(\.description)
        let pairs = letters.map { ($0, $0.lowercased()) } + arrows.map { ($0, $1) }
        return KeyMap(
            keys: Dictionary(uniqueKeysWithValues: pairs.map { ($0, Key(named: $1)) })
                .compactMapValues { $0 })
    }()

    private init(keys: [String: Key]) { self.keys = keys }

    /// The usual keys, and those of a text: on each line the word of an answer and the name of a key,
    /// or "none". The rest of a line after "#" is a comment.
    ///
    /// - Throws: `KeyMapError` with the line.
    package init(text: String) throws(KeyMapError) {
        self = .usual
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard !words.isEmpty else { continue }
            guard words.count == 2 else {
                throw KeyMapError(
                    line: index + 1, reason: "give an answer and a key, such as 'C c'")
            }
            let word = String(words[0])
            guard Self.words.contains(word) else {
                throw KeyMapError(
                    line: index + 1,
                    reason:
                        "'\(word)' is not an answer; answers are A to Z, up, downLeft, cannotSee"
                        + " and others (docs/listen.md)")
            }
            guard words[1] != "none" else {
                keys[word] = nil
                continue
            }
            guard let key = Key(named: String(words[1])) else {
                throw KeyMapError(
                    line: index + 1,
                    reason:
                        "'\(words[1])' is not a key; keys are a to z, 0 to 9, Up, KP_8, space and"
                        + " others (docs/listen.md)")
            }
            keys[word] = key
        }
    }

    /// The key of an answer; nil if it is not typed.
    package func key(of answer: AnswerObject) -> Key? {
        answer.isUnclear ? nil : keys[answer.word]
    }

    /// The words of all answers.
    private static let words = Set(
        Letter.allCases.map(\.description) + Direction.allCases.map(\.rawValue)
            + SpokenCommand.allCases.map(\.rawValue))
}

/// A faulty line in the text of a key map.
package struct KeyMapError: Error, Equatable, CustomStringConvertible {
    /// The number of the line, from 1.
    package let line: Int
    /// The fault and the remedy.
    package let reason: String

    package var description: String { "Line \(line) of the map of keys: \(reason)." }
}

/// A key that can be typed.
package struct Key: Sendable, Equatable {
    /// Its X name (keysymdef.h): "c", "Up", "KP_8".
    package let name: String
    /// Its Linux key code (linux/input-event-codes.h). The code means a place on the keyboard: a
    /// layout other than the American one may have another letter there.
    package let kernelCode: UInt16

    /// The key of a name; nil if the name is unknown.
    package init?(named name: String) {
        guard let code = Self.codes[name] else { return nil }
        self.name = name
        kernelCode = code
    }

    /// The codes of all keys. The codes in a row of a keyboard are consecutive.
    private static let codes: [String: UInt16] = {
        let rows: [(first: UInt16, keys: [String])] = [
            (1, ["Escape"]), (2, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "minus"]),
            (14, ["BackSpace", "Tab"]), (16, "qwertyuiop".map(String.init)), (28, ["Return"]),
            (30, "asdfghjkl".map(String.init)), (44, "zxcvbnm".map(String.init)),
            (51, ["comma", "period", "slash"]), (57, ["space"]),
            (59, (1...10).map { "F\($0)" }), (71, ["KP_7", "KP_8", "KP_9"]),
            (75, ["KP_4", "KP_5", "KP_6"]), (79, ["KP_1", "KP_2", "KP_3", "KP_0"]),
            (87, ["F11", "F12"]), (96, ["KP_Enter"]),
            (102, ["Home", "Up", "Page_Up", "Left", "Right", "End", "Down", "Page_Down"]),
            (110, ["Insert", "Delete"]),
        ]
        let pairs = rows.flatMap { row in
            row.keys.enumerated().map { ($1, row.first + UInt16($0)) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
}
