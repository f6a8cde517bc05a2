internal import Audio

/// How loud the last thing said was, and the room around it.
struct SpokenLevel {
    /// Noise is what is quietest in so many seconds.
    private var room = LevelMeter(windowSeconds: 5)
    private var speech: Level?

    /// Takes the next piece of the sound.
    mutating func take(_ samples: [Float]) { room.add(samples) }

    /// Takes something that was said.
    mutating func take(_ segment: SpeechSegment) {
        let first = Int(segment.lead * Double(speechRate))
        let count = Int((segment.end - segment.start) * Double(speechRate))
        let said = segment.samples.dropFirst(first).prefix(count)
        var meter = LevelMeter(windowSeconds: segment.end - segment.start + 1)
        meter.add(said)
        speech = meter.level
    }

    /// What to change, by what was said last; nil where all is well or nothing was said yet.
    var advice: SoundAdvice? {
        guard let speech else { return nil }
        if speech.clippedSamples > 0 { return .softer }
        if speech.peak < SpeechLevel.quietPeak { return .louder }
        guard let noise = room.level?.noiseFloor else { return nil }
        let overNoise = speech.rms - noise
        if overNoise < SpeechLevel.leastOverNoise { return .noisy }
        return overNoise < SpeechLevel.goodOverNoise ? .louder : nil
    }
}
