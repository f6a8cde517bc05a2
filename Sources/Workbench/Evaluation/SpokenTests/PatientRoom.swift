internal import Acuity
internal import Audio
internal import SimulatedPatient

/// The sound at a microphone in a room: quiet noise, and a person's speech.
///
/// The number of samples read is its only clock. It ends after a limit, so that every test ends.
final class PatientRoom: AudioSource {
    /// The longest test, seconds of sound.
    static let longestTest = 900.0
    /// The time without any event after which a person who has spoken reads again, seconds. A test
    /// asks sooner: after 8 s without speech, 3.5 s within a line.
    private static let longQuiet = 12.0
    /// Samples that are read at a time: 20 ms.
    private static let pieceSamples = speechRate / 50

    private let acoustics: RoomAcoustics
    private let limit: Double
    private var noise: RoomNoise
    private var background: ArraySlice<Float>
    /// The speech that is still to be read, with its echo.
    private var pending: ArraySlice<Float> = []
    /// The number of samples until the present speech ends, without its echo.
    private var speechLeft = 0
    private var samplesRead = 0
    private var samplesQuiet = 0
    /// Called when nobody has spoken for `longQuiet`, and again after each further `longQuiet`.
    var onLongQuiet: (() throws -> Void)?

    /// A room in which nobody has spoken.
    ///
    /// - Parameter seed: draws its noise.
    init(_ acoustics: RoomAcoustics, seed: UInt64, limit: Double = PatientRoom.longestTest) {
        self.acoustics = acoustics
        self.limit = limit
        noise = RoomNoise(amplitude: acoustics.noiseAmplitude, seed: seed)
        background = acoustics.background[...]
    }

    /// The sound read so far, seconds.
    var seconds: Double { Double(samplesRead) / Double(speechRate) }

    /// Whether the limit was reached.
    var isOver: Bool { seconds >= limit }

    /// Adds speech after the end of earlier speech.
    ///
    /// - Parameters:
    ///   - sound: mono, 16,000 Hz.
    ///   - seconds: the quiet before it.
    func say(_ sound: [Float], after seconds: Double) {
        let start = speechLeft + Int(seconds * Double(speechRate))
        let heard = acoustics.heard(sound)
        var mixed = Array(pending)
        let missing = start + heard.count - mixed.count
        if missing > 0 { mixed += [Float](repeating: 0, count: missing) }
        for (index, sample) in heard.enumerated() { mixed[start + index] += sample }
        pending = mixed[...]
        speechLeft = start + sound.count
        samplesQuiet = 0
    }

    /// The next 20 ms; nil once the limit is reached.
    func read() throws -> AudioChunk? {
        guard !isOver else { return nil }
        var samples = noise.next(Self.pieceSamples)
        for index in samples.indices {
            if let sample = pending.popFirst() { samples[index] += sample }
            if !acoustics.background.isEmpty {
                if background.isEmpty { background = acoustics.background[...] }
                samples[index] += background.removeFirst()
            }
        }
        samplesQuiet = speechLeft > 0 ? 0 : samplesQuiet + samples.count
        speechLeft = max(0, speechLeft - samples.count)
        samplesRead += samples.count
        if samplesQuiet >= Int(Self.longQuiet * Double(speechRate)) {
            samplesQuiet = 0
            try onLongQuiet?()
        }
        return AudioChunk(samples: samples, sampleRate: speechRate)
    }
}

/// The degradation of a person's sound in a room: an impulse response, a continuous noise, a bad
/// microphone.
struct RoomAcoustics: Sendable {
    /// Maximum noise of a quiet room relative to the speech, as a ratio of amplitudes: -40 dB.
    private static let quietest: Float = 0.01
    /// The part of a noise that is used, seconds; it is repeated.
    private static let longestNoise = 30

    /// The noise amplitude of the quiet room, rms of full scale.
    fileprivate let noiseAmplitude: Float
    /// A louder noise, repeated; empty without one.
    let background: [Float]
    private let response: RoomResponse?
    private let microphone: BadMicrophone?

    /// The room and the microphone of a person.
    ///
    /// - Parameter seed: draws the piece of the noise.
    init(of voice: RecordedVoice, _ degrading: SoundDegrading, seed: UInt64) {
        let level = voice.speechPower.squareRoot()
        noiseAmplitude = min(RoomNoise.quietRoom, Self.quietest * level)
        response = degrading.room
        let microphone = degrading.microphone(of: voice.speaker)
        self.microphone = microphone
        var generator = SplitMix64(seed: seed)
        let length = Self.longestNoise * speechRate
        var background: [Float] = []
        if let added = degrading.noise, !added.noise.isEmpty {
            let start = generator.index(below: added.noise.count)
            let piece = (0..<min(length, added.noise.count)).map {
                added.noise[(start + $0) % added.noise.count]
            }
            background = AddedNoise.scaled(piece, under: voice.speechPower, by: added.ratio)
            background = microphone?.filtered(background) ?? background
        }
        if let microphone {
            let sounds = Letter.sloan.compactMap { voice.takes[$0]?.first }
                .map(microphone.filtered)
            let hiss = AddedNoise.scaled(
                (0..<length).map { _ in Float(generator.standardNormal()) },
                under: RecordedVoice.speechPower(of: sounds) ?? 0, by: microphone.ratio)
            background = hiss.indices.map { index in
                hiss[index] + (background.isEmpty ? 0 : background[index % background.count])
            }
        }
        self.background = background
    }

    /// The sound as it arrives, with its echo.
    func heard(_ sound: [Float]) -> [Float] {
        var heard = sound
        if let response {
            let echo = [Float](repeating: 0, count: response.taps.count)
            heard = response.applied(to: heard + echo)
        }
        return microphone?.filtered(heard) ?? heard
    }
}
