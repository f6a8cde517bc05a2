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
    /// The sounds that it heard, and the memory that each was heard with.
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

    /// The memory that a sound was heard with; the first sound is empty.
    func memory(_ sound: Int) -> SpeechMemory { heard[sound].memory }
}

@Suite("Letters as context", .listening)
struct LetterContextTests {
    private let ear = RememberingEar()

    /// A listener whose net has heard an empty sound, as one of `ListenerFactory`.
    private func listener(remembersLetters: Bool = true) throws -> LetterListener {
        _ = ear.frames(of: [])
        return try ScriptedEar.listener(ear, remembersLetters: remembersLetters)
    }

    /// A letter of so many seconds with 0.3 s around it.
    private func letter(_ seconds: Double = 0.4, at start: Double) -> SpeechSegment {
        let count = Int(((seconds + 0.6) * 16_000).rounded())
        return SpeechSegment(
            samples: [Float](repeating: 0.1, count: count), lead: 0.3, start: start,
            end: start + seconds)
    }

    /// The numbers of the frames of a sound in the memory of it: the letter and 0.12 s on each side.
    private func rows(ofSound sound: Int) -> [Float] {
        (14..<46).map { Float(1000 * sound + $0) }
    }

    @Test("a letter is heard once, with the memory of the letters before it")
    func once() throws {
        let listener = try listener()
        for index in 0..<3 {
            let answers = try listener.judge(letter(at: Double(2 * index))).answers
            #expect(answers.map(\.kind) == [.letter(.k)])
        }
        // The first call is of no sound.
        #expect(ear.heard.map(\.samples) == [0, 16_000, 16_000, 16_000])
        #expect(ear.memory(1).isEmpty)
        #expect(ear.memory(2).layers == [rows(ofSound: 1)])
        #expect(ear.memory(3).layers == [rows(ofSound: 1) + rows(ofSound: 2)])
        // The next sound begins where the part that is remembered ends.
        #expect(ear.heard.map(\.memory.end) == [0, 0, 46, 92])
    }

    @Test("two seconds of letters are remembered") func length() throws {
        let listener = try listener()
        for index in 0..<6 { try _ = listener.judge(letter(at: Double(2 * index))) }
        let kept = Array(rows(ofSound: 2).suffix(4)) + (3...5).flatMap { rows(ofSound: $0) }
        #expect(ear.memory(6).frames == 100 && ear.memory(6).layers == [kept])
    }

    @Test("after 6 s of positions the letters are heard again") func again() throws {
        let listener = try listener()
        for index in 0..<8 { try _ = listener.judge(letter(at: Double(2 * index))) }
        // A letter has 60 frames, and after six letters the next position is 276.
        let sounds = ear.heard.map(\.samples)
        #expect(sounds == [0] + [Int](repeating: 16_000, count: 6) + [32_000, 16_000, 16_000])
        #expect(ear.memory(7).isEmpty)
        #expect(ear.memory(8).layers == [(5..<105).map { Float(7_000 + $0) }])
        #expect(ear.memory(8).end == 105 && ear.memory(9).end == 151)
    }

    @Test("letters that are heard again between two stretches give the same memory")
    func prepared() throws {
        let lazy = RememberingEar()
        _ = lazy.frames(of: [])
        let other = try ScriptedEar.listener(lazy, remembersLetters: true)
        let listener = try listener()
        for index in 0..<8 {
            listener.prepare()
            let next = letter(at: Double(2 * index))
            let both = try (listener.judge(next), other.judge(next))
            #expect(both.0.answers == both.1.answers)
        }
        listener.prepare()
        #expect(ear.heard.map(\.samples) == lazy.heard.map(\.samples))
        #expect(ear.heard.map(\.memory.layers) == lazy.heard.map(\.memory.layers))
        #expect(ear.heard.map(\.memory.end) == lazy.heard.map(\.memory.end))
    }

    @Test("the letters are heard again before the next stretch, once") func early() throws {
        let listener = try listener()
        for index in 0..<6 { try _ = listener.judge(letter(at: Double(2 * index))) }
        #expect(ear.heard.last?.samples == 16_000)
        for _ in 0..<2 { listener.prepare() }
        #expect(ear.heard.map(\.samples).suffix(2) == [16_000, 32_000])
    }

    @Test("a letter that is not understood is not context") func unclear() throws {
        let listener = try listener()
        ear.unclear = 2
        for index in 0..<3 { try _ = listener.judge(letter(at: Double(2 * index))) }
        #expect(ear.memory(3).layers == [rows(ofSound: 1)])
    }

    @Test("a net that does not remember hears the letters again with each stretch")
    func heardAgain() throws {
        let listener = try listener(remembersLetters: false)
        for index in 0..<2 {
            let answers = try listener.judge(letter(at: Double(2 * index))).answers
            #expect(answers.map(\.kind) == [.letter(.k)])
        }
        #expect(ear.heard.map(\.samples) == [0, 16_000, 10_240 + 16_000])
        #expect(ear.heard.allSatisfy { $0.memory.isEmpty })
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
        // 0.64 s of the first letter: 32 frames.
        #expect(ear.heard.map(\.samples) == [0, 16_000, 17_600, 10_240, 16_000])
        #expect(ear.memory(4).layers == [(5..<37).map { Float(3_000 + $0) }])
    }
}
