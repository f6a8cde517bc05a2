internal import Audio
internal import Foundation

extension Scene {
    /// Adds the hum of a voice: 120 Hz with seven overtones.
    public mutating func hum(seconds: Double) {
        let step = 2 * Double.pi * 120 / Double(speechRate)
        add(
            (0..<Int(seconds * Double(speechRate))).map { index in
                var value = 0.0
                for overtone in 1...8 { value += 0.05 * sin(step * Double(index * overtone)) }
                return Float(value)
            })
    }
}
