internal import Audio
package import FliteVoice

/// Sound put together for a test, with the knowledge of what lies where.
package struct Scene: Sendable {
    /// A quiet room's noise, rms of full scale: about 10 units of 16 bits.
    package static let quietRoom: Float = 0.0003

    /// Mono at 16,000 Hz.
    package private(set) var samples: [Float] = []
    /// The times of each sound, in seconds.
    package private(set) var places: [ClosedRange<Double>] = []

    package init() {}

    /// Seconds so far.
    package var time: Double { Double(samples.count) / Double(speechRate) }

    /// Adds silence.
    package mutating func pause(_ seconds: Double) {
        samples += [Float](repeating: 0, count: Int(seconds * Double(speechRate)))
    }

    /// Adds a sound.
    package mutating func add(_ sound: [Float]) {
        let start = time
        samples += sound
        places.append(start...time)
    }

    /// Adds something said by another synthesiser, as loud as flite's voices, without the silence that
    /// is around it.
    package mutating func add(speech: [Float]) {
        let loudest = speech.map(abs).max() ?? 1
        add(Self.trimmed(speech.map { $0 * 0.5 / max(loudest, 1e-6) }))
    }

    /// Adds something said, without the silence that the voice puts around it.
    package mutating func say(_ text: String, by voice: FliteVoice = FliteVoice()) throws {
        add(Self.trimmed(try voice.say(text)))
    }

    /// The scene in a room with some noise.
    ///
    /// - Parameter noise: rms of full scale.
    package func inRoom(noise: Float = Self.quietRoom, seed: UInt64 = 1) -> [Float] {
        var generator = SeededNoise(seed: seed)
        return zip(samples, generator.white(rms: noise, count: samples.count)).map(+)
    }

    /// Texts with silence before, between and after.
    package static func saying(
        _ texts: [String], by voice: FliteVoice = FliteVoice(), pause: Double = 0.8,
        before: Double = 0.8, after: Double = 0.8
    ) throws -> Scene {
        var scene = Scene()
        scene.pause(before)
        for (index, text) in texts.enumerated() {
            if index > 0 { scene.pause(pause) }
            try scene.say(text, by: voice)
        }
        scene.pause(after)
        return scene
    }

    /// A sound from its first to its last 10 ms within 35 dB of its loudest.
    private static func trimmed(_ sound: [Float]) -> [Float] {
        let size = speechRate / 100
        let powers = stride(from: 0, to: sound.count, by: size).map { start in
            sound[start..<min(start + size, sound.count)].reduce(0) { $0 + $1 * $1 }
        }
        let least = (powers.max() ?? 0) * 0.0003
        guard let first = powers.firstIndex(where: { $0 > least }),
            let last = powers.lastIndex(where: { $0 > least })
        else { return [] }
        return Array(sound[first * size..<min((last + 1) * size, sound.count)])
    }
}
