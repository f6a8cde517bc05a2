import Acuity
import Dialogue
import PhoneticMapping
import Records
import Testing

/// The answers to spoken directions: "up", "left" and so on, "?" for a word that was not
/// understood, "~" for a sound in which nothing was, "." for the end of the time to mend it.
@Suite("Directions and diagonals", .timeLimit(.minutes(1)))
struct DiagonalAnswersTests {
    /// An utterance at a second of the session's sound; each word takes 0.3 s.
    private func utterance(_ text: String, at start: Double) -> AnswerEvent {
        let answers = text.split(separator: " ").enumerated().map { index, word in
            let from = start + 0.4 * Double(index)
            let kind: SpokenAnswer.Kind =
                switch word {
                case "?": .unclear
                case "no": .command(.correction)
                case "stop": .command(.stop)
                default: .direction(Direction(word: String(word)) ?? .up)
                }
            return SpokenAnswer(
                kind, heard: String(word), confidence: 0.8, time: from...from + 0.3, presence: 0.9,
                // Left over from listening for letters; it must have no effect here.
                posterior: LetterPosterior(letters: [:], accept: 0.45))
        }
        return .utterance(Utterance(answers, isFinal: false, clock: start))
    }

    private func script(_ events: [(String, Double)]) -> [AnswerEvent] {
        events.map { text, start in
            switch text {
            case "~": .maybe(nil)
            case "!": .soundMissing("ran over")
            case ".": .settled
            case ",": .idle
            case "(silence)": .silence
            default: utterance(text, at: start)
            }
        }
    }

    /// Shows a ring and says these words. Returns the events of the answers in short form.
    private func story(
        _ events: [(String, Double)], of optotypes: OptotypeSet = .landolt8
    ) throws -> [String] {
        let source = DirectionAnswers(Script(script(events)), among: optotypes)
        let log = EventLog()
        var conductor = TestConductor(
            setup: TestSetup(eye: .right), procedure: BestPEST(optotypes: optotypes, seed: 1),
            source: source, display: Screen(), observers: [log], clock: TickingClock())
        _ = try conductor.run()
        return log.events.compactMap { event in
            switch event {
            case .answer(_, _, let answer, _, _):
                switch answer.response {
                case .named(let letter): Direction(letter).map { "\($0.arrow)" } ?? "\(letter)"
                case .missed: "-"
                case nil: "open"
                }
            case .correction: "mended"
            case .askAgain: "ask"
            case .line: "done"
            case .result(let report): report.end == .stoppedByPerson ? "stopped" : nil
            default: nil
            }
        }
    }

    @Test("half a diagonal does not count if the other half was lost")
    func otherHalfLost() throws {
        let told = try story([("up", 1), ("?", 1.6), (".", 3)])
        #expect(told.contains("mended"))
        #expect(try story([("up", 1), ("!", 1.7), ("?", 1.6), (".", 3)]) == told)
    }

    @Test("A lone word is the straight direction")
    func lone() throws {
        for (word, arrow) in [("up", "↑"), ("bottom", "↓"), ("left", "←"), ("right", "→")] {
            #expect(try story([(word, 1), (".", 0)]) == [arrow, "done"])
        }
    }

    @Test("Two words in one utterance are one answer, in either order")
    func oneBreath() throws {
        for (words, arrow) in [
            ("up left", "↖"), ("left up", "↖"), ("top right", "↗"), ("right bottom", "↘"),
            ("lower left", "↙"),
        ] {
            #expect(try story([(words, 1), (".", 0)]) == [arrow, "done"])
        }
    }

    @Test("A second word after a pause corrects the first one")
    func pause() throws {
        #expect(try story([("up", 1), ("left", 2.2), (".", 0)]) == ["↑", "mended", "↖", "done"])
        #expect(
            try story([("left", 1), (",", 0), ("down", 2), (".", 0)]).suffix(2) == ["↙", "done"])
        // A person who hears himself say "up" and repeats the whole.
        #expect(try story([("up", 1), ("up left", 2), (".", 0)]).suffix(2) == ["↖", "done"])
    }

    @Test("A second word that comes too late is separate")
    func tooLate() throws {
        #expect(try story([("up", 1), ("left", 4), (".", 0)]) == ["↑", "ask"])
        // The next ring is shown by then.
        #expect(
            try story([("up", 1), (".", 0), ("left", 2), (".", 0)]).suffix(2) == ["←", "done"])
    }

    @Test("Half a diagonal with an unclear other half is asked for again")
    func halves() throws {
        let halves: [[(String, Double)]] = [
            [("? left", 1)], [("left ?", 1)], [("?", 1), ("left", 2)], [("left", 1), ("?", 2)],
            [("~", 0), ("left", 2)], [("left", 1), ("~", 0)],
        ]
        for events in halves {
            let story = try story(events + [(".", 0), ("left", 9), (".", 0)])
            #expect(story.contains("ask"), "\(events): \(story)")
            #expect(story.suffix(2) == ["←", "done"], "\(events): \(story)")
            #expect(story.count { $0 == "done" } == 1, "\(events): \(story)")
        }
    }

    @Test("A hum well before a word is not half a diagonal")
    func hum() throws {
        let quiet = Array(repeating: (",", 0.0), count: 20)
        #expect(try story([("~", 0)] + quiet + [("left", 9), (".", 0)]) == ["←", "done"])
        #expect(
            try story([("~", 0), ("(silence)", 0), ("left", 9), (".", 0)]).suffix(2) == [
                "←", "done",
            ])
    }

    @Test("A diagonal can be corrected, and \"stop\" stops the test")
    func commands() throws {
        #expect(
            try story([("up left no down left", 1), (".", 0)]) == ["↖", "mended", "↙", "done"])
        #expect(try story([("up", 1), ("no up left", 2), (".", 0)]).suffix(2) == ["↖", "done"])
        #expect(
            try story([("up stop", 1)]) == ["↑", "done", "stopped"], "a line read whole counts")
    }

    @Test("Without diagonals two words are two answers; an unclear one can be repeated")
    func four() throws {
        #expect(try story([("up left", 1), (".", 0)], of: .landolt) == ["ask"])
        #expect(
            try story([("?", 1), (".", 0), ("left", 3), (".", 0)], of: .landolt)
                == ["ask", "←", "done"])
    }
}
