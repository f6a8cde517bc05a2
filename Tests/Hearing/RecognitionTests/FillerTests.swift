import FliteVoice
import Grammar
import PhoneticMapping
import Recognition
import TestSpeech
import TestTraits
import Testing

@Suite("Words that are not letters", .listening)
struct FillerTests {
    /// The answers of a sound, as the phonetic mapper writes them.
    private func answers(to sound: [Float], by listener: RecordingListener) throws -> [String] {
        try listener.transcribe(Recording(name: "said") { PieceSource(sound, size: 4_096) })
            .answers.map(\.kind.word)
    }

    private func said(_ text: String, by voice: FliteVoice.Name) throws -> [Float] {
        var scene = Scene()
        scene.pause(0.6)
        try scene.say(text, by: FliteVoice(voice))
        scene.pause(0.6)
        return scene.inRoom()
    }

    /// A direction is a remark among letters, as it is where it is typed.
    @Test("fillers on their own are ignored, spoken or typed")
    func alone() throws {
        let listener = RecordingListener(try RealHearing.listener())
        let mapper = try RealHearing.mapper()
        var heard: [String] = []
        var count = 0
        for word in [
            "okay", "so", "um", "uh", "well", "let me see", "or", "okay so", "hmm", "er", "now",
            "and",
        ] {
            #expect(mapper.line(for: word) == "-", "\(word) typed")
            for voice in FliteVoice.Name.allCases {
                count += 1
                let letters = try answers(to: said(word, by: voice), by: listener)
                    .filter { $0.count == 1 && $0 != "?" }
                if !letters.isEmpty { heard.append("\(word) by \(voice): \(letters)") }
            }
        }
        print("fillers: \(heard.count) of \(count) heard as letters")
        #expect(heard.count <= 6, "\(heard)")
    }

    @Test("fillers before a letter do not change it")
    func before() throws {
        let listener = RecordingListener(try RealHearing.listener())
        var wrong: [String] = []
        var count = 0
        for (text, letter) in [
            ("okay, kay", "K"), ("okay, vee", "V"), ("it looks like a vee", "V"), ("so, see", "C"),
        ] {
            for voice in FliteVoice.Name.allCases {
                count += 1
                let heard = try answers(to: said(text, by: voice), by: listener)
                if heard != [letter] { wrong.append("\(text) by \(voice): \(heard)") }
            }
        }
        print("fillers before a letter: \(count - wrong.count) of \(count) right")
        #expect(wrong.count <= count / 3, "\(wrong)")
    }

    @Test(
        "Hesitations, choices and apologies mean the same spoken and typed",
        arguments: [
            ("see or oh", "?"), ("kay or are", "?"),
            ("sorry aitch", "correction H"), ("sorry i mean aitch", "correction H"),
            ("sorry", "correction"), ("sorry i can't see it", "cannotSee"),
            ("it is blurry", "cannotSee"), ("it's too small", "cannotSee"),
            ("blurry", "cannotSee"),
        ])
    func meaning(phrase: String, line: String) throws {
        let grammar = try RealHearing.grammar("etdrs")
        #expect(grammar.answer.network.accepts(phrase.split(separator: " ").map(String.init)))
        let word = WordHypothesis(phrase, time: 0...1, confidence: 1)
        let answers = try RealHearing.mapper().answers(to: [word], from: .grammar)
        #expect(answers.map(\.kind.word).joined(separator: " ") == line)
    }
}
