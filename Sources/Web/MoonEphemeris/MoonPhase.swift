internal import Foundation

/// The phase of the moon, and its lit part.
package struct MoonPhase: Sendable {
    /// The moment.
    package let time: SkyTime
    /// Degrees of ecliptic longitude from the sun to the moon, in 0 ..< 360: 0 new, 90 first quarter,
    /// 180 full, 270 last quarter.
    package let degrees: Double
    /// The lit part of the face, from 0 to 1 (Meeus, formulas 48.1 to 48.3).
    package let illuminated: Double

    /// Computes the phase as seen from the earth's centre.
    package init(at time: SkyTime) {
        self.time = time
        let axis = EarthAxis(at: time)
        let moon = LunarPosition(at: time)
        let sun = SolarPosition(at: time, axis)
        degrees = Angle.turn(moon.longitude + axis.nutation - sun.longitude)
        let elongation = Angle.ofCosine(Angle.cosine(moon.latitude) * Angle.cosine(degrees))
        let phaseAngle = Angle.of(
            y: sun.kilometres * Angle.sine(elongation),
            x: moon.kilometres - sun.kilometres * Angle.cosine(elongation))
        illuminated = (1 + Angle.cosine(phaseAngle)) / 2
    }

    /// The named phases.
    package enum Name: String, Sendable, CaseIterable, Codable {
        case new, waxingCrescent, firstQuarter, waxingGibbous
        case full, waningGibbous, lastQuarter, waningCrescent
    }

    /// The name of the phase. New, quarter and full last a day: half a day's motion, 6.1 degrees, on
    /// either side.
    package var name: Name {
        let half = 6.1
        for (index, name) in [Name.new, .firstQuarter, .full, .lastQuarter].enumerated()
        where abs(Angle.signed(degrees - 90 * Double(index))) <= half {
            return name
        }
        return switch degrees {
        case ..<90: .waxingCrescent
        case ..<180: .waxingGibbous
        case ..<270: .waningGibbous
        default: .waningCrescent
        }
    }

    /// Days since the last new moon.
    package var ageDays: Double {
        (time.unixSeconds - reached(0, isNext: false).unixSeconds) / 86_400
    }

    /// The next or the last moment at which the moon is this many degrees from the sun.
    package func reached(_ target: Double, isNext: Bool = true) -> SkyTime {
        let ahead = Angle.turn(target - degrees)
        var found = time.adding(hours: (isNext ? ahead : ahead - 360) / Self.degreesAnHour)
        // The moon's pace varies by a tenth, so that each step leaves a tenth of the error.
        for _ in 0..<8 {
            let rest = Angle.signed(target - MoonPhase(at: found).degrees)
            found = found.adding(hours: rest / Self.degreesAnHour)
        }
        return found
    }

    /// 360 degrees in a mean synodic month of 29.530589 days.
    private static let degreesAnHour = 360 / (29.530_589 * 24)
}

/// The orientation and light of the moon's face.
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
