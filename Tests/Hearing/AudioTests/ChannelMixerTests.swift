import Audio
import TestSpeech
import Testing

@Suite("Mixing channels to mono", .timeLimit(.minutes(1)))
struct ChannelMixerTests {
    /// The sound of whole channels, mixed in blocks.
    func mix(_ channels: [[Float]], block: Int = 320) -> [Float] {
        var mixer = ChannelMixer(channels: channels.count, sampleRate: speechRate)
        let all = Tone.interleaved(channels)
        return stride(from: 0, to: all.count, by: block * channels.count).flatMap {
            mixer.mix(Array(all[$0..<min(all.count, $0 + block * channels.count)]))
        }
    }

    @Test("one channel passes through unchanged") func oneChannelIsUntouched() {
        let tone = Tone.sine(700, seconds: 0.3)
        #expect(mix([tone]) == tone)
    }

    @Test("equal channels give the same sound", arguments: [64, 320, 5_000])
    func equalChannelsGiveTheSame(block: Int) {
        let tone = Tone.sine(700, seconds: 1)
        #expect(mix([tone, tone], block: block) == tone)
    }

    @Test("a silent channel does not halve the level") func aSilentChannelDoesNotHalveTheLevel() {
        let tone = Tone.sine(700, seconds: 1)
        let silence = [Float](repeating: 0, count: tone.count)
        #expect(mix([silence, tone]) == tone)
        #expect(mix([tone, silence, silence, silence]) == tone)
    }

    @Test("an offset is removed", arguments: [Float(0.03), 0.3, -0.3]) func aConstantIsTakenOut(
        offset: Float
    ) {
        let tone = Tone.sine(440, seconds: 2, amplitude: 0.1)
        let heard = mix([tone.map { $0 + offset }]).suffix(16_000)
        #expect(abs(Tone.amplitude(of: 440, in: heard) - 0.1) < 1e-3)
        #expect(abs(heard.reduce(0, +) / Float(heard.count)) < 1e-3)
        // An offset that begins later is removed, too.
        let late = tone.enumerated().map { $0 < 8_000 ? $1 : $1 + offset }
        let after = mix([late]).suffix(12_000)
        #expect(abs(after.reduce(0, +) / Float(after.count)) < 1e-3)
    }

    @Test("a constant offset does not make a silent channel count as sound")
    func aConstantIsNoSound() {
        let tone = Tone.sine(440, seconds: 2, amplitude: 0.02)
        let constant = [Float](repeating: 0.3, count: tone.count)
        #expect(mix([constant, tone]) == tone)
        let opposite = tone.map { 0.05 - $0 }
        let heard = mix([tone.map { $0 + 0.05 }, opposite])
        #expect(abs(Tone.amplitude(of: 440, in: heard) - 0.02) < 1e-3)
    }

    @Test("channels of opposite phase do not cancel") func oppositePhasesDoNotCancel() {
        let tone = Tone.sine(700, seconds: 1, amplitude: 0.3)
        let opposite = tone.map { -$0 * 0.9 }
        #expect(abs(Tone.amplitude(of: 700, in: mix([tone, opposite])) - 0.3) < 1e-3)
    }

    @Test("a change of channels does not click") func aChangedChoiceDoesNotClick() {
        let tone = Tone.sine(100, seconds: 2, amplitude: 0.5)
        let late = tone.enumerated().map { $0 < 16_160 ? 0 : $1 }
        for block in [64, 320, 1_024] {
            let mono = mix([tone, late], block: block)
            let steps = zip(mono, mono.dropFirst()).map { abs($1 - $0) }
            // The tone itself moves by 0.0197 a sample; the late channel begins near zero.
            #expect(steps.max() ?? 1 < 0.03, "blocks of \(block)")
            #expect(abs(Tone.amplitude(of: 100, in: mono.suffix(8_000)) - 0.5) < 0.01)
        }
    }

    @Test("silence stays silence") func silenceStaysSilence() {
        let silence = [Float](repeating: 0, count: 1_000)
        #expect(mix([silence, silence]) == silence)
    }
}
