import Acuity
import Dialogue
import FliteVoice
import PhoneticMapping
import TestSpeech
import TestTraits
import Testing

@Suite("The loudness of answers", .listening)
struct AnswerLevelTests {
    /// The accepted answers of a fainter speaker behind the person, after the person has read
    /// letters: each by its kind, or "talk".
    private func heard(
        behind text: String, by gain: Float,
        after letters: [String] = ["K", "S", "H", "Z", "R", "O", "C"],
        awaiting awaited: ExpectedAnswer = .answers(5)
    ) throws -> [String] {
        var scene = try Scene.saying(letters, by: FliteVoice(.rms))
        let start = scene.time
        scene.add(try FliteVoice(.rms).say(text).map { $0 * gain })
        scene.pause(1)
        let answers = VoiceAnswers(
            source: PieceSource(scene.inRoom(), size: 320), listener: try RealHearing.listener())
        var told: [String] = []
        var read = 0
        while true {
            switch try answers.next(read < letters.count ? .answers(5) : awaited) {
            case .utterance(let utterance):
                read += utterance.answers.count
                told += utterance.answers.filter { ($0.time?.upperBound ?? 0) > start }
                    .map { "\($0.kind)" }
            case .talk(let time): if let time, time.upperBound > start { told.append("talk") }
            case .ended: return told
            default: break
            }
        }
    }

    @Test(
        "a letter much fainter than those before is talk, unless it is asked for",
        arguments: [(Float(0.7), false), (0.2, true)])
    func fainter(by gain: Float, isTalk: Bool) throws {
        let expected = isTalk ? "talk" : "\(SpokenAnswer.Kind.letter(.k))"
        let told = try heard(behind: "K", by: gain)
        #expect(told == [expected], "\(told)")
    }

    @Test("a faint letter counts after a request, or if few letters were heard")
    func askedAgain() throws {
        let letter = "\(SpokenAnswer.Kind.letter(.k))"
        #expect(
            try heard(behind: "K", by: 0.2, awaiting: .answers(5, again: true)) == [letter])
        #expect(try heard(behind: "K", by: 0.2, after: ["K", "S"]) == [letter])
    }

    @Test("\"stop\" counts at any loudness")
    func stop() throws {
        #expect(
            try heard(behind: "stop", by: 0.2) == ["\(SpokenAnswer.Kind.command(.stop))"])
    }
}
