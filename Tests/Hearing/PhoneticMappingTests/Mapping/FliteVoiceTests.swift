import Acuity
import FliteVoice
import PhoneticMapping
import Testing

@Suite("flite", .timeLimit(.minutes(1)))
struct FliteVoiceTests {
    @Test("every voice says every letter's name", arguments: FliteVoice.Name.allCases)
    func letters(of name: FliteVoice.Name) throws {
        let voice = FliteVoice(name)
        for letter in Letter.allCases {
            let samples = try voice.say(letter)
            let seconds = Double(samples.count) / Double(FliteVoice.sampleRate)
            #expect((0.2...2).contains(seconds), "\(letter) lasts \(seconds) s")
            let peak = samples.map(abs).max() ?? 0
            #expect(peak > 0.05 && peak <= 1, "\(letter) peaks at \(peak)")
        }
    }

    @Test("a faster voice takes less time, a slower one more")
    func rate() throws {
        for name in FliteVoice.Name.allCases {
            let slow = try FliteVoice(name, rate: 0.5).say("see, zee").count
            let usual = try FliteVoice(name).say("see, zee").count
            let fast = try FliteVoice(name, rate: 2).say("see, zee").count
            #expect(Double(slow) > 1.5 * Double(usual), "\(name)")
            #expect(Double(fast) < 0.7 * Double(usual), "\(name)")
        }
    }

    @Test("empty text is an error or silence, never a crash", arguments: ["", " ", "\n", "…"])
    func nothing(text: String) {
        do {
            let samples = try FliteVoice().say(text)
            #expect(samples.allSatisfy { abs($0) <= 1 })
        } catch {
            #expect(error == .nothingToSay)
        }
    }

    @Test(
        "words have the sounds of the lexicon or its rules",
        arguments: [
            ("see", "S IY"), ("Aitch", "EY CH"), ("hetch", "HH EH CH"), ("enn", "EH N"),
            ("about", "AH B AW T"), ("can't", "K AE N T"), ("zet", "Z EH T"),
        ])
    func pronunciation(word: String, phones: String) {
        #expect(FlitePronouncer().pronunciation(of: word)?.description == phones)
    }

    @Test("text without letters has no sound", arguments: ["", "7", "--", "'", "é"])
    func unspeakable(text: String) {
        #expect(FlitePronouncer().pronunciation(of: text) == nil)
    }

    @Test("voices and pronunciations work from many threads")
    func manyThreads() async throws {
        let alone = try FliteVoice(.rms).say("cue, are")
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for turn in 0..<8 {
                group.addTask {
                    _ = try FliteVoice(turn % 2 == 0 ? .slt : .rms, rate: 2).say("vee")
                    return FlitePronouncer().pronunciation(of: "queueing") != nil
                }
                group.addTask { try FliteVoice(.rms).say("cue, are") == alone }
            }
            for try await right in group { #expect(right) }
        }
    }
}
