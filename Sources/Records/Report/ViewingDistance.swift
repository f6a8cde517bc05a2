/// How the viewing distance of a test was known, if it was measured while the test ran.
public struct ViewingDistance: Sendable, Equatable, Codable {
    /// The distance from the eye to the letters at each presentation that was answered, in metres.
    public var metres: [Double]
    /// The relative standard deviation of a measured distance.
    public var deviation: Double

    /// Distances in the order of the presentations.
    public init(metres: [Double], deviation: Double) {
        self.metres = metres
        self.deviation = deviation
    }

    /// The distances in words: "by the camera, 38 to 42 cm (± 2 %)".
    public var words: String {
        guard let least = metres.min(), let most = metres.max() else { return "by the camera" }
        let unit = most < 1 ? "cm" : "m"
        func number(_ metres: Double) -> String {
            "\(unit == "cm" ? (metres * 100).rounded() : (metres * 100).rounded() / 100)"
                .replacing(#/\.0$/#, with: "")
        }
        let percent = (deviation * 1_000).rounded() / 10
        return "by the camera, \(number(least)) to \(number(most)) \(unit) (± \(percent) %)"
    }
}
