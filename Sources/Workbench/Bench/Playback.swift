package import Audio
internal import Foundation
internal import SimulatedPatient
internal import Synchronization

/// Recordings one after another, played into a microphone at their own pace by a thread of its
/// own, which remembers when every piece of sound was let out.
package final class Playback: Sendable {
    /// The quiet between recordings and after the last, seconds: longer than the quiet that ends a
    /// stretch of speech, so that every recording's last letter is heard out.
    package static let gap = 1.0

    /// The moments at which the samples so far had been written.
    private let written = Mutex<[(samples: Int, moment: ContinuousClock.Instant)]>([])

    private let isStopped = Atomic(false)

    /// Starts to play. Once all was played, or it is stopped, the ear is stopped, too.
    ///
    /// - Parameter samples: mono, 16,000 Hz.
    package init(_ samples: [Float], into loop: SoundLoop, clock: any WaitingClock = SteadyClock())
    {
        let thread = Thread { [self] in
            let paced = PacedSource(SoundInMemory(samples), clock: clock)
            var count = 0
            while !isStopped.load(ordering: .relaxed), let chunk = try? paced.read() {
                loop.mouth.write(chunk.samples)
                count += chunk.samples.count
                let end = (count, ContinuousClock.now)
                written.withLock { $0.append(end) }
            }
            // The ear first: it must not see the microphone go.
            loop.ear.stop()
            loop.mouth.close()
        }
        thread.name = "aloud playback"
        thread.start()
    }

    /// Plays no more.
    package func stop() { isStopped.store(true, ordering: .relaxed) }

    /// When the sound up to a moment of the recordings, in seconds, had been written; nil if it
    /// has not been.
    package func moment(writing seconds: Double) -> ContinuousClock.Instant? {
        let wanted = Int((seconds * Double(speechRate)).rounded(.up))
        return written.withLock { $0.first { $0.samples >= wanted }?.moment }
    }

    /// Recordings of one room in a row, with its noise before the first and after each, and where
    /// each begins, in seconds.
    ///
    /// The noise is that of the quietest recording: where one was cut close around a letter, what
    /// is quietest in it is still the letter.
    package static func row(_ recordings: [[Float]]) -> (samples: [Float], starts: [Double]) {
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
