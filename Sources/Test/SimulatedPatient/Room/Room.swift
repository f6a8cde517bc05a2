internal import Acuity
package import Audio
internal import Foundation
internal import Synchronization

/// A room with a speaker: endless noise, and the speech over it.
///
/// Any thread may speak; one thread reads.
package final class Room: AudioSource, Sendable {
    private struct State {
        var noise: RoomNoise
        var speech: ArraySlice<Float> = []
    }

    private let state: Mutex<State>

    /// Samples that are read at a time: 20 ms, the period of the capture at 16 kHz.
    private static let pieceSamples = speechRate / 50

    /// A room in which nobody has spoken.
    package init(noise: RoomNoise) {
        state = Mutex(State(noise: noise))
    }

    /// Adds speech after the end of earlier speech.
    ///
    /// - Parameters:
    ///   - sound: mono, 16,000 Hz.
    ///   - seconds: the silence before it: the time to look and to think.
    package func say(_ sound: [Float], after seconds: Double) {
        let silence = [Float](repeating: 0, count: Int(seconds * Double(speechRate)))
        state.withLock { $0.speech += silence + sound }
    }

    /// Whether nobody speaks, and nobody is about to.
    package var isSilent: Bool { state.withLock { $0.speech.isEmpty } }

    /// The next 20 ms; never nil.
    package func read() -> AudioChunk? {
        state.withLock { state in
            var samples = state.noise.next(Self.pieceSamples)
            let said = state.speech.prefix(samples.count)
            for (index, sample) in said.enumerated() { samples[index] += sample }
            // A new array, so that past speech does not stay in memory before the slice.
            if state.speech.count == said.count {
                state.speech = []
            } else {
                state.speech = state.speech.dropFirst(said.count)
            }
            return AudioChunk(samples: samples, sampleRate: speechRate)
        }
    }
}

/// The sound of a room on its way into a microphone, at the pace of time, by a thread of its own.
package final class RoomSound: Sendable {
    private let isOver = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// Plays the room until `stop`.
    ///
    /// - Parameter sink: closed after the last sound.
    package init(
        of room: Room, into sink: any SoundSink, clock: any WaitingClock = SteadyClock()
    ) {
        let thread = Thread { [self] in
            let paced = PacedSource(room, clock: clock)
            while !isOver.load(ordering: .acquiring), let chunk = try? paced.read() {
                sink.write(chunk.samples)
            }
            sink.close()
            ended.signal()
        }
        thread.name = "aloud room"
        thread.start()
    }

    /// Ends the sound and waits until the sink is closed. Call it once.
    package func stop() {
        isOver.store(true, ordering: .releasing)
        ended.wait()
    }
}

/// The noise of a quiet room: random, and with more low than high tones, as fans and traffic have.
///
/// Without it there would be perfect silence between the words, which no microphone ever hears and
/// no recogniser expects.
package struct RoomNoise: Sendable {
    /// The loudness: rms amplitude, 1 at full scale.
    package let amplitude: Float

    /// About 31 units of 16 bits, -60 dB: a quiet room and a common microphone.
    package static let quietRoom: Float = 0.001

    /// The share of each sample that is added to the next: a low-pass filter of first order whose
    /// corner lies near 570 Hz.
    private static let memory: Float = 0.8

    private var generator: SplitMix64
    private var last: Float = 0

    /// The noise of a room; the same seed gives the same noise.
    package init(amplitude: Float = RoomNoise.quietRoom, seed: UInt64) {
        self.amplitude = amplitude
        generator = SplitMix64(seed: seed)
    }

    /// The next samples.
    package mutating func next(_ count: Int) -> [Float] {
        // The filter passes 1 / (1 - memory^2) of its input's power.
        let gain = amplitude * (1 - Self.memory * Self.memory).squareRoot()
        return (0..<count).map { _ in
            last = Self.memory * last + gain * Self.nearlyNormal(generator.next())
            return last
        }
    }

    /// A number of mean 0 and variance 1: the sum of four even draws of 16 bits, each of variance
    /// 1/12, is close enough to a normal distribution for the ear (Irwin-Hall).
    private static func nearlyNormal(_ bits: UInt64) -> Float {
        var sum: Float = -2
        for part in 0..<4 {
            sum += Float(UInt16(truncatingIfNeeded: bits >> (16 * part))) / 65_536
        }
        return sum * Float(3).squareRoot()
    }
}
