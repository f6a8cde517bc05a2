import Acuity
import SimulatedPatient
import TestTraits
import Testing

@testable import Dialogue
@testable import Exam
@testable import aloud

@Suite("The narration of a demonstration", .listening)
struct DemoNarratorTests {
    private let output = MemoryOutput()
    private let line = Chart(.one).lines[3]

    private func answer(_ position: Int, _ response: Response) -> TestEvent {
        .answer(line: 4, position: position, HeardAnswer(response), clock: nil)
    }

    private func tell(_ narrator: DemoNarrator) throws {
        try narrator.observe(.present(line))
        try narrator.patientSays(Remark(["C", "zed", "R", "pass", "S"]))
        try narrator.observe(answer(0, .named(.c)))
        try narrator.observe(answer(1, .named(.c)))
        try narrator.observe(answer(3, .missed))
        try narrator.observe(.askAgain(line: 4, positions: [2, 4]))
        try narrator.patientSays(Remark(["R", "S"], rate: 0.85))
        try narrator.observe(answer(2, .named(.r)))
        try narrator.observe(.line(4, right: 2))
    }

    @Test("each heard letter is below the shown one, with every request to repeat")
    func rows() throws {
        let narrator = DemoNarrator(
            to: output, ink: TerminalInk(hasColor: false))
        try tell(narrator)
        #expect(
            output.text == """
                20/100   shown    C Z R H S
                         says     "C, zed, R, pass, S"
                         heard    C C   -
                         asks     Once more, please: the third and fifth letters.
                         says     "R, S"
                         heard        R        2 of 5 right

                """)
    }

    @Test("A letter heard again gets its own row")
    func correction() throws {
        let narrator = DemoNarrator(
            to: output, ink: TerminalInk(hasColor: false))
        try narrator.observe(answer(0, .named(.c)))
        try narrator.observe(answer(1, .named(.d)))
        try narrator.observe(.correction(line: 4, position: 1))
        try narrator.observe(answer(1, .named(.z)))
        try narrator.observe(answer(1, .named(.v)))
        try narrator.say("")
        #expect(
            output.text == """
                         heard    C D
                         heard      Z
                         heard      V


                """)
    }

    @Test("On a terminal, right and wrong letters differ in colour")
    func colours() throws {
        let narrator = DemoNarrator(
            to: output, ink: TerminalInk(hasColor: true))
        try tell(narrator)
        let plain = output.text.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
        #expect(plain.contains("heard        R        2 of 5 right\n"))
        #expect(output.text.contains("\u{1B}[1;32mC\u{1B}[0m \u{1B}[1;33mC\u{1B}[0m"))
    }
}
