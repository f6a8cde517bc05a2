import Acuity
import TestTraits
import Testing

@testable import Dialogue
@testable import Evaluation
@testable import Transcripts

@Suite(.listening) struct LineTallyTests {
    /// Places in short: letters, "-" for "can't see it", "." for one that waits, "?" for one asked for.
    private func places(_ text: String) -> [Place] {
        text.map { sign in
            switch sign {
            case "-": .missed
            case ".": .waiting
            case "?": .asked
            default: Letter(sign).map(Place.heard) ?? .waiting
            }
        }
    }

    private func letters(_ text: String) -> [Letter] { text.compactMap { Letter($0) } }

    private func tally(_ said: String, _ standing: String) -> LineTally {
        var tally = LineTally()
        tally.add(said: letters(said), standing: places(standing))
        return tally
    }

    @Test("right lines, open lines and lines taken for unseen are counted")
    func plain() {
        #expect(
            tally("CDHKN", "CDHKN") == LineTally(lines: 1, letters: 5, right: 5, linesRight: 1))
        #expect(
            tally("CDHKN", "C.?KN") == LineTally(lines: 1, letters: 5, right: 3, open: 2))
        // A test scores it as not seen, so it is wrong; it was said nowhere.
        #expect(
            tally("CDHKN", "CDH-N")
                == LineTally(lines: 1, letters: 5, right: 4, wrong: 1, notSeen: 1))
    }

    @Test("a letter is displaced if it was said one place earlier, or up to two later")
    func displaced() {
        // Is at each position in turn, where another letter was said.
        for (standing, displaced) in [
            ("KDHKN", 0), ("CDKKN", 1), ("CKHKN", 1), ("CDHKH", 0), ("CDHKK", 1), ("ZDHKN", 0),
        ] {
            let tally = tally("CDHKN", standing)
            #expect(tally.wrong == 1 && tally.right == 4, "\(standing)")
            #expect(tally.displaced == displaced, "\(standing)")
        }
        // The second letter was lost, and all after it moved up: the last is then open.
        let shifted = tally("CDHKN", "CHKN.")
        #expect(
            shifted
                == LineTally(lines: 1, letters: 5, right: 1, wrong: 3, displaced: 3, open: 1))
        // A right letter is not displaced, though its neighbour is the same letter.
        #expect(tally("CCHKN", "CCHKN").displaced == 0)
        #expect(tally("CCHKN", "CCHCN").displaced == 0)
        #expect(tally("CCHKN", "CCCKN").displaced == 1)
    }

    @Test("tallies add up, and shares come from their sums")
    func shares() throws {
        var all = tally("CDHKN", "CDHKN")
        all.add(tally("CDHKN", "CHKN."))
        #expect(
            all
                == LineTally(
                    lines: 2, letters: 10, right: 6, wrong: 3, displaced: 3, open: 1,
                    linesRight: 1))
        let shares = Dictionary(
            uniqueKeysWithValues: LineTally.shares.map { ($0.key, $0.count(all).value) })
        #expect(
            shares == [
                "right": 0.6, "wrong": 0.3, "wrongAmongAccepted": 3.0 / 9, "open": 0.1,
                "linesRight": 0.5,
            ])
        #expect(LineTally.shares.allSatisfy { $0.count(LineTally()).value == nil })
    }

    @Test("a speaker's lines are together, and intervals are over speakers")
    func speakers() throws {
        func line(_ speaker: String, _ first: String, _ last: String) -> HeardLine {
            HeardLine(
                row: ReferenceRow(
                    path: "\(speaker).wav", transcript: ["C", "D", "H", "K", "N"],
                    speaker: speaker, set: "s"),
                first: places(first), last: places(last), wasStopped: last == "?????",
                duration: 2)
        }
        let evaluation = LineEvaluation(
            [
                line("ann", "CDHKN", "CDHKN"), line("bob", "CDH??", "CDHKN"),
                line("ann", "?????", "?????"),
            ], unread: 1, accept: 0.6)
        #expect(evaluation.speakers["ann"]?.right == 5 && evaluation.speakers["ann"]?.lines == 2)
        #expect(evaluation.all.right == 8 && evaluation.all.open == 7)
        #expect(evaluation.atEnd.right == 10 && evaluation.atEnd.linesRight == 2)
        #expect(evaluation.stopped == 1 && evaluation.sound == 6)
        // Either both are ann, of whom half is right, or both are bob: 50 to 60 %. Fifteen letters by
        // themselves tell less.
        let interval = try #require(
            SpeakerBootstrap.interval(over: evaluation.speakers) {
                Proportion(part: $0.right, whole: $0.letters)
            })
        #expect(interval == Proportion(part: 8, whole: 15).interval)
        let lines = evaluation.text.split(separator: "\n").map(String.init)
        #expect(lines[0] == "3 lines of five letters, 6 s")
        #expect(lines.contains("right 53.3 % (26.6 to 78.7)"), "\(evaluation.text)")
        #expect(lines.contains("1 line in which \"stop\" was heard, which ends a test"))
        #expect(lines.last == "1 recording could not be read")
    }

    @Test("the table lists the lines that are not right, with the wrong positions")
    func table() {
        func line(_ path: String, _ first: String, asked: [Int]) -> HeardLine {
            HeardLine(
                row: ReferenceRow(
                    path: path, transcript: ["C", "D", "H", "K", "N"], speaker: "ann", set: ""),
                first: places(first), last: places("CDHKN"), asked: asked)
        }
        let table = LineTable([
            line("a/b/right.wav", "CDHKN", asked: []),
            line("a/b/open.wav", "CDH??", asked: [3, 4]),
            line("a/b/wrong.wav", "CHZ-N", asked: []),
        ])
        #expect(
            table.markdown.split(separator: "\n").dropFirst(2) == [
                "| b/open.wav | C D H K N | C D H . . |  |  | 4, 5 | C D H K N |",
                "| b/wrong.wav | C D H K N | C H Z - N | 2, 3, 4 | 2 |  | C D H K N |",
            ])
    }

    @Test("every answer to talk is a mistake, reported with the lines")
    func talk() {
        func talk(_ path: String, _ first: String, _ last: String, pauses: Bool = false)
            -> HeardLine
        {
            HeardLine(
                row: ReferenceRow(
                    path: path, transcript: ["I", "SEE"], speaker: "ann", set: "t", isTalk: true),
                first: places(first), last: places(last), wasStopped: path == "stop.wav",
                wasPaused: pauses, duration: 2)
        }
        let talks = [
            talk("one.wav", "C-???", "C-???"), talk("late.wav", "?????", "C????"),
            talk("wait.wav", ".....", ".....", pauses: true), talk("stop.wav", "?????", "?????"),
        ]
        let evaluation = LineEvaluation(talks, unread: 0, accept: 0.6)
        #expect(evaluation.all == LineTally())
        let tally = evaluation.talk
        #expect(tally?.recordings == 4 && tally?.answered == 1 && tally?.answers == 2)
        #expect(tally?.answeredAtEnd == 2 && tally?.paused == 1 && tally?.stopped == 1)
        #expect(
            evaluation.text == """
                4 recordings of talk, 8 s

                talk: answers remain after the first reading in 1 (25.0 %), at the end in 2; 1 \
                paused the test, 1 stopped it

                """)
        #expect(
            LineTable(talks).markdown.split(separator: "\n").dropFirst(2) == [
                "| one.wav | talk | C - . . . | 1, 2 |  |  | C - . . . |"
            ])
        let line = HeardLine(
            row: ReferenceRow(
                path: "a.wav", transcript: ["C", "D", "H", "K", "N"], speaker: "ann", set: "s"),
            first: places("CDHKN"), last: places("CDHKN"), duration: 2)
        let both = LineEvaluation(talks + [line], unread: 0, accept: 0.6)
        #expect(both.all.lines == 1 && both.stopped == 0 && both.talk == tally)
        #expect(both.text.hasPrefix("1 line of five letters, 4 recordings of talk, 10 s\n"))
    }
}
