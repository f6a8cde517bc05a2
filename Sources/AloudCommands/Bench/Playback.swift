internal import Audio
internal import Foundation
internal import SimulatedPatient
internal import Synchronization

/// Recordings one after another, played into a microphone at their own pace by a thread of its
/// own, which remembers when every piece of sound was let out.
final class Playback: Sendable {
    /// What is heard between recordings and after the last, seconds: longer than the quiet that
    /// ends a stretch of speech, so that every recording's last letter is heard out.
    static let gap = 1.0

    /// The moments at which the samples so far had been written.
    private let written = Mutex<[(samples: Int, moment: ContinuousClock.Instant)]>([])

    private let isStopped = Atomic(false)

    /// Starts to play. Once all was played, or it is stopped, the ear is stopped, too.
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
            // The ear first: it must not see the microphone go.
            loop.ear.stop()
            loop.mouth.close()
        }
        thread.name = "aloud playback"
        thread.start()
    }

    /// Plays no more.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// When the sound up to a moment of the recordings, in seconds, had been written; nil if it
    /// has not been.
    func moment(writing seconds: Double) -> ContinuousClock.Instant? {
        let wanted = Int((seconds * Double(speechRate)).rounded(.up))
        return written.withLock { $0.first { $0.samples >= wanted }?.moment }
    }

    /// Recordings in a row, with room noise as loud as their own in the gaps, and where each
    /// begins, in seconds.
    static func row(_ recordings: [[Float]]) -> (samples: [Float], starts: [Double]) {
        var samples: [Float] = []
        var starts: [Double] = []
        for (index, recording) in recordings.enumerated() {
            starts.append(Double(samples.count) / Double(speechRate))
            var noise = RoomNoise(amplitude: quiet(of: recording), seed: UInt64(index))
            samples += recording + noise.next(Int(gap * Double(speechRate)))
        }
        return (samples, starts)
    }

    /// The rms amplitude of the quietest tenth of a recording, in pieces of 10 ms.
    private static func quiet(of samples: [Float]) -> Float {
        let size = speechRate / 100
        let powers = stride(from: 0, to: samples.count - size, by: size).map { start in
            samples[start..<start + size].reduce(0) { $0 + $1 * $1 } / Float(size)
        }.sorted()
        return powers.isEmpty ? 0 : powers[powers.count / 10].squareRoot()
    }
}
