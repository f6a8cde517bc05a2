public import Audio
internal import Synchronization

/// A room in which somebody speaks now and then: noise without end, and over it what is said.
///
/// Any thread may speak; one thread reads.
public final class Room: AudioSource, Sendable {
    private struct State {
        var noise: RoomNoise
        var speech: ArraySlice<Float> = []
    }

    private let state: Mutex<State>

    /// Samples that are read at a time: 20 ms, the period of the capture at 16 kHz.
    private static let pieceSamples = speechRate / 50

    /// A room in which nobody has spoken.
    public init(noise: RoomNoise) {
        state = Mutex(State(noise: noise))
    }

    /// Says something, after what is still being said.
    ///
    /// - Parameters:
    ///   - sound: mono, 16,000 Hz.
    ///   - seconds: the silence before it: the time to look and to think.
    public func say(_ sound: [Float], after seconds: Double) {
        let silence = [Float](repeating: 0, count: Int(seconds * Double(speechRate)))
        state.withLock { $0.speech += silence + sound }
    }

    /// The next 20 ms; never nil.
    public func read() -> AudioChunk? {
        state.withLock { state in
            var samples = state.noise.next(Self.pieceSamples)
            let said = state.speech.prefix(samples.count)
            for (index, sample) in said.enumerated() { samples[index] += sample }
            // A new array, so that what was said does not stay in memory before the slice.
            if state.speech.count == said.count {
                state.speech = []
            } else {
                state.speech = state.speech.dropFirst(said.count)
            }
            return AudioChunk(samples: samples, sampleRate: speechRate)
        }
    }
}
