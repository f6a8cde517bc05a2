import Acuity
import Audio
import FliteVoice
import TestSpeech
import TestTraits
import Testing

@testable import Evaluation
@testable import Recognition

@Suite(.listening) struct JoinedLineTests {
    private func rows(_ letters: String, by speaker: String) -> [ReferenceRow] {
        letters.map {
            ReferenceRow(
                path: "\($0).wav", transcript: ["\($0)"], speaker: speaker, set: "letters")
        }
    }

    private func texts(_ lines: [JoinedLine]) -> [String] { lines.map { $0.row.letters.text } }

    @Test("a seed gives the same four lines of five different chart letters")
    func draws() {
        let word = [
            ReferenceRow(path: "w.wav", transcript: ["NO"], speaker: "ann", set: "letters"),
            ReferenceRow(path: "2.wav", transcript: ["C", "D"], speaker: "ann", set: "letters"),
        ]
        let all = rows("ABCDEFGHIJKLMNOPQRSTUVWXYZ", by: "ann") + rows("CDHK", by: "bob") + word
        let lines = JoinedLine.draw(from: all, seed: 1)
        #expect(lines.count == 4)
        for line in lines {
            #expect(line.row.speaker == "ann" && line.row.set == "letters" && line.row.isLine)
            #expect(Set(line.row.letters).count == 5)
            #expect(line.row.letters.allSatisfy(Letter.sloan.contains))
            #expect(line.letters.map(\.path) == line.row.transcript.map { $0 + ".wav" })
        }
        #expect(texts(JoinedLine.draw(from: all, seed: 1)) == texts(lines))
        #expect(texts(JoinedLine.draw(from: all, seed: 2)) != texts(lines))
        #expect(Set(texts(JoinedLine.draw(from: rows("CDHKN", by: "ann"), seed: 1))).count > 1)
        #expect(JoinedLine.draw(from: rows("CDHKABEF", by: "ann"), seed: 1).isEmpty)
    }

    @Test("two recordings of a letter are used in turn")
    func recordedTwice() {
        let twice = rows("CDHKN", by: "ann")
        var again = twice
        for index in again.indices { again[index].path = "again-" + again[index].path }
        let paths = JoinedLine.draw(from: twice + again, seed: 1)
            .flatMap { $0.letters.map(\.path) }
        #expect(paths.contains { $0.hasPrefix("again-") })
        #expect(paths.contains { !$0.hasPrefix("again-") })
    }

    @Test("the gaps between letters are as requested")
    func pauses() throws {
        let spoken = Dictionary(
            uniqueKeysWithValues: try ["C", "D", "H", "K", "N"].map { letter in
                (
                    letter,
                    try Scene.saying([letter], by: FliteVoice(.rms), before: 0.4, after: 0.9)
                        .inRoom()
                )
            })
        let line = try #require(JoinedLine.draw(from: rows("CDHKN", by: "ann"), seed: 1).first)
        func joined(_ pause: Double) throws -> [Float] {
            try line.recording(pause: pause) { row in
                Recording(name: row.path) { SoundInMemory(spoken[row.transcript[0]] ?? []) }
            }.readWhole()
        }
        let sound = try joined(0.25)
        let letters = line.row.transcript.map { SpeechFrames.trimmed(spoken[$0] ?? []) }
        // A second before, two after, and four pauses.
        let quiet = Int((1 + 2 + 4 * 0.25) * Double(speechRate))
        #expect(sound.count == letters.reduce(0) { $0 + $1.count } + quiet)
        var place = speechRate
        for letter in letters {
            #expect(Array(sound[place..<place + letter.count]) == letter)
            place += letter.count + speechRate / 4
        }
        #expect(sound.prefix(speechRate).map(abs).max() ?? 1 <= 8.0 / 32_768)
        #expect(Set(sound.suffix(speechRate)).count > 1000)
        #expect(try joined(0.05).count == sound.count - Int(4 * 0.2 * Double(speechRate)))
        #expect(try joined(0.25) == sound)
    }

    @Test("only silence is trimmed")
    func trimmed() {
        var noise = SeededNoise(seed: 3)
        let room = noise.white(rms: 0.0003, count: 3 * speechRate)
        var sound = room
        let tone = Tone.sine(1000, seconds: 0.5)
        for (index, sample) in tone.enumerated() { sound[speechRate + index] += sample }
        let trimmed = SpeechFrames.trimmed(sound)
        // Frames look at 25 ms, so one that ends in the tone begins up to 20 ms before it.
        #expect((tone.count...tone.count + speechRate / 25).contains(trimmed.count))
        let start = sound.firstIndex(of: trimmed[0]) ?? 0
        #expect((speechRate - speechRate / 50...speechRate).contains(start))
        #expect(SpeechFrames.trimmed([]).isEmpty)
    }
}
