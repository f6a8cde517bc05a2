internal import Foundation

/// How the moon's face is turned and lit.
///
/// Optical librations and the position angle of the axis after Meeus, chapter 53; physical
/// librations, at most 0.04 degrees, are left out.
package struct MoonFace: Sendable {
    /// The moon's mean radius, kilometres (IAU).
    package static let radiusKilometres = 1_737.4

    /// Longitude on the moon of the point below the earth, degrees east.
    package let earthLongitude: Double
    /// Latitude on the moon of the point below the earth, degrees north.
    package let earthLatitude: Double
    /// Longitude on the moon of the point below the sun, degrees east.
    package let sunLongitude: Double
    /// Latitude on the moon of the point below the sun, degrees north.
    package let sunLatitude: Double
    /// Direction of the moon's north pole from celestial north, degrees by way of east.
    package let axisFromNorth: Double

    /// Computes the face as seen from the earth's centre.
    package init(at time: SkyTime) {
        let axis = EarthAxis(at: time)
        let moon = LunarPosition(at: time)
        let sun = SolarPosition(at: time, axis)
        let apparent = moon.longitude + axis.nutation
        (earthLongitude, earthLatitude) = Self.point(
            longitude: apparent, latitude: moon.latitude, axis, moon.arguments)
        // The sun's place seen from the moon.
        let ratio = moon.kilometres / sun.kilometres
        (sunLongitude, sunLatitude) = Self.point(
            longitude: sun.longitude + 180
                + ratio / Angle.radians * Angle.cosine(moon.latitude)
                * Angle.sine(sun.longitude - apparent),
            latitude: ratio * moon.latitude, axis, moon.arguments)

        let node = moon.arguments.node + axis.nutation
        let x = Angle.sine(Self.tilt) * Angle.sine(node)
        let y =
            Angle.sine(Self.tilt) * Angle.cosine(node) * Angle.cosine(axis.obliquity)
            - Angle.cosine(Self.tilt) * Angle.sine(axis.obliquity)
        let seen = axis.equatorial(
            .at(longitude: apparent, latitude: moon.latitude, distance: 1))
        let turned = Angle.of(y: x, x: y)
        axisFromNorth = Angle.ofSine(
            (x * x + y * y).squareRoot() * Angle.cosine(seen.longitude - turned)
                / Angle.cosine(earthLatitude))
    }

    /// The tilt of the moon's equator to the ecliptic, degrees (IAU).
    private static let tilt = 1.542_42

    /// The point of the moon below a body at an ecliptic place.
    private static func point(
        longitude: Double, latitude: Double, _ axis: EarthAxis, _ arguments: LunarArguments
    ) -> (longitude: Double, latitude: Double) {
        let w = longitude - axis.nutation - arguments.node
        let a = Angle.of(
            y: Angle.sine(w) * Angle.cosine(latitude) * Angle.cosine(tilt)
                - Angle.sine(latitude) * Angle.sine(tilt),
            x: Angle.cosine(w) * Angle.cosine(latitude))
        let b = Angle.ofSine(
            -Angle.sine(w) * Angle.cosine(latitude) * Angle.sine(tilt)
                - Angle.sine(latitude) * Angle.cosine(tilt))
        return (Angle.signed(a - arguments.f), b)
    }
}
