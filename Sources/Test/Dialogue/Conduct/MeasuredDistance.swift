/// A measured distance from the eye to the letters.
package struct MeasuredDistance: Sendable, Equatable {
    /// The distance in metres.
    package var metres: Double
    /// Its relative standard deviation, 0…1.
    package var deviation: Double

    /// A distance in metres, with its relative standard deviation.
    package init(metres: Double, deviation: Double) {
        self.metres = metres
        self.deviation = deviation
    }
}
