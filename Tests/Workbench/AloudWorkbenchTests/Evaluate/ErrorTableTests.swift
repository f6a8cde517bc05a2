import Acuity
import TestTraits
import Testing

@testable import Evaluation
@testable import Recognition

@Suite(.listening) struct ErrorTableTests {
    @Test("every letter that is not right has a line")
    func lines() {
        let rows: [HeardRow] = [
            .scripted("C", heard: [("C", 0.9)]),
            .scripted("D", heard: [("V", 0.9)]),
            .scripted("N", heard: [("N", 0.3)]),
            .scripted("SEVEN", heard: [("S", 0.9)]),
            .scripted("S", heard: [("pass", 0.9)]),
            .scripted("K"),
        ]
        let table = ErrorTable(
            rows, thresholds: AcceptanceThresholds(accept: 0.5, notice: 0.2))
        let lines = table.markdown.split(separator: "\n").dropFirst(2)
        #expect(lines.count == 5, "\(table.markdown)")
        let starts = [
            "| a.wav | D | V | 0.9", "| a.wav | N | unclear | 0.3", "| a.wav | - | S",
            "| a.wav | S | can't see it | 0.9",
        ]
        for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
        #expect(lines.last?.contains("| K | nothing |") == true)
    }

    @Test("a path is one cell, whatever its characters")
    func path() {
        var row = HeardRow.scripted("D", heard: [("V", 0.9)])
        row.row.path = "ann|1/a|b\u{2028}c.wav"
        let table = ErrorTable([row], thresholds: AcceptanceThresholds())
        let text = table.markdown
        #expect(text.contains("\n| ann\\|1/a\\|b c.wav | D | V | 0.9 |"), "\(text)")
    }
}
