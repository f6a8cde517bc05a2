/// A place on the ground.
package struct ObserverPlace: Sendable, Equatable {
    /// Degrees north of the equator.
    package let latitude: Double
    /// Degrees east of Greenwich.
    package let longitude: Double

    /// A place; nil if the earth has none with these coordinates.
    package init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The sidereal time at the place, degrees.
    func siderealDegrees(at time: SkyTime, _ axis: EarthAxis) -> Double {
        axis.siderealDegrees(at: time) + longitude
    }

    /// The place at sea level in equatorial axes of date, kilometres from the earth's centre
    /// (Meeus, chapter 11, with the axes of WGS 84).
    func vector(siderealDegrees: Double) -> Vector {
        let (sine, cosine) = (Angle.sine(latitude), Angle.cosine(latitude))
        let ratio = Self.polarKilometres / Self.equatorialKilometres
        let normal =
            Self.equatorialKilometres
            / (cosine * cosine + ratio * ratio * sine * sine).squareRoot()
        let level = normal * cosine
        return Vector(
            x: level * Angle.cosine(siderealDegrees), y: level * Angle.sine(siderealDegrees),
            z: normal * ratio * ratio * sine)
    }

    private static let equatorialKilometres = 6_378.137
    private static let polarKilometres = 6_356.752_314
}
