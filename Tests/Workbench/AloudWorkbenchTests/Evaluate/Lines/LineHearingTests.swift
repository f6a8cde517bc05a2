import Acuity
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import CommandLineKit
@testable import Dialogue
@testable import Evaluation
@testable import Exam
@testable import Platform
@testable import Recognition

/// The first reading of a line, in the dialogue of a test with typed answers.
@Suite(.listening) struct LineHearingTests {
    private func heard(_ typed: String) throws -> HeardLine {
        let answers = TypedAnswers(
            TimedLineReader(MemoryInput(Array(typed.utf8))), mapper: try RealHearing.mapper(),
            stop: StopRequest(), complain: { _ in })
        let row = ReferenceRow(
            path: "a.wav", transcript: ["C", "D", "H", "K", "N"], speaker: "ann", set: "")
        return try LineHearing.test(
            by: TrailingSilence(answers),
            reading: LineHearing.Line(
                row: row, recording: Recording(name: "a.wav") { SoundInMemory([]) }))
    }

    private let right: [Place] = [.heard(.c), .heard(.d), .heard(.h), .heard(.k), .heard(.n)]

    @Test("a complete line ends, and the next one is not counted")
    func whole() throws {
        let line = try heard("c d h k n\nz z z z z\n")
        #expect(line.first == right && line.last == right && line.asked.isEmpty)
        #expect(!line.wasStopped)
    }

    @Test("a letter that is asked for again is open first, and answered at the end")
    func askedAgain() throws {
        let line = try heard("c d h\nk n\n")
        #expect(line.first == [.heard(.c), .heard(.d), .heard(.h), .asked, .asked])
        #expect(line.asked == [3, 4])
        #expect(line.last == right)
    }

    @Test(
        "a sixth letter leaves all five open; a correction is kept"
    )
    func tooMany() throws {
        let many = try heard("c d h k n s\n")
        #expect(many.first == [Place](repeating: .asked, count: 5))
        #expect(many.asked == [0, 1, 2, 3, 4] && many.last == many.first)
        #expect(try heard("c d h k s no n\n").first == right)
    }

    @Test("if nothing is said everything is asked for, and \"stop\" is reported")
    func nothing() throws {
        let silent = try heard("")
        #expect(silent.first == [Place](repeating: .asked, count: 5))
        #expect(silent.asked == [0, 1, 2, 3, 4])
        let stopped = try heard("c d h\nstop\n")
        #expect(stopped.wasStopped)
        #expect(stopped.first == [.heard(.c), .heard(.d), .heard(.h), .asked, .asked])
    }
}
