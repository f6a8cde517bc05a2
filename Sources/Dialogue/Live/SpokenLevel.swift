internal import Audio

/// The loudness of the last speech, compared with the room around it.
struct SpokenLevel {
    /// The room's noise, over the last seconds.
    private var room = LevelMeter(windowSeconds: 5)
    private var speech: Level?

    /// Takes the next piece of the sound.
    mutating func take(_ samples: [Float]) { room.add(samples) }

    /// Takes a stretch of speech.
    mutating func take(_ stretch: SpeechAnalysis) { speech = stretch.level }

    /// The change that would help most, from the last speech; nil if none is needed.
    var advice: SoundAdvice? {
        guard let speech else { return nil }
        if speech.clippedSamples > 0 { return .softer }
        if speech.peak < LevelAdviceLimits.quietPeak { return .louder }
        guard let noise = room.level?.noiseFloor else { return nil }
        let overNoise = speech.rms - noise
        if overNoise < LevelAdviceLimits.leastOverNoise { return .noisy }
        return overNoise < LevelAdviceLimits.goodOverNoise ? .louder : nil
    }
}
