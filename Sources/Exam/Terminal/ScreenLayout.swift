internal import Acuity
package import CommandLineKit
package import Dialogue
package import Records

/// How a moment of a test stands on a terminal: what is tested, the letters, what was heard of
/// each below it, what is asked.
package struct ScreenLayout {
    /// What is tested.
    package let setup: TestSetup
    /// Characters in a line of the terminal.
    package let width: Int
    /// How it is drawn.
    package let ink: TerminalInk
    /// Whether answers are typed on this terminal, which then gets a mark to type at.
    package let awaitsText: Bool

    /// The parameters as the properties of their names.
    package init(setup: TestSetup, width: Int, ink: TerminalInk, awaitsText: Bool) {
        self.setup = setup
        self.width = width
        self.ink = ink
        self.awaitsText = awaitsText
    }

    private static let margin = 2
    private static let indent = String(repeating: " ", count: margin)
    /// Characters from letter to letter where they are not drawn in blocks.
    private static let plainPitch = 6

    /// The lines of the screen.
    ///
    /// - Parameter before: the line before, when it was finished.
    package func lines(for view: TestView, after before: TestView?) -> [String] {
        guard let presentation = view.presentation else {
            return [Self.indent + ink.strong(view.prompt.words), "", ""]
        }
        var lines = [
            "",
            Self.indent + ink.faint(setup.words),
            Self.indent + ink.faint(view.caption(at: setup.distance) ?? ""),
            "", "",
        ]
        lines += letters(presentation)
        lines += [
            "", "", Self.indent + ink.strong(marks(view.places, among: presentation.optotypes)), "",
            "",
        ]
        lines.append(Self.indent + ink.strong(view.words))
        lines.append("")
        lines.append(Self.indent + earlier(before))
        lines.append("")
        lines.append(awaitsText ? "> " : "")
        return lines
    }

    /// The letters, as large as the terminal allows.
    private func letters(_ presentation: Presentation) -> [String] {
        let letters = presentation.letters
        let blocks = gap(count: letters.count).flatMap { gap in
            BlockLetters.rows(
                letters, of: presentation.optotypes, gap: gap, draw: ink.character)
        }
        let rows =
            blocks ?? [
                spaced(letters.map(presentation.optotypes.sign(of:)), pitch: Self.plainPitch)
            ]
        return rows.map { Self.indent + ink.strong($0) }
    }

    /// Characters between letters drawn in blocks: a letter's width, as on the chart, or half of
    /// it; nil where the terminal is too narrow for either.
    private func gap(count: Int) -> Int? {
        [BlockLetters.width, BlockLetters.width / 2].first { gap in
            Self.margin + count * (BlockLetters.width + gap) <= width + gap
        }
    }

    /// What was heard, each under the middle of its letter.
    private func marks(_ places: [Place], among optotypes: OptotypeSet) -> String {
        let marks = places.map { $0.mark(among: optotypes) }
        guard let gap = gap(count: places.count) else {
            return spaced(marks, pitch: Self.plainPitch)
        }
        let middle = String(repeating: " ", count: (BlockLetters.width - 1) / 2)
        return middle + spaced(marks, pitch: BlockLetters.width + gap)
    }

    private func spaced(_ texts: [String], pitch: Int) -> String {
        texts.joined(separator: String(repeating: " ", count: pitch - 1))
    }

    /// What was heard of the line before, and what was right of it if that is to be shown.
    private func earlier(_ before: TestView?) -> String {
        guard let before else { return "" }
        let optotypes = before.presentation?.optotypes ?? .sloan
        let marks = before.places.map { $0.mark(among: optotypes) }
        guard let feedback = before.feedback else {
            return ink.faint("Line before: " + marks.joined(separator: " "))
        }
        let judged = zip(marks, feedback).map { $1 ? ink.right($0) : ink.wrong("(\($0))") }
        return ink.faint("Line before: ") + judged.joined(separator: " ")
            + ink.faint("   \(feedback.count { $0 }) of \(feedback.count) right")
    }
}

/// Shows a test on a terminal, as one screen that is drawn anew whenever something changes.
package final class ScreenDisplay: Display {
    private let output: any TextOutput
    private let layout: ScreenLayout
    /// What is known about the line before, and which of its letters were right if that is shown.
    private var before: TestView?
    private var isFirst = true

    package init(to output: any TextOutput, layout: ScreenLayout) {
        self.output = output
        self.layout = layout
    }

    package func show(_ view: TestView) {
        draw(layout.lines(for: view, after: before))
        if view.prompt == .lineFinished { before = view }
    }

    /// CSI H goes to the first line, CSI K clears the rest of a line, CSI J all below (ECMA-48).
    /// The last line has no end, so that what is typed stands behind it.
    private func draw(_ lines: [String]) {
        let clear = isFirst ? "\u{1B}[2J" : ""
        isFirst = false
        let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
        // As in `PlainDisplay`: the result is worth going on for without a screen.
        try? output.write(clear + "\u{1B}[H" + text + "\u{1B}[J")
    }
}

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
