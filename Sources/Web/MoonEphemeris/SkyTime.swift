internal import Foundation

/// A moment on the scales that the formulas need.
///
/// Universal time is taken to be UTC, from which it differs by less than 0.9 s. Terrestrial time is
/// UTC + 32.184 s + 37 s, which holds since 2017 until the next leap second; in other years since
/// 1970 it is off by up to 30 s, in which the moon moves by 16 arc seconds.
package struct SkyTime: Sendable, Comparable {
    /// Seconds since 1970-01-01 00:00 UTC, without leap seconds, as the system counts them.
    package let unixSeconds: Double

    /// A moment by the system's count of seconds since 1970.
    package init(unixSeconds: Double) { self.unixSeconds = unixSeconds }

    package static func < (left: SkyTime, right: SkyTime) -> Bool {
        left.unixSeconds < right.unixSeconds
    }

    /// The times that the results hold for: 1970 to 2052. Later leap seconds are unknown.
    package static let covered =
        SkyTime(unixSeconds: 0)...SkyTime(unixSeconds: 2_587_593_600)

    /// A moment later by a number of hours.
    func adding(hours: Double) -> SkyTime { SkyTime(unixSeconds: unixSeconds + hours * 3_600) }

    /// The Julian day in universal time.
    var universalDay: Double { unixSeconds / 86_400 + 2_440_587.5 }

    /// The Julian day in terrestrial time.
    var terrestrialDay: Double { universalDay + Self.terrestrialLeadSeconds / 86_400 }

    private static let terrestrialLeadSeconds = 69.184

    /// Julian centuries of terrestrial time since 2000-01-01 12:00.
    var centuries: Double { (terrestrialDay - 2_451_545) / 36_525 }
}

/// The tilt and the nodding of the earth's axis.
struct EarthAxis: Sendable {
    /// Nutation in longitude, degrees.
    let nutation: Double
    /// True obliquity of the ecliptic, degrees.
    let obliquity: Double

    init(at time: SkyTime) { (nutation, obliquity) = Nova.axis(at: time) }

    /// Converts a point from ecliptic to equatorial axes.
    func equatorial(_ ecliptic: Vector) -> Vector { ecliptic.turnedAboutX(obliquity) }

    /// Apparent sidereal time at Greenwich, degrees (Meeus, chapter 12).
    func siderealDegrees(at time: SkyTime) -> Double {
        Nova.siderealDegrees(at: time) + nutation * Angle.cosine(obliquity)
    }
}

/// Angles in degrees, and in radians for the functions of the C library.
enum Angle {
    static let radians = Double.pi / 180

    /// An angle in 0 ..< 360 degrees.
    static func turn(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }

    /// An angle in -180 ..< 180 degrees.
    static func signed(_ degrees: Double) -> Double { turn(degrees + 180) - 180 }

    static func sine(_ degrees: Double) -> Double { sin(degrees * radians) }

    static func cosine(_ degrees: Double) -> Double { cos(degrees * radians) }

    /// The direction of a point, degrees in -180 ... 180.
    static func of(y: Double, x: Double) -> Double { atan2(y, x) / radians }

    /// The angle in -90 ... 90 degrees that has this sine.
    static func ofSine(_ sine: Double) -> Double { asin(min(max(sine, -1), 1)) / radians }

    /// The angle in 0 ... 180 degrees that has this cosine.
    static func ofCosine(_ cosine: Double) -> Double { acos(min(max(cosine, -1), 1)) / radians }
}

/// A point or direction in space.
struct Vector: Sendable {
    var x: Double
    var y: Double
    var z: Double

    /// The point at a longitude and latitude, degrees, and a distance.
    static func at(longitude: Double, latitude: Double, distance: Double) -> Vector {
        let level = distance * Angle.cosine(latitude)
        return Vector(
            x: level * Angle.cosine(longitude), y: level * Angle.sine(longitude),
            z: distance * Angle.sine(latitude))
    }

    static func - (left: Vector, right: Vector) -> Vector {
        Vector(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

    var length: Double { dot(self).squareRoot() }

    /// Degrees in -180 ... 180.
    var longitude: Double { Angle.of(y: y, x: x) }

    /// Degrees in -90 ... 90.
    var latitude: Double { Angle.ofSine(z / length) }

    /// This point in axes turned about the x axis by an angle in degrees.
    func turnedAboutX(_ degrees: Double) -> Vector {
        let (sine, cosine) = (Angle.sine(degrees), Angle.cosine(degrees))
        return Vector(x: x, y: cosine * y - sine * z, z: sine * y + cosine * z)
    }
}
