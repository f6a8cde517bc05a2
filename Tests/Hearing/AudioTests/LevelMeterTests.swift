import Audio
import TestSpeech
import Testing

@Suite("Measuring levels", .timeLimit(.minutes(1)))
struct LevelMeterTests {
    func measured(_ samples: [Float], window: Double = 3) -> Level? {
        var meter = LevelMeter(windowSeconds: window)
        meter.add(samples)
        return meter.level
    }

    @Test("a full-scale sine has an rms of -3 dB") func aFullScaleSineStandsAtMinusThree() throws {
        let level = try #require(measured(Tone.sine(1_000, seconds: 1, amplitude: 1)))
        #expect(abs(level.rms - -3.0103) < 0.001)
        #expect(abs(level.peak) < 0.001)
        #expect(abs(level.offset) < 1e-6)
        #expect(level.seconds == 1)
    }

    @Test("half the amplitude is 6 dB less") func halfTheAmplitudeIsSixDecibelsLess() throws {
        let level = try #require(measured(Tone.sine(1_000, seconds: 1, amplitude: 0.5)))
        #expect(abs(level.rms - -9.0309) < 0.001)
        #expect(abs(level.peak - -6.0206) < 0.001)
        #expect(level.clippedSamples == 0)
    }

    @Test("silence has a finite level") func silenceHasALevel() throws {
        let level = try #require(measured(Array(repeating: 0, count: 16_000)))
        #expect(level.rms == Level.silence)
        #expect(level.peak == Level.silence)
        #expect(level.noiseFloor == Level.silence)
        #expect(measured([]) == nil)
    }

    @Test("the noise floor is the level of the gaps") func theFloorIsWhatTheGapsHold() throws {
        var generator = SeededNoise(seed: 5)
        // Uniform noise of -0.01…0.01 has a power of 0.01^2 / 3: -44.77 dB.
        let noise = (0..<48_000).map { _ in Float.random(in: -0.01...0.01, using: &generator) }
        let word = Tone.sine(500, seconds: 0.5)
        let gap = [Float](repeating: 0, count: 8_000)
        let words = zip(noise, word + gap + word + gap + word + gap).map(+)
        let floor = try #require(measured(words)?.noiseFloor)
        #expect(abs(floor - -44.77) < 1)
        let rms = try #require(measured(words)?.rms)
        #expect(rms > -20)
        // Too little to tell.
        #expect(measured(Array(noise[..<3_000]))?.noiseFloor == nil)
    }

    @Test("an offset is not noise") func anOffsetIsNotNoise() throws {
        let level = try #require(measured(Array(repeating: 0.25, count: 16_000)))
        #expect(level.offset == 0.25)
        let floor = try #require(level.noiseFloor)
        #expect(floor < -90)
    }

    @Test("only runs at full scale count as clipped") func onlyRunsAtFullScaleAreClipped() throws {
        #expect(measured([0, 1, 1, 0, -1, 0])?.clippedSamples == 0)
        #expect(measured([0, 1, 1, 1, 0, -1, -1, -1, -1])?.clippedSamples == 7)
        let loud = Tone.sine(1_000, seconds: 1, amplitude: 2).map { max(-1, min(1, $0)) }
        // Of the 16 samples of a period, five at each top are at least half the amplitude.
        #expect(measured(loud)?.clippedSamples == 10_000)
    }

    @Test("sound older than the window is forgotten") func theWindowForgets() throws {
        var meter = LevelMeter(windowSeconds: 0.5)
        meter.add(Tone.sine(1_000, seconds: 1, amplitude: 1))
        meter.add([Float](repeating: 0, count: 8_000))
        let level = try #require(meter.level)
        #expect(level.peak == Level.silence)
        #expect(level.seconds == 0.5)
    }
}
