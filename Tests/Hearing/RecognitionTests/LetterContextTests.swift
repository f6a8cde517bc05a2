import Acuity
import Audio
import Foundation
import PhoneticMapping
import Recognition
import TestSpeech
import TestTraits
import Testing

/// A net that recognises a K in the middle of each sound, and whose memory of a frame is the number of
/// the sound and that of the frame.
private final class RememberingEar: SpeechEncoding, WordSearching {
    let tokens = [TokenFrames.blank, "K"]
    /// The sounds that it heard, and the memory that they were heard behind.
    private(set) var heard: [(samples: Int, warp: Double, memory: SpeechMemory)] = []
    /// The sound, counted from 0, in which the K is not understood.
    var unclear: Int?

    func hear(
        _ samples: [Float], warp: Double, after memory: SpeechMemory
    ) -> (frames: TokenFrames, memory: SpeechMemory) {
        let count = samples.count / 320 + 10
        let isUnclear = heard.count == unclear
        let values = (0..<count).flatMap { frame in
            frame == count / 2 ? (isUnclear ? [0.6, 0.4] : [0.001, 0.999]) : [0.999, 0.001]
        }
        let rows = (0..<count).map { Float(1000 * heard.count + $0) }
        heard.append((samples.count, warp, memory))
        return (
            TokenFrames(tokens: tokens, values: values.map { Float(log($0)) }),
            SpeechMemory(layers: [rows], frames: count, end: memory.end + count)
        )
    }

    func words(in frames: TokenFrames) -> [FoundWord] {
        let middle = frames.frames / 2
        return [FoundWord(word: "kay", tokens: ["K"], frames: middle...middle)]
    }

    /// The memory behind which a sound was heard, without that of the first call, which is of no sound.
    func memory(_ sound: Int) -> SpeechMemory { heard[sound].memory }
}

@Suite("Letters as context", .listening)
struct LetterContextTests {
    private let ear = RememberingEar()

    private func listener() throws -> LetterListener {
        let grammar = try RealHearing.grammar("etdrs")
        return LetterListener(
            encoder: ear, search: ear, grammar: grammar,
            evidence: AnswerEvidence(
                grammar: grammar, names: try RealHearing.letters(of: grammar), tokens: ear.tokens,
                model: AnswerModel()),
            mapper: try RealHearing.mapper())
    }

    /// A letter of so many seconds with 0.3 s around it.
    private func letter(_ seconds: Double = 0.4, at start: Double) -> SpeechSegment {
        let count = Int(((seconds + 0.6) * 16_000).rounded())
        return SpeechSegment(
            samples: [Float](repeating: 0.1, count: count), lead: 0.3, start: start,
            end: start + seconds)
    }

    /// The numbers of the frames of a sound in the memory of it: those between the silence around it.
    private func rows(ofSound sound: Int, count: Int) -> [Float] {
        (5..<5 + count).map { Float(1000 * sound + $0) }
    }

    @Test("a letter is heard once, behind the letters before it")
    func once() throws {
        let listener = try listener()
        for index in 0..<3 {
            let answers = try listener.judge(letter(at: Double(2 * index))).answers
            #expect(answers.map(\.kind) == [.letter(.k)])
        }
        // The first call is of no sound. 0.4 s of letter and 0.1 s on each side are 30 frames.
        #expect(ear.heard.map(\.samples) == [0, 9_600, 9_600, 9_600])
        #expect(ear.memory(1).isEmpty)
        #expect(ear.memory(2).layers == [rows(ofSound: 1, count: 30)])
        #expect(
            ear.memory(3).layers == [rows(ofSound: 1, count: 30) + rows(ofSound: 2, count: 30)])
        // The silence around a sound takes a position before it and none after it.
        #expect(ear.heard.map(\.memory.end) == [0, 0, 35, 70])
    }

    @Test("two seconds of letters are remembered") func length() throws {
        let listener = try listener()
        for index in 0..<6 { try _ = listener.judge(letter(at: Double(2 * index))) }
        let kept = rows(ofSound: 2, count: 30).suffix(10)
            + (3..<5).flatMap { rows(ofSound: $0, count: 30) } + rows(ofSound: 5, count: 30)
        #expect(ear.memory(6).frames == 100 && ear.memory(6).layers == [kept])
    }

    @Test("after 6 s of positions the letters are heard again") func again() throws {
        let listener = try listener()
        for index in 0..<9 { try _ = listener.judge(letter(at: Double(2 * index))) }
        // Each letter takes 35 positions, and the eighth would end beyond 300.
        let sounds = ear.heard.map(\.samples)
        #expect(sounds == [0] + [Int](repeating: 9_600, count: 7) + [32_000, 9_600, 9_600])
        #expect(ear.memory(8).isEmpty && ear.memory(9).layers == [rows(ofSound: 8, count: 100)])
        #expect(ear.memory(9).end == 105 && ear.memory(10).end == 140)
    }

    @Test("a letter that is not understood is not context") func unclear() throws {
        let listener = try listener()
        ear.unclear = 2
        for index in 0..<3 { try _ = listener.judge(letter(at: Double(2 * index))) }
        #expect(ear.memory(3).layers == [rows(ofSound: 1, count: 30)])
    }

    @Test("the next person has no context") func forgotten() throws {
        let listener = try listener()
        try _ = listener.judge(letter(at: 0))
        listener.forgetSession()
        try _ = listener.judge(letter(at: 2))
        #expect(ear.memory(2).isEmpty && ear.memory(2).end == 0)
    }

    @Test("a stretch that was judged before others is heard again as context")
    func late() throws {
        let listener = try listener()
        let first = letter(at: 0)
        let judged = try listener.judge(first, remembering: false)
        try _ = listener.judge(letter(0.5, at: 2), remembering: false)
        listener.remember(first, understood: judged.answers)
        try _ = listener.judge(letter(at: 4))
        #expect(ear.heard.map(\.samples) == [0, 9_600, 11_200, 9_600, 9_600])
        #expect(ear.memory(4).layers == [rows(ofSound: 3, count: 30)])
    }
}
