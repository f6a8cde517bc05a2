internal import Audio
internal import PhoneticMapping

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

/// How loud a person answers. Who talks behind, or on a television, is further away and fainter,
/// and what they say may sound like letters: it is asked for once more before it counts.
struct AnswerLevel {
    /// How far below the usual level of a person's answers another's voice lies, dB. Of 1,483
    /// recordings of letters and code words by 92 people 3 have their loudest vowel further below
    /// the median of the same person, and 8 further than 8 dB (100 to 1000 Hz).
    private static let behind = 10.0
    /// So many answers tell how loud they usually are, and no more than the last so many.
    private static let least = 5
    private static let most = 15
    /// How sure an answer is that was surely the person's.
    private static let sure = 0.9

    /// The loudest vowel of each breath that held an answer, dB.
    private var levels: [Double] = []

    /// Takes a breath of the person who answers; one without a sure letter or direction tells
    /// nothing.
    ///
    /// - Parameter level: the loudest vowel of the breath, dB.
    mutating func take(_ answers: [SpokenAnswer], at level: Double) {
        guard answers.contains(where: { $0.isOptotype && $0.sureness >= Self.sure }) else { return }
        levels = (levels + [level]).suffix(Self.most)
    }

    /// Whether it was hardly the person who answers.
    ///
    /// - Parameter level: the loudest vowel of the breath, dB.
    func isBehind(_ level: Double) -> Bool {
        guard levels.count >= Self.least else { return false }
        return level < levels.sorted()[levels.count / 2] - Self.behind
    }
}

extension SpokenAnswer {
    /// Whether it only steers the test, and answers for no letter: that is acted on whoever says
    /// it.
    var steersTest: Bool {
        guard case .command(let command) = kind else { return false }
        return !kind.isNotSeen && command != .correction
    }

    /// Whether it names a letter or where something points.
    var isOptotype: Bool {
        switch kind {
        case .letter, .direction: true
        case .command, .unclear: false
        }
    }
}
