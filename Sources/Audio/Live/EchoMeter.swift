/// Measures how long a room rings on after the program's own speech, as the microphone hears it.
///
/// From the end of the speech on the sound has to fall to less than what begins a stretch of speech
/// (10 dB over the room's noise); the time that takes is the echo. It holds what the loudspeaker
/// and the microphone are late by as well. A person who answers at once makes it seem longer, never
/// shorter, so the shortest of the last few counts.
struct EchoMeter: Sendable {
    /// Bounds of an echo, seconds: below, the end of the speech itself is uncertain; above, a room
    /// is no place for a spoken test.
    static let bounds = 0.1...1.5
    /// What a measurement is longer by, for good measure, seconds.
    static let margin = 0.05
    /// Gaps that are still one echo, seconds: between a sound and its reflection from a far wall.
    private static let longestGap = 0.15
    /// How many measurements count.
    static let kept = 5
    /// How much sound the room's noise is measured on, seconds.
    private static let noiseMemory = 5.0

    private var energy = SpeechEnergy()
    private var recent: [Float] = []
    /// Levels since the speech ended; nil while no measurement goes on.
    private var after: [Float]?
    private var wasSpeaking = false
    private var measured: [Double] = []

    /// Takes the next sound of the microphone.
    ///
    /// - Parameter isSpeaking: whether the program is speaking meanwhile.
    /// - Returns: the echo in seconds, where it has just been measured anew.
    mutating func take(_ samples: [Float], isSpeaking: Bool) -> Double? {
        let levels = energy.take(samples)
        recent += levels
        recent.removeFirst(max(0, recent.count - Int(Self.noiseMemory * 100)))
        defer { wasSpeaking = isSpeaking }
        if isSpeaking {
            // The next sentence came before the echo was over: this tells nothing.
            after = nil
            return nil
        }
        if wasSpeaking { after = [] }
        guard after != nil else { return nil }
        after? += levels
        guard let levels = after, Double(levels.count) / 100 >= Self.bounds.upperBound else {
            return nil
        }
        after = nil
        measured.append(Self.echo(in: levels, noise: noise))
        measured.removeFirst(max(0, measured.count - Self.kept))
        return measured.min()
    }

    /// The quietest tenth of what was heard lately: between words, and when the echo is over.
    private var noise: Float { recent.sorted()[recent.count / 10] }

    /// How long the first sound lasts.
    private static func echo(in levels: [Float], noise: Float) -> Double {
        var end = 0
        for (index, level) in levels.enumerated() where level > noise + Endpointer.onset {
            guard Double(index - end) / 100 <= longestGap else { break }
            end = index + 1
        }
        return min(max(Double(end) / 100 + margin, bounds.lowerBound), bounds.upperBound)
    }
}
