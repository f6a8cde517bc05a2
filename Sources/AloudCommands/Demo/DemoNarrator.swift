internal import Acuity
internal import HandsFree
internal import SimulatedPatient

/// Tells a demonstration to somebody who watches: each line shown, what the patient says, what is
/// heard of it letter by letter under the letters shown, and the line's score.
final class DemoNarrator: TestObserver {
    private let output: any TextOutput
    private let style: TextStyle
    /// Whether the score of each line is told; a person who is tested gets no hint.
    private let tellsScores: Bool
    private var shown: Presentation?
    /// The first column that the row of heard letters has free; nil where no row is open.
    private var column: Int?

    init(to output: any TextOutput, hasColor: Bool, tellsScores: Bool) {
        self.output = output
        self.style = TextStyle(hasColor: hasColor)
        self.tellsScores = tellsScores
    }

    /// A sentence by itself.
    func say(_ text: String) throws {
        try endRow()
        try output.write(text + "\n")
    }

    /// What the patient says, when it begins to say it.
    func patientSays(_ remark: Remark) throws {
        try row("says", style.voice("\"\(remark.text)\""))
    }

    func observe(_ event: TestEvent) throws {
        switch event {
        case .present(let presentation):
            shown = presentation
            let name = SnellenLine.nearest(to: presentation.size).feet
            let letters = presentation.letters.map(\.description).joined(separator: " ")
            try row("shown", style.strong(letters), under: name)
        case .answer(_, let position, let answer, _): try heard(answer.response, at: position)
        case .correction: try endRow()
        case .askAgain(_, let positions): try row("asks", Prompt.readAgain(positions).words)
        case .line(_, let right): try finish(right: right)
        case .pause(let reason): try row("pauses", Prompt.paused(reason).words)
        case .resume: try row("goes on", "")
        case .trouble(let reason): try row("waits", reason)
        case .recovered: try row("goes on", "")
        case .result(let report): try say("\n" + report.text)
        }
    }

    /// A row of the table: what happens, and to what.
    private func row(_ what: String, _ text: String, under line: String = "") throws {
        try endRow()
        let words = Self.cell(line, width: 9) + style.faint(Self.cell(what, width: 9)) + text
        try output.write(words + "\n")
    }

    private func endRow() throws {
        guard column != nil else { return }
        column = nil
        try output.write("\n")
    }

    private func heard(_ response: Response, at position: Int) throws {
        if let column, position < column { try endRow() }
        if column == nil {
            try output.write(Self.cell("", width: 9) + style.faint(Self.cell("heard", width: 9)))
        }
        let skipped = position - (column ?? 0)
        column = position + 1
        let gap = String(repeating: "  ", count: max(0, skipped))
        try output.write(gap + mark(response, at: position) + " ")
    }

    private func mark(_ response: Response, at position: Int) -> String {
        let mark =
            switch response {
            case .named(let letter): letter.description
            case .missed: "-"
            }
        guard tellsScores, let letters = shown?.letters, letters.indices.contains(position) else {
            return style.strong(mark)
        }
        return response.isRight(for: letters[position]) ? style.right(mark) : style.wrong(mark)
    }

    private func finish(right: Int) throws {
        guard tellsScores, let count = shown?.letters.count else { return try endRow() }
        let gap = String(repeating: "  ", count: max(0, count - (column ?? 0)))
        try output.write(gap + style.faint("   \(right) of \(count) right"))
        try endRow()
    }

    private static func cell(_ text: String, width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
