internal import Acuity
internal import Audio
internal import Dialogue
internal import Evaluation
internal import Foundation
internal import PhoneticMapping
internal import Platform
internal import Recognition
internal import SimulatedPatient
internal import Synchronization

/// The delay from the end of a spoken letter to its acceptance, on recordings that are played in
/// real time into a virtual ALSA microphone.
struct LiveLatency {
    /// The times from the end of each accepted letter to its acceptance, seconds.
    private(set) var seconds: [Double] = []
    /// Letters of the recordings that were not accepted live.
    private(set) var notAccepted = 0
    /// Letters accepted live that were heard as another letter offline.
    private(set) var different = 0
    /// Letters accepted live where no letter was accepted offline.
    private(set) var added = 0
    /// Lost sound: overruns, and sound that was dropped because nobody read it.
    private(set) var losses = CaptureTally()

    /// Sets each property from the parameter of its name.
    init(
        seconds: [Double] = [], notAccepted: Int = 0, different: Int = 0, added: Int = 0,
        losses: CaptureTally = CaptureTally()
    ) {
        self.seconds = seconds
        self.notAccepted = notAccepted
        self.different = different
        self.added = added
        self.losses = losses
    }
    /// Processor time of the whole program while it listened, its playing of the sound included,
    /// and how long that was, seconds.
    private var processor = 0.0
    private var listened = 0.0

    /// The share of one core that was busy; nil before anything was listened to.
    var busyShare: Double? { listened > 0 ? processor / listened : nil }

    /// A letter of the recordings: its name and its end.
    struct Expected: Equatable {
        var letter: Letter
        var time: ClosedRange<Double>
    }

    /// Plays the recordings of a session and hears them.
    ///
    /// - Parameters:
    ///   - sounds: the recordings: mono, 16,000 Hz.
    ///   - letters: the letters that each holds.
    mutating func measure(
        _ sounds: [[Float]], letters: [[Expected]], with listener: LetterListener,
        through loop: SoundLoop, stop: StopRequest
    ) throws {
        let (samples, starts) = Playback.row(sounds)
        listener.forgetSession()
        let voice = VoiceAnswers(source: loop.ear, listener: listener)
        let began = (ContinuousClock.now, ProcessMeter.processorSeconds)
        let playback = Playback(samples, into: loop)
        defer {
            playback.stop()
            listened += (ContinuousClock.now - began.0) / .seconds(1)
            processor += ProcessMeter.processorSeconds - began.1
        }
        var accepted: [(answer: Expected, moment: ContinuousClock.Instant)] = []
        while !stop.isRequested {
            let event = try voice.next(.answers(1))
            let moment = ContinuousClock.now
            if event == .ended { break }
            guard case .utterance(let utterance) = event else { continue }
            accepted += utterance.answers.compactMap { answer in
                Expected(answer).map { ($0, moment) }
            }
        }
        for (start, expected) in zip(starts, letters).flatMap({ start, letters in
            letters.map { (start, $0) }
        }) {
            let from = expected.time.lowerBound + start
            let end = expected.time.upperBound + start
            // Letters cut off by a request to stop do not count.
            guard let written = playback.moment(writing: end),
                playback.moment(writing: end + Playback.gap / 2) != nil
            else { continue }
            if let match = accepted.firstIndex(where: { $0.answer.time.overlaps(from...end) }) {
                let found = accepted.remove(at: match)
                seconds.append((found.moment - written) / .seconds(1))
                if found.answer.letter != expected.letter { different += 1 }
            } else {
                notAccepted += 1
            }
        }
        added += accepted.count
        losses.overruns += loop.ear.tally.overruns
        losses.droppedSeconds += loop.ear.tally.droppedSeconds
    }

    /// The value under which a share of all lies: the nearest rank. Nil where no letter was
    /// accepted.
    func quantile(_ share: Double) -> Double? {
        Self.quantile(share, of: seconds)
    }

    /// The smallest value that at least a share of all does not exceed.
    static func quantile(_ share: Double, of values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let rank = Int((share * Double(values.count)).rounded(.up))
        return values.sorted()[min(max(rank, 1), values.count) - 1]
    }
}

extension LiveLatency.Expected {
    /// The letter of an answer, nil if it was not one, or its place is unknown.
    init?(_ answer: SpokenAnswer) {
        guard case .letter(let letter) = answer.kind, let time = answer.time else { return nil }
        self.init(letter: letter, time: time)
    }
}

/// Recordings one after another, played into a microphone at their own pace by a thread of its
/// own, which remembers when every piece of sound was let out.
final class Playback: Sendable {
    /// The quiet between recordings and after the last, seconds: longer than the quiet that ends a
    /// stretch of speech, so that every recording's last letter is heard out.
    static let gap = 1.0

    /// The moments at which the samples so far had been written.
    private let written = Mutex<[(samples: Int, moment: ContinuousClock.Instant)]>([])

    private let isStopped = Atomic(false)

    /// Starts to play. The end of the sound, or a stop, also stops the ear.
    ///
    /// - Parameter samples: mono, 16,000 Hz.
    init(_ samples: [Float], into loop: SoundLoop, clock: any WaitingClock = SteadyClock()) {
        let thread = Thread { [self] in
            let paced = PacedSource(SoundInMemory(samples), clock: clock)
            var count = 0
            while !isStopped.load(ordering: .relaxed), let chunk = try? paced.read() {
                loop.mouth.write(chunk.samples)
                count += chunk.samples.count
                let end = (count, ContinuousClock.now)
                written.withLock { $0.append(end) }
            }
            // Stop the ear first: it must not notice the loss of the microphone.
            loop.ear.stop()
            loop.mouth.close()
        }
        thread.name = "aloud playback"
        thread.start()
    }

    /// Stops playing.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// When the sound up to a moment of the recordings, in seconds, had been written; nil if it
    /// has not been.
    func moment(writing seconds: Double) -> ContinuousClock.Instant? {
        let wanted = Int((seconds * Double(speechRate)).rounded(.up))
        return written.withLock { $0.first { $0.samples >= wanted }?.moment }
    }

    /// Recordings of one room in a row, with its noise before the first and after each, and where
    /// each begins, in seconds.
    ///
    /// The noise is that of the quietest recording: where one was cut close around a letter, what
    /// is quietest in it is still the letter.
    static func row(_ recordings: [[Float]]) -> (samples: [Float], starts: [Double]) {
        let level = recordings.compactMap(quiet).min()
        var noise = RoomNoise(amplitude: level.map(amplitude) ?? 0, seed: 1)
        let gap = Int(gap * Double(speechRate))
        var samples = noise.next(gap)
        var starts: [Double] = []
        for recording in recordings {
            starts.append(Double(samples.count) / Double(speechRate))
            samples += recording + noise.next(gap)
        }
        return (samples, starts)
    }

    /// The level below which the quietest tenth of a recording lies, dB on the scale that separates
    /// speech from noise; nil for none. By its plain amplitude, hum and rumble would return as
    /// hiss.
    private static func quiet(of samples: [Float]) -> Float? {
        var energy = SpeechEnergy()
        let levels = energy.take(samples)
        return levels.isEmpty ? nil : LevelRange(of: levels).quietest
    }

    /// The rms amplitude of room noise whose mean power lies at a level of that scale.
    private static func amplitude(ofLevel level: Float) -> Float {
        var noise = RoomNoise(seed: 1)
        var energy = SpeechEnergy()
        let powers = energy.take(noise.next(speechRate)).map { pow(10, $0 / 10) }
        let mean = 10 * log10(powers.reduce(0, +) / Float(powers.count))
        return RoomNoise.quietRoom * pow(10, (level - mean) / 20)
    }
}
