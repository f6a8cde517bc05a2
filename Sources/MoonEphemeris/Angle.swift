internal import Foundation

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
