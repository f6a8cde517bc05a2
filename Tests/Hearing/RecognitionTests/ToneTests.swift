import Audio
import Foundation
import PhoneticMapping
import Recognition
import TestSpeech
import TestTraits
import Testing

@Suite("Musical tones", .listening)
struct ToneTests {
    /// A bell, a string or a tap on glass: a pitch with overtones, not all of them whole multiples,
    /// that begins at once and dies away.
    private func tone(_ random: inout SeededNoise) -> [Float] {
        let pitch = exp(Double.random(in: log(110)...log(1200), using: &random))
        let stretch = Double.random(in: 0...0.02, using: &random)
        let lasting = Double.random(in: 0.05...0.4, using: &random)
        let fall = Double.random(in: 2...12, using: &random)
        let overtones = (1...12).map { Double($0) * (1 + stretch * Double($0)) * pitch }
            .filter { $0 < 7000 }
        let samples = (0..<Int(0.8 * Double(speechRate))).map { index in
            let time = Double(index) / Double(speechRate)
            var value = 0.0
            for (place, hertz) in overtones.enumerated() {
                value +=
                    pow(10, -fall * Double(place) / 20)
                    * exp(-time / lasting * Double(place + 2) / 2)
                    * sin(2 * .pi * hertz * time)
            }
            return Float(0.2 * value)
        }
        return samples
    }

    @Test("at most one of 100 decaying tones is answered", .long, arguments: [1])
    func tones(seed: UInt64) throws {
        var random = SeededNoise(seed: seed)
        let listener = RecordingListener(try RealHearing.listener("chart"))
        var answered: [String] = []
        for index in 0..<100 {
            var scene = Scene()
            scene.pause(0.6)
            scene.add(tone(&random))
            scene.pause(0.4)
            let sound = scene.inRoom(seed: seed &+ UInt64(index))
            let answers = try listener.transcribe(
                Recording(name: "tone") { PieceSource(sound, size: 4_096) }
            ).answers.filter { $0.kind != .unclear }
            if !answers.isEmpty { answered.append("\(index): \(answers.map(\.kind))") }
        }
        #expect(answered.count <= 1, "seed \(seed): \(answered)")
    }
}
