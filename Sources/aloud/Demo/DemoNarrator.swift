internal import Acuity
internal import CommandLineKit
internal import Dialogue
internal import Records
internal import SimulatedPatient

/// Describes a demonstration to an onlooker: each line shown, the patient's words, the letters
/// heard under the letters shown, and the line's score.
final class DemoNarrator: TestObserver {
    private let output: any TextOutput
    private let ink: TerminalInk
    private static let columnWidth = 9
    private var shown: Presentation?
    /// The first free column of the row of heard letters; nil if no row is open.
    private var column: Int?

    init(to output: any TextOutput, ink: TerminalInk) {
        self.output = output
        self.ink = ink
    }

    /// A sentence by itself.
    func say(_ text: String) throws {
        try endRow()
        try output.write(text + "\n")
    }

    /// The patient's words, as it begins to say them.
    func patientSays(_ remark: Remark) throws {
        try row("says", ink.voice("\"\(remark.text)\""))
    }

    func observe(_ event: TestEvent) throws {
        switch event {
        case .present(let presentation):
            shown = presentation
            let name =
                presentation.contrasts?.letters.max().map { "CS \($0)" }
                ?? SnellenLine.nearest(to: presentation.size).feet
            let letters = presentation.letters.map(\.description).joined(separator: " ")
            try row("shown", ink.strong(letters), under: name)
        case .answer(_, let position, let answer, _, _):
            if let response = answer.response { try heard(response, at: position) }
        case .override(_, let position, let response, _): try heard(response, at: position)
        case .correction: try endRow()
        case .askAgain(_, let positions, _, let asking):
            try row(
                "asks", GuidanceWords.again(positions, of: shown?.letters.count ?? 0, by: asking))
        case .line(_, let right): try finish(right: right)
        case .pause(let reason): try row("pauses", Prompt.paused(reason).words)
        case .resume: try row("continues", "")
        case .trouble(let reason): try row("waits", reason)
        case .recovered: try row("continues", "")
        case .soundMissing(let reason): try row("lost", reason)
        case .language, .warmUp: break
        case .result(let report): try say("\n" + report.text)
        }
    }

    /// A row of the table: the name of an event and its text.
    private func row(_ what: String, _ text: String, under line: String = "") throws {
        try endRow()
        let start = Self.cell(line) + ink.faint(text.isEmpty ? what : Self.cell(what))
        try output.write(start + text + "\n")
    }

    private func endRow() throws {
        guard column != nil else { return }
        column = nil
        try output.write("\n")
    }

    private func openRow() throws {
        try output.write(Self.cell("") + ink.faint(Self.cell("heard")))
        column = 0
    }

    private func heard(_ response: Response, at position: Int) throws {
        if let column, position < column { try endRow() }
        if column == nil { try openRow() }
        let start = column ?? 0
        // Two characters for each letter, but no space before the first.
        let gap = String(repeating: " ", count: 2 * (position - start) + (start == 0 ? 0 : 1))
        column = position + 1
        try output.write(gap + mark(response, at: position))
    }

    private func mark(_ response: Response, at position: Int) -> String {
        let mark =
            switch response {
            case .named(let letter): letter.description
            case .missed: "-"
            }
        guard let letters = shown?.letters, letters.indices.contains(position) else {
            return ink.strong(mark)
        }
        return response.isRight(for: letters[position]) ? ink.right(mark) : ink.wrong(mark)
    }

    private func finish(right: Int) throws {
        guard let count = shown?.letters.count else { return try endRow() }
        if column == nil { try openRow() }
        let gap = String(repeating: "  ", count: max(0, count - (column ?? 0)))
        try output.write(gap + ink.faint("    \(right) of \(count) right"))
        try endRow()
    }

    /// A text with the spaces that fill a column.
    private static func cell(_ text: String) -> String {
        text + String(repeating: " ", count: max(1, columnWidth - text.count))
    }
}

/// The colours of words on a terminal: "select graphic rendition" of ECMA-48.
struct TerminalInk {
    /// Whether text may be coloured.
    var hasColor: Bool

    /// Letters of the chart: bold.
    func strong(_ text: String) -> String { with("1", text) }
    /// Names of rows: faint.
    func faint(_ text: String) -> String { with("2", text) }
    /// The patient's words: cyan.
    func voice(_ text: String) -> String { with("36", text) }
    /// A right answer: green.
    func right(_ text: String) -> String { with("1;32", text) }
    /// A wrong answer: yellow, which people who confuse red and green can distinguish from green.
    func wrong(_ text: String) -> String { with("1;33", text) }

    private func with(_ code: String, _ text: String) -> String {
        hasColor && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
