import Acuity
import FliteVoice
import LetterSpeech
import Listening
import TestSpeech
import Testing

@Suite("a breath of several words")
struct TalkOrLettersTests {
    /// How many answers are heard in a breath of words as sure as this, which talk explains better.
    private func answers(sure: [Double]) -> Int {
        var words: [HeardWord] = []
        var answers: [SpokenAnswer] = []
        for (index, presence) in sure.enumerated() {
            let time = Double(index) * 0.4...Double(index) * 0.4 + 0.4
            var word = HeardWord("dee", time: time, confidence: presence)
            word.likenessToTalk = 0.9
            words.append(word)
            answers.append(
                SpokenAnswer(.letter(.d), heard: "dee", time: time, presence: presence))
        }
        return HearingThresholds().answers(to: HeardBreath(words: words, answers: answers)).count
    }

    @Test("is letters where four are beyond doubt, whatever lies between them")
    func letters() {
        #expect(answers(sure: [0.95, 0.3, 0.95, 0.95, 0.3, 0.95]) == 6)
    }

    @Test("is talk where three are, and talk explains it better")
    func talk() {
        #expect(answers(sure: [0.95, 0.3, 0.95, 0.95, 0.3, 0.3]) == 0)
        #expect(answers(sure: [0.95, 0.95, 0.95]) == 3)
    }
}

@Suite("an answer beside talk")
struct AnswerBesideTalkTests {
    @Test(
        "is heard, and the talk is not, whatever came of it",
        arguments: [
            ("I think D", FliteVoice.Name.rms, Letter.d),
            ("maybe a K", .kal16, .k), ("looks like an H", .awb, .h), ("the letter V", .slt, .v),
            ("I guess it's an R", .rms, .r),
        ])
    func heard(phrase: String, voice: FliteVoice.Name, letter: Letter) throws {
        let listener = try RealHearing.listener()
        var scene = Scene()
        scene.pause(0.6)
        try scene.say(phrase, by: FliteVoice(voice))
        scene.pause(0.6)
        let sound = scene.inRoom()
        let heard = try RecordingListener(listener).transcribe(
            Recording(name: phrase) { PieceSource(sound, size: 4_096) })
        #expect(heard.answers.map(\.kind) == [.letter(letter)], "\(phrase)")
    }
}
