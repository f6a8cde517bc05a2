internal import Platform
internal import Records

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

/// The distances at which the letters of a test were answered.
struct DistanceLog {
    private let measure: () -> MeasuredDistance?
    private var answered: [MeasuredDistance]

    /// - Parameters:
    ///   - measure: the present distance; nil if it is not measured.
    ///   - earlier: the distances before an interruption of the test.
    init(_ measure: @escaping () -> MeasuredDistance?, earlier: [MeasuredDistance]) {
        self.measure = measure
        answered = earlier
    }

    /// The present distance; nil if it is not measured.
    var present: MeasuredDistance? { measure() }

    /// Adds the present distance as that of letters just answered.
    mutating func keepPresent() {
        if let distance = measure() { answered.append(distance) }
    }

    /// The distances of the test so far; nil if none was measured. Their deviation is the root of the
    /// mean square.
    var used: ViewingDistance? {
        guard !answered.isEmpty else { return nil }
        let squares = answered.reduce(0) { $0 + $1.deviation * $1.deviation }
        return ViewingDistance(
            metres: answered.compactMap { rounded($0.metres, places: 4) },
            deviation: rounded((squares / Double(answered.count)).squareRoot(), places: 4) ?? 0)
    }
}
