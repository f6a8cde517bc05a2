import Acuity
import FliteVoice
import Foundation
import SoundFiles
import TestProgram
import TestSpeech
import TestTraits
import Testing

@testable import Evaluation
@testable import PhoneticMapping
@testable import Recognition

/// Directions in an evaluation, counted as the letters that stand for them.
@Suite(.listening) struct DirectionEvaluationTests {
    /// The output of `aloud-workbench evaluate` for recordings of a synthesiser that says these words.
    private func evaluate(_ said: [(words: String, transcript: String)], letters: String) throws
        -> [String: Any]
    {
        let folder = try TemporaryFolder()
        var rows = ""
        for (index, (words, transcript)) in said.enumerated() {
            try SoundFile.write(
                Scene.saying([words], by: FliteVoice(.slt)).inRoom(),
                to: folder.file("\(index).wav"))
            rows += "\(index).wav\t\(transcript)\tann\n"
        }
        let path = try folder.write(rows, to: "manifest.tsv")
        let run = try AloudBinary.run(["evaluate", "--json", "--letters", letters, path])
        #expect(run.status == 0, "\(run.messages)")
        return try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    }

    @Test("Two words that name a diagonal are one answer, with or without a pause")
    func diagonals() throws {
        let said = [
            ("up left", "UP LEFT"), ("down...right", "DOWN RIGHT"), ("left", "LEFT"),
            // The one labelled up left is up right: one wrong.
            ("up right", "UP LEFT"),
        ]
        let counts = try evaluate(said, letters: "diagonals")
        #expect(counts["letters"] as? Int == 4)
        #expect(counts["right"] as? Int == 3)
        #expect(counts["confusions"] as? [String: Int] == ["Q as E": 1])
    }

    @Test("Without diagonals each word is an answer")
    func straight() throws {
        let counts = try evaluate([("down", "DOWN"), ("left", "UP")], letters: "directions")
        #expect(counts["letters"] as? Int == 2)
        #expect(counts["right"] as? Int == 1)
        #expect(counts["confusions"] as? [String: Int] == ["U as L": 1])
    }

    /// A recording in which each utterance holds these directions, all quite sure.
    private func row(_ transcript: String, _ utterances: [[Direction]]) -> HeardRow {
        var row = HeardRow.scripted(transcript)
        var start = 0.0
        row.heard.utterances = utterances.map { directions in
            UtteranceHypothesis(
                answers: directions.map { direction in
                    start += 0.5
                    return SpokenAnswer(
                        .direction(direction), confidence: 0.9, time: start...start + 0.4)
                })
        }
        return row
    }

    @Test("References and answers use the requested directions")
    func naming() {
        let thresholds = AcceptanceThresholds()
        for (utterances, letters) in [
            ([[Direction.up, .left]], [Letter.q]), ([[.left], [.up]], [.q]),
            ([[.up], [.down]], [.u, .d]), ([[.down, .left, .right]], [.z, .r]), ([[.up]], [.u]),
        ] {
            let row = row("UP LEFT", utterances)
            let joined = row.namingDirections(among: .landolt8)
            #expect(joined.row.letters == [.q])
            #expect(joined.answers(at: thresholds).map(\.kind.letter) == letters)
            let straight = row.namingDirections(among: .landolt)
            #expect(straight.row.letters == [.u, .l])
            #expect(
                straight.answers(at: thresholds).map(\.kind.letter)
                    == utterances.flatMap(\.self).map(\.letter))
        }
    }

    @Test("Without asking again, every direction counts")
    func unasked() {
        var row = row("LEFT", [[.left]]).namingDirections(among: .landolt)
        row.heard.utterances[0].answers[0].confidence = 0.5
        let thresholds = AcceptanceThresholds(accept: 0.7)
        #expect(row.tally(at: thresholds).unclear == 1)
        #expect(row.tally(at: thresholds.accepting(from: 0)).right == 1)
    }

    @Test("Words that are not directions are not counted")
    func others() {
        let row = row("UP THERE", [[.up]]).namingDirections(among: .landolt8)
        #expect(row.row.letters.isEmpty)
    }
}
