import Acuity
import Records
import TestTraits
import Testing

@testable import Evaluation
@testable import PhoneticMapping
@testable import Recognition

@Suite(.listening) struct CommandTallyTests {
    /// A recording in which these answers are heard, one in each utterance.
    private func row(
        _ transcript: String, in set: String = "test", isTalk: Bool = false,
        _ answers: [(SpokenAnswer.Kind, String)], confidence: Double = 0.9
    ) -> HeardRow {
        var row = HeardRow.scripted(transcript)
        row.row.set = set
        row.row.isTalk = isTalk
        row.heard.utterances = answers.enumerated().map { index, answer in
            let time = Double(index)...Double(index) + 0.4
            return UtteranceHypothesis(
                words: [WordHypothesis(answer.1, time: time, confidence: confidence)],
                answers: [
                    SpokenAnswer(answer.0, heard: answer.1, confidence: confidence, time: time)
                ])
        }
        return row
    }

    private func commands(of row: HeardRow) -> [String: Int] {
        CommandTally(row, thresholds: AcceptanceThresholds()).commands
    }

    @Test("an unspoken command counts once for each recording")
    func notGiven() {
        let stop = (SpokenAnswer.Kind.command(.stop), "stop")
        let no = (SpokenAnswer.Kind.command(.correction), "no")
        let pass = (SpokenAnswer.Kind.command(.cannotSee), "pass")
        let letter = (SpokenAnswer.Kind.letter(.n), "en")
        #expect(commands(of: row("SHOP", [stop, stop])) == ["stop": 1])
        #expect(commands(of: row("", [letter, stop, pass])) == ["stop": 1, "cannotSee": 1])
        #expect(commands(of: row("SHOP", [stop], confidence: 0.1)) == [:])
        #expect(commands(of: row("SHOP", [(.direction(.up), "up"), letter])) == [:])
        // A correction with its letter counts as the letter.
        #expect(commands(of: row("KNOW", [no])) == ["correction": 1])
        #expect(commands(of: row("KNOW", [no, letter])) == [:])
        // For a letter, "can't see it" already counts as a wrong letter.
        #expect(commands(of: row("K", [pass])) == [:])
        #expect(commands(of: row("K", [stop])) == ["stop": 1])
    }

    @Test("a command in a test is not a mistake; talk is not a command")
    func given() {
        let phrase = (SpokenAnswer.Kind.command(.cannotSee), "can't see it")
        let no = (SpokenAnswer.Kind.command(.correction), "no")
        #expect(commands(of: row("I CAN'T SEE IT", [phrase])) == [:])
        #expect(commands(of: row("I CAN'T SEE IT", isTalk: true, [phrase])) == ["cannotSee": 1])
        #expect(commands(of: row("D NO N", [(.letter(.d), "dee"), no])) == [:])
        #expect(!row("STOP", []).row.isWithoutAnswer && !row("repeat", []).row.isWithoutAnswer)
        #expect(!row("DELTA", []).row.isWithoutAnswer && !row("D", []).row.isWithoutAnswer)
        #expect(row("UP", []).row.isWithoutAnswer && row("", []).row.isWithoutAnswer)
    }

    @Test("an evaluation lists commands by set, for people and for programs")
    func told() {
        let stop = (SpokenAnswer.Kind.command(.stop), "stop")
        let pass = (SpokenAnswer.Kind.command(.cannotSee), "pass")
        let evaluation = Evaluation(
            [
                row("SHOP", in: "words", [stop]), row("CHOP", in: "words", [stop]),
                row("PATH", in: "words", [pass]), row("TABLE", in: "words", []),
                row("STOP", in: "words", [stop]), row("", in: "noise", []),
                row("K", in: "letters", [stop]), row("O", in: "others", []),
            ], unread: 0, thresholds: AcceptanceThresholds())
        let lines = evaluation.text.split(separator: "\n").filter { $0.contains("for a command") }
        #expect(
            lines == [
                "set noise: 0 of 1 recording without an answer taken for a command",
                "set words: 3 of 4 recordings without an answer taken for a command: 2 stop,"
                    + " 1 cannotSee",
                "set letters: 1 of 1 recording of letters taken for a command: 1 stop",
            ])
        let json = evaluation.jsonText
        for part in [
            #""commandsWithoutAnswer":{"noise":{"commands":{},"recordings":1,"taken":0},"#
                + #""words":{"commands":{"cannotSee":1,"stop":2},"recordings":4,"taken":3}}"#,
            #""commandsForLetters":{"letters":{"commands":{"stop":1},"recordings":1,"taken":1},"#
                + #""others":{"commands":{},"recordings":1,"taken":0}}"#,
        ] {
            #expect(json.contains(part), "\(json)")
        }
    }
}
