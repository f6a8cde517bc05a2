import Acuity
import Audio
import LetterSpeech
import Listening
import TestSpeech
import Testing

@Suite("A line in which other words were found")
struct LineAmidWordsTests {
    /// What the first search makes of the line: talk.
    private static let talk = [("see", 0.95), ("repeat", 0.2), ("en", 0.3)]
    private static let line = ["see", "dee", "vee", "zee", "en"]

    /// What is heard where a search for letters alone finds these.
    private func kinds(
        _ found: [(String, Double)] = talk, letters: [String] = line, sure: Double = 0.7,
        loss: Double = 0.1, of said: [String] = ["O", "K", "R", "H"]
    ) throws -> [SpokenAnswer.Kind] {
        let recognizer = ScriptedRecognizer(found)
        recognizer.letters = LettersAlone(
            letters.enumerated().map { index, letter in
                let start = 0.3 + 0.4 * Double(index)
                return HeardWord(letter, time: start...start + 0.4, confidence: sure)
            }, loss: loss)
        let samples = try Scene.saying(said, pause: 0.1, before: 0.3, after: 0.3).inRoom()
        let end = Double(samples.count) / Double(speechRate) - 0.3
        let mapper = try RealHearing.mapper()
        let listener = LetterListener(
            recognizer: recognizer,
            fusion: AnswerFusion(grammar: try RealHearing.grammar("chart"), mapper: mapper),
            mapper: mapper,
            thresholds: HearingThresholds(accept: 0.6, notice: 0.3, command: 0.5))
        return try listener.answers(
            in: SpeechSegment(samples: samples, lead: 0.3, start: 0.3, end: end), learning: false
        ).map(\.kind)
    }

    @Test("is the five letters that it is without them")
    func line() throws {
        let letters = [Letter.c, .d, .v, .z, .n].map { SpokenAnswer.Kind.letter($0) }
        #expect(try kinds() == letters)
        // Nor need it be talk: a doubtful command will do.
        let amid = [("see", 0.99), ("repeat", 0.2), ("zee", 0.99), ("en", 0.99)]
        #expect(try kinds(amid) == letters)
    }

    @Test("must be believed")
    func believed() throws {
        #expect(try kinds(sure: 0.65).count == 5)
        #expect(try kinds(sure: 0.64).isEmpty)
    }

    @Test("holds letters no surer than each is by itself, unlike a row of letters alone")
    func unclear() {
        func unclear(isLine: Bool) -> Int {
            var breath = HeardBreath()
            for (index, presence) in [0.9, 0.5, 0.9, 0.9, 0.9].enumerated() {
                let time = Double(index) * 0.4...Double(index) * 0.4 + 0.4
                breath.words.append(HeardWord("dee", time: time, confidence: presence))
                breath.answers.append(
                    SpokenAnswer(.letter(.d), heard: "dee", time: time, presence: presence))
            }
            breath.isLettersAlone = true
            breath.isLine = isLine
            return HearingThresholds().answers(to: breath).count { $0.kind == .unclear }
        }
        #expect(unclear(isLine: true) == 1)
        #expect(unclear(isLine: false) == 0)
    }

    @Test("is talk where they are not five, or far from the sound")
    func talk() throws {
        #expect(try kinds(letters: Self.line.dropLast()).isEmpty)
        #expect(try kinds(letters: Self.line + ["oh"]).isEmpty)
        #expect(try kinds(loss: 0.6).isEmpty)
    }

    @Test("is not heard in the time of one letter")
    func short() throws {
        #expect(try kinds(of: ["O"]).isEmpty)
    }

    @Test("overrules no command that is sure, and no number")
    func commands() throws {
        let command = [("see", 0.99), ("repeat", 0.9), ("zee", 0.99)]
        #expect(try kinds(command) == [.letter(.c), .command(.again), .letter(.z)])
        #expect(try kinds([("see", 0.95), ("<five>", 0.05), ("en", 0.3)]).isEmpty)
    }
}
