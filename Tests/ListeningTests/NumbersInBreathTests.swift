import Acuity
import FliteVoice
import LetterSpeech
import Listening
import TestSpeech
import Testing

/// Numbers are no letters, nor pieces of them, whether letters stand beside them or not.
@Suite struct NumbersInBreathTests {
    private func heard(
        _ text: String, by voice: FliteVoice.Name, grammar: String = "alphabet"
    ) throws -> [SpokenAnswer.Kind] {
        let listener = RecordingListener(try RealHearing.listener(grammar))
        let scene = try Scene.saying([text], by: FliteVoice(voice))
        let recording = Recording(name: text) { PieceSource(scene.inRoom()) }
        listener.begin(session: [recording])
        return try listener.transcribe(recording).answers.map(\.kind)
    }

    @Test("numbers in a breath are no letters", arguments: FliteVoice.Name.allCases)
    func numbers(voice: FliteVoice.Name) throws {
        let kinds = try heard("five nine two seven three", by: voice)
        let letters = kinds.filter { if case .letter = $0 { true } else { false } }
        #expect(letters.count <= 1, "\(voice) was heard saying \(kinds)")
    }

    /// A breath of words one after the other, and how likely each is an answer.
    private func breath(_ words: [(word: String, answer: SpokenAnswer.Kind, sure: Double)])
        -> HeardBreath
    {
        var breath = HeardBreath()
        for (index, said) in words.enumerated() {
            let time = Double(index)...Double(index) + 0.3
            breath.words.append(HeardWord(said.word, time: time, confidence: said.sure))
            breath.answers.append(
                SpokenAnswer(said.answer, heard: said.word, confidence: said.sure, time: time))
        }
        return breath
    }

    @Test("nought among numbers is no letter; an O beside one number, or among letters, is")
    func nought() {
        let thresholds = HearingThresholds()
        let three = ("<three>", SpokenAnswer.Kind.unclear, 0.01)
        let six = ("<six>", SpokenAnswer.Kind.unclear, 0.01)
        let oh = ("oh", SpokenAnswer.Kind.letter(.o), 0.99)
        let kay = ("kay", SpokenAnswer.Kind.letter(.k), 0.99)
        #expect(thresholds.answers(to: breath([three, oh, six])).isEmpty)
        #expect(thresholds.answers(to: breath([six, three, oh, oh])).isEmpty)
        #expect(thresholds.answers(to: breath([oh, six])).map(\.kind) == [.letter(.o)])
        #expect(
            thresholds.answers(to: breath([three, kay, oh, six])).map(\.kind)
                == [.letter(.k), .letter(.o)])
    }

    @Test("an O among letters stays one")
    func letterO() throws {
        let kinds = try heard("R. O. H. N", by: .rms)
        #expect(kinds.contains(.letter(.o)), "\(kinds)")
    }

    /// Measured: of rms K, R and H are right and N is unclear. What the other voices say is taken for
    /// talk, since their R and N are hardly believable; it has to be said again.
    @Test(
        "letters beside numbers stay letters, or all is talk",
        arguments: FliteVoice.Name.allCases)
    func both(voice: FliteVoice.Name) throws {
        let kinds = try heard("K. R. H. N. seven fifty", by: voice, grammar: "etdrs")
        let letters = kinds.compactMap { if case .letter(let letter) = $0 { letter } else { nil } }
        #expect(Set(letters).isSubset(of: [.k, .r, .h, .n]), "\(voice): \(kinds)")
        if voice == .rms { #expect(letters.count >= 2, "\(kinds)") }
    }
}
