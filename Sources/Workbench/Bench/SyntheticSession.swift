internal import Acuity
package import Audio
internal import Foundation
internal import Recognition
package import SimulatedPatient

/// Makes sessions to measure on where no recordings are given: each voice of the simulated patient
/// reads letters one by one, at a patient's pace, in a quiet room.
package enum SyntheticSession {
    /// Letters a voice reads: every letter of the charts twice.
    static let rounds = 2
    /// From the start of one letter to the start of the next, seconds: people who look at each
    /// letter before they name it.
    package static let pace = 2.0
    /// How much a letter comes earlier or later than the pace, seconds.
    static let jitter = 0.3
    /// Decides the order of the letters, the moments and the noise.
    package static let seed: UInt64 = 1

    /// One session a voice.
    ///
    /// - Throws: what the voices throw.
    package static func all(_ voice: (PatientVoice.Name) -> any Speaking) throws -> [BenchSession] {
        var generator = SplitMix64(seed: seed)
        return try PatientVoice.Name.allCases.map { name in
            var order: [Letter] = []
            for _ in 0..<rounds { order += Letter.sloan.shuffled(using: &generator) }
            let samples = try reading(order, by: voice(name), &generator)
            let recording = Recording(name: "synthetic-\(name.rawValue)") { SoundInMemory(samples) }
            return BenchSession(name: name.rawValue, recordings: [recording], said: [order])
        }
    }

    private static func reading(
        _ letters: [Letter], by voice: any Speaking, _ generator: inout SplitMix64
    ) throws -> [Float] {
        var patient = PatientVoice(voice, seed: generator.next())
        var noise = RoomNoise(seed: generator.next())
        var samples = noise.next(Int((Double(letters.count) * pace + 1) * Double(speechRate)))
        for (index, letter) in letters.enumerated() {
            let sound = try patient.sound(of: Remark([letter.description]))
            let shift = Double.random(in: 0...jitter, using: &generator)
            let start = Int((0.7 + pace * Double(index) + shift) * Double(speechRate))
            for (place, sample) in sound.enumerated() where start + place < samples.count {
                samples[start + place] += sample
            }
        }
        return samples
    }
}
