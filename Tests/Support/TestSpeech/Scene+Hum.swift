internal import Audio
internal import Foundation

extension Scene {
    /// Adds the hum of a voice: a pitch in Hz and overtones.
    ///
    /// - Parameters:
    ///   - overtones: how many there are, the pitch itself counted.
    ///   - fall: by how many decibels each is weaker than the one below it.
    package mutating func hum(
        seconds: Double, pitch: Double = 120, overtones: Int = 8, fall: Double = 0
    ) {
        let step = 2 * Double.pi * pitch / Double(speechRate)
        add(
            (0..<Int(seconds * Double(speechRate))).map { index in
                var value = 0.0
                for overtone in 1...overtones {
                    value +=
                        pow(10, -fall * Double(overtone - 1) / 20)
                        * sin(step * Double(index * overtone))
                }
                return Float(0.05 * value)
            })
    }
}
