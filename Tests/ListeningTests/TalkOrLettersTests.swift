import Acuity
import LetterSpeech
import Listening
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
