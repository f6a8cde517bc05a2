internal import Acuity
package import Audio

/// The voice of a patient: a remark as one stretch of sound, with the pauses of a person who reads
/// letters from a wall.
package struct PatientVoice: Sendable {
    /// The voices that patients may have, by the names that flite gives them.
    package enum Name: String, CaseIterable, Sendable {
        /// A woman, United States.
        case slt
        /// A man, Scotland.
        case awb
        /// A man, United States.
        case rms
        /// A man, United States.
        case kal16
    }

    /// The largest amplitude of each utterance: -12 dB, a person at a distance that leaves room.
    static let peak: Float = 0.25
    /// The pause between two breaths, seconds; drawn each time.
    static let pause = 0.28...0.40
    /// The level below which the sound of a breath is cut off as silence, relative to its peak:
    /// -50 dB.
    static let silence: Float = 0.003

    private let voice: any Speaking
    private var generator: SplitMix64

    /// A patient with a voice; the same seed pauses in the same way.
    package init(_ voice: any Speaking, seed: UInt64) {
        self.voice = voice
        generator = SplitMix64(seed: seed)
    }

    /// The sound of a remark: mono, 16,000 Hz.
    package mutating func sound(of remark: Remark) throws -> [Float] {
        var sound: [Float] = []
        for utterance in remark.utterances {
            if !sound.isEmpty { sound += pause() }
            let said = Self.trimmed(try voice.say(utterance, rate: remark.rate))
            let loudest = said.reduce(0) { max($0, abs($1)) }
            guard loudest > 0 else { continue }
            let gain = min(1, Self.peak * Float(remark.loudness)) / loudest
            sound += said.map { $0 * gain }
        }
        return sound
    }

    private mutating func pause() -> [Float] {
        let seconds = Double.random(in: Self.pause, using: &generator)
        return [Float](repeating: 0, count: Int(seconds * Double(speechRate)))
    }

    /// Removes the silence that synthesisers add at both ends.
    private static func trimmed(_ sound: [Float]) -> [Float] {
        let least = sound.reduce(0) { max($0, abs($1)) } * silence
        guard let first = sound.firstIndex(where: { abs($0) > least }),
            let last = sound.lastIndex(where: { abs($0) > least })
        else { return [] }
        return Array(sound[first...last])
    }
}
