/// How letters and words are drawn on a terminal.
package struct TerminalInk {
    /// Whether text may be coloured.
    package var hasColor: Bool
    /// Whether the terminal shows block characters; if not, letters are drawn in ASCII.
    package var hasBlocks: Bool

    /// The parameters as the properties of their names.
    package init(hasColor: Bool, hasBlocks: Bool) {
        self.hasColor = hasColor
        self.hasBlocks = hasBlocks
    }

    /// Whether the locale's characters are those of Unicode, as the first of these variables that
    /// is set says (POSIX.1-2017, chapter 8.2). Without any of them it is ASCII.
    package static func hasBlocks(_ variables: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        let locale = names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
        let lowercased = locale.lowercased()
        return lowercased.hasSuffix("utf-8") || lowercased.hasSuffix("utf8")
    }

    /// Two dots above each other, as one character.
    package func character(upper: Bool, lower: Bool) -> Character {
        switch (upper, lower) {
        case (false, false): " "
        case (true, true): hasBlocks ? "█" : "#"
        case (true, false): hasBlocks ? "▀" : "\""
        case (false, true): hasBlocks ? "▄" : "_"
        }
    }

    // "Select graphic rendition" of ECMA-48.

    /// Letters of the chart and what is asked.
    package func strong(_ text: String) -> String { with("1", text) }
    /// What is in the background.
    package func faint(_ text: String) -> String { with("2", text) }
    /// What a voice says: cyan.
    package func voice(_ text: String) -> String { with("36", text) }
    /// A right answer: green.
    package func right(_ text: String) -> String { with("1;32", text) }
    /// A wrong answer: yellow, which those who take red for green can tell from it.
    package func wrong(_ text: String) -> String { with("1;33", text) }

    private func with(_ code: String, _ text: String) -> String {
        hasColor && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
