import Audio
import TestSpeech
import Testing

@Suite("A stretch cut to its speech") struct CutToSpeechTests {
    /// A vowel of 0.3 s whose loudest frames lie so far over noise that begins and ends with it.
    private static func vowel(over noise: Float, seed: UInt64) -> SpeechSegment {
        var scene = Scene()
        scene.pause(0.4)
        scene.add(Tone.sine(700, seconds: 0.3, amplitude: 0.2))
        scene.pause(0.4)
        return SpeechSegment(
            samples: scene.inRoom(noise: noise, seed: seed), lead: 0.1, start: 5, end: 5.9)
    }

    @Test(
        "noise that was taken for speech at its ends goes", arguments: 1...5 as ClosedRange<UInt64>)
    func noise(seed: UInt64) {
        let cut = Self.vowel(over: 0.004, seed: seed).cutToSpeech()
        // The vowel lies from 0.4 to 0.7 s in samples that begin at 4.9 s.
        // A little more stays, where noise may hide consonants.
        #expect(5.18...5.3 ~= cut.start && 5.6...5.72 ~= cut.end, "seed \(seed)")
    }

    @Test("what is as loud for a moment is not its core", arguments: 1...5 as ClosedRange<UInt64>)
    func bursts(seed: UInt64) {
        var scene = Scene()
        scene.pause(0.1)
        scene.add(Tone.sine(700, seconds: 0.03, amplitude: 0.1))
        scene.pause(0.3)
        scene.add(Tone.sine(700, seconds: 0.3, amplitude: 0.2))
        scene.pause(0.3)
        scene.add(Tone.sine(700, seconds: 0.03, amplitude: 0.1))
        scene.pause(0.1)
        let whole = SpeechSegment(
            samples: scene.inRoom(noise: 0.01, seed: seed), lead: 0.1, start: 0.1,
            end: scene.time - 0.05)
        let cut = whole.cutToSpeech()
        let vowel = scene.places[1]
        #expect(
            vowel.lowerBound - 0.15...vowel.lowerBound ~= cut.start
                && vowel.upperBound...vowel.upperBound + 0.15 ~= cut.end, "seed \(seed)")
    }

    @Test("a part of it has the samples around that part")
    func part() {
        let whole = Self.vowel(over: 0.00002, seed: 9)
        let part = whole.cut(to: 5.3...5.6)
        #expect(abs(part.start - 5.3) < 0.02 && abs(part.end - 5.6) < 0.02)
        let from = Int(((part.start - part.lead - 4.9) * 16_000).rounded())
        #expect(part.samples == Array(whole.samples[from..<from + part.samples.count]))
        #expect(whole.cut(to: 5...5.9).start == whole.start)
        #expect(whole.cut(to: 5.3...5.31) == whole, "too short to be speech")
        #expect(whole.cut(to: 7...9) == whole, "no part of it")
        #expect(whole.cut(to: 1...2) == whole)
    }

    @Test("its samples are those of the sound around it")
    func samples() {
        let whole = Self.vowel(over: 0.004, seed: 6)
        let cut = whole.cutToSpeech()
        let from = Int(((cut.start - cut.lead - (whole.start - whole.lead)) * 16_000).rounded())
        #expect(from > 0 && cut.lead > 0.1)
        #expect(cut.samples == Array(whole.samples[from..<from + cut.samples.count]))
    }

    @Test("speech in a quiet room stays as it is")
    func quiet() {
        let whole = Self.vowel(over: 0.00002, seed: 7)
        #expect(whole.cutToSpeech() == whole)
    }

    /// Vowels before and after one that is louder by far, as the S of some is beside their other letters. Where
    /// noise lies between them, they cannot be told from it.
    @Test(
        "in the quiet a row of letters is not cut down to the loudest of them",
        arguments: [(Float(0.00002), true), (0.002, false)])
    func row(noise: Float, stays: Bool) {
        var scene = Scene()
        scene.pause(0.1)
        for amplitude in [0.03, 0.03, 0.03, 0.3, 0.03, 0.03] {
            scene.add(Tone.sine(700, seconds: 0.4, amplitude: amplitude))
            scene.pause(0.1)
        }
        let whole = SpeechSegment(
            samples: scene.inRoom(noise: noise), lead: 0.1, start: 0.1, end: scene.time)
        #expect((whole.cutToSpeech() == whole) == stays)
    }

    @Test("a fricative on one side only is no noise")
    func fricative() {
        var scene = Scene()
        scene.pause(0.1)
        var generator = SeededNoise(seed: 8)
        scene.add(generator.white(rms: 0.004, count: 4_800))
        scene.add(Tone.sine(700, seconds: 0.3, amplitude: 0.2))
        scene.pause(0.3)
        let whole = SpeechSegment(samples: scene.inRoom(), lead: 0.1, start: 0.1, end: 0.7)
        #expect(whole.cutToSpeech() == whole)
    }

    @Test("too little sound to tell stays as it is", arguments: [0, 100, 400, 1_600])
    func short(count: Int) {
        let whole = SpeechSegment(
            samples: Array(Tone.sine(700, seconds: 0.2).prefix(count)), lead: 0, start: 0,
            end: Double(count) / 16_000)
        #expect(whole.cutToSpeech() == whole)
    }
}
