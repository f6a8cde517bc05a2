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

@Suite("a row of letters")
struct RowOfLettersTests {
    /// What is made of a breath in which letters alone were found, answers as surely as this.
    private func kinds(
        sure: [Double], isLettersAlone: Bool = true, odd: SpokenAnswer.Kind? = nil
    ) -> [SpokenAnswer.Kind] {
        var breath = HeardBreath()
        for (index, presence) in sure.enumerated() {
            let time = Double(index) * 0.4...Double(index) * 0.4 + 0.4
            breath.words.append(HeardWord("dee", time: time, confidence: presence))
            breath.answers.append(
                SpokenAnswer(
                    index == 0 ? odd ?? .letter(.d) : .letter(.d), heard: "dee", time: time,
                    presence: presence))
        }
        breath.isLettersAlone = isLettersAlone
        return HearingThresholds().answers(to: breath).map(\.kind)
    }

    @Test("as long as a line is read, where each by itself would be talk")
    func line() {
        let sure = [0.3, 0.6, 0.3, 0.6, 0.3]
        #expect(kinds(sure: sure) == Array(repeating: .letter(.d), count: 5))
        #expect(kinds(sure: sure, isLettersAlone: false).isEmpty)
        #expect(kinds(sure: Array(sure.dropLast())).isEmpty)
        #expect(kinds(sure: [0.9, 0.02, 0.6, 0.6, 0.6]).filter { $0 == .unclear }.count == 1)
    }

    @Test("is talk where few of them are believable")
    func talk() {
        #expect(kinds(sure: [0.3, 0.5, 0.3, 0.5, 0.3]).isEmpty)
    }

    @Test("keeps the place of a word that is likelier something else")
    func other() {
        let sure = [0.3, 0.6, 0.3, 0.6, 0.3]
        #expect(kinds(sure: sure, odd: .command(.stop)).first == .unclear)
    }

    @Test(
        "by a synthetic voice is read as a test listens",
        arguments: [
            (FliteVoice.Name.rms, "C R O N H"), (.rms, "R D C N Z"), (.kal16, "Z O C K N"),
            (.kal16, "N Z H O C"),
        ])
    func spoken(voice: FliteVoice.Name, line: String) throws {
        var scene = Scene()
        scene.pause(0.8)
        try scene.say(line, by: FliteVoice(voice))
        scene.pause(0.8)
        let sound = scene.inRoom()
        let heard = try RecordingListener(RealHearing.listener("chart")).transcribe(
            Recording(name: line) { PieceSource(sound, size: 4_096) })
        let right = zip(heard.answers, line.split(separator: " ")).count { answer, said in
            answer.kind == .letter(Letter(said.first!)!)
        }
        #expect(heard.answers.count == 5, "\(heard.answers)")
        #expect(right >= 3, "\(heard.answers)")
    }
}

@Suite("an answer beside talk")
struct AnswerBesideTalkTests {
    @Test(
        "is heard, and the talk is not, whatever came of it",
        arguments: [
            ("I think D", FliteVoice.Name.rms, Letter.d),
            ("maybe a K", .kal16, .k), ("looks like an H", .awb, .h), ("the letter V", .slt, .v),
            ("I guess it's an R", .rms, .r), ("I think it's an H", .kal16, .h),
            ("it looks like a K", .rms, .k), ("maybe an S", .awb, .s), ("that is an H", .rms, .h),
        ])
    func heard(phrase: String, voice: FliteVoice.Name, letter: Letter) throws {
        #expect(try kinds(phrase, by: voice) == [.letter(letter)], "\(phrase)")
    }

    @Test("takes nothing back: the O of \"it's an O\" is no \"no\"")
    func noCorrection() throws {
        for phrase in ["I think it's an O", "that is an O"] {
            let kinds = try kinds(phrase, by: .awb)
            #expect(!kinds.contains(.command(.correction)), "\(phrase)")
        }
    }

    private func kinds(
        _ phrase: String, by voice: FliteVoice.Name
    ) throws -> [SpokenAnswer.Kind] {
        let sound = try Scene.saying([phrase], by: FliteVoice(voice), before: 0.6, after: 0.6)
            .inRoom()
        let heard = try RecordingListener(RealHearing.listener()).transcribe(
            Recording(name: phrase) { PieceSource(sound, size: 4_096) })
        return heard.answers.map(\.kind)
    }
}
