/// Measures the echo of a room after the program's own speech, as the microphone hears it.
///
/// The echo is the time from the end of the speech until the sound is too faint to begin a stretch of
/// speech (10 dB above the room's noise). It includes the delays of loudspeaker and microphone. An
/// answer that comes at once makes it seem longer, never shorter, so the shortest of the last few
/// measurements counts.
struct EchoMeter: Sendable {
    /// Bounds of an echo, seconds. Below, the end of the speech itself is uncertain; above, the room
    /// does not suit a spoken test.
    static let bounds = 0.1...1.5
    /// Safety margin added to a measurement, seconds.
    static let margin = 0.05
    /// Longest gap within one echo, seconds: between a sound and its reflection from a far wall.
    private static let longestGap = 0.15
    /// Number of measurements that count.
    static let kept = 5
    /// Length of sound over which the room's noise is measured, seconds.
    private static let noiseMemory = 5.0

    private var energy = SpeechEnergy()
    private var recent: [Float] = []
    /// Levels since the speech ended; nil if there is no measurement.
    private var after: [Float]?
    private var wasSpeaking = false
    private var measured: [Double] = []

    /// Takes the next sound of the microphone.
    ///
    /// - Parameter isSpeaking: whether the program speaks during it.
    /// - Returns: the echo in seconds, if it has just been measured.
    mutating func take(_ samples: [Float], isSpeaking: Bool) -> Double? {
        let levels = energy.take(samples)
        recent += levels
        recent.removeFirst(max(0, recent.count - Int(Self.noiseMemory * 100)))
        defer { wasSpeaking = isSpeaking }
        if isSpeaking {
            // The next sentence came before the echo was over: the measurement is void.
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

    /// The quietest tenth of the recent sound: between words, and after the echo.
    private var noise: Float { recent.sorted()[recent.count / 10] }

    /// Length of the first sound, seconds.
    private static func echo(in levels: [Float], noise: Float) -> Double {
        var end = 0
        for (index, level) in levels.enumerated() where level > noise + Endpointer.onset {
            guard Double(index - end) / 100 <= longestGap else { break }
            end = index + 1
        }
        return min(max(Double(end) / 100 + margin, bounds.lowerBound), bounds.upperBound)
    }
}
