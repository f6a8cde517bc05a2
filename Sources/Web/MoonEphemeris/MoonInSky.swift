internal import Foundation

/// The place of the moon in the sky of an observer.
package struct MoonInSky: Sendable {
    /// The moment.
    package let time: SkyTime
    /// Degrees of the centre above the horizon, as geometry gives them, without the air.
    package let trueAltitude: Double
    /// Degrees from north, by way of east.
    package let azimuth: Double
    /// From the place to the moon's centre, kilometres.
    package let kilometres: Double
    /// The direction of the zenith at the moon, degrees from celestial north by way of east: the
    /// parallactic angle (Meeus, formula 14.1).
    let zenithFromNorth: Double

    /// Computes the moon's place.
    package init(from place: ObserverPlace, at time: SkyTime) {
        self.time = time
        let axis = EarthAxis(at: time)
        let moon = LunarPosition(at: time)
        let centre = axis.equatorial(
            .at(
                longitude: moon.longitude + axis.nutation, latitude: moon.latitude,
                distance: moon.kilometres))
        let sidereal = place.siderealDegrees(at: time, axis)
        let seen = centre - place.vector(siderealDegrees: sidereal)
        kilometres = seen.length
        let declination = seen.latitude
        let hourAngle = sidereal - seen.longitude
        let (sine, cosine) = (Angle.sine(place.latitude), Angle.cosine(place.latitude))
        // Meeus, formulas 13.5 and 13.6, with the azimuth from north.
        trueAltitude = Angle.ofSine(
            sine * Angle.sine(declination)
                + cosine * Angle.cosine(declination) * Angle.cosine(hourAngle))
        azimuth = Angle.turn(
            180
                + Angle.of(
                    y: Angle.sine(hourAngle) * Angle.cosine(declination),
                    x: Angle.cosine(hourAngle) * sine * Angle.cosine(declination)
                        - Angle.sine(declination) * cosine))
        zenithFromNorth = Angle.of(
            y: Angle.sine(hourAngle) * cosine,
            x: sine * Angle.cosine(declination)
                - Angle.sine(declination) * cosine * Angle.cosine(hourAngle))
        self.hourAngle = Angle.signed(hourAngle)
    }

    /// Degrees past the meridian, in -180 ..< 180.
    let hourAngle: Double

    /// Degrees above the horizon as seen through the air at 10 degrees Celsius and 1,010 hPa
    /// (Sæmundsson; Meeus, formula 16.4).
    package var altitude: Double {
        guard trueAltitude > -1 else { return trueAltitude }
        let minutes =
            1.02 / tan((trueAltitude + 10.3 / (trueAltitude + 5.11)) * Angle.radians)
        return trueAltitude + max(0, minutes) / 60
    }

    /// Degrees that the upper edge is above its true place at rise and set, when refraction lifts
    /// it by 34 arc minutes (Meeus, chapter 15).
    var aboveHorizon: Double {
        trueAltitude + 34.0 / 60 + Angle.ofSine(MoonFace.radiusKilometres / kilometres)
    }
}

/// One passage of the moon across the sky of a place: the present one if the moon is up, else the
/// next.
package struct MoonPass: Sendable {
    /// Appearance of the upper edge; nil if the moon does not set before this pass within a day.
    package let rise: SkyTime?
    /// Passage of the meridian, where the moon is close to its highest; nil if it stays below the
    /// horizon for the next day.
    package let transit: SkyTime?
    /// Disappearance of the upper edge; nil if the moon stays up for a day after it.
    package let set: SkyTime?

    /// Finds the passage at a place.
    package init(at place: ObserverPlace, from now: SkyTime) {
        func isUp(_ time: SkyTime) -> Bool { MoonInSky(from: place, at: time).aboveHorizon >= 0 }
        func change(from start: SkyTime, step: Double) -> SkyTime? {
            Self.change(from: start, step: step) { isUp($0) }
        }
        let start: SkyTime
        if isUp(now) {
            rise = change(from: now, step: -Self.stepHours)
            set = change(from: now, step: Self.stepHours)
            start = rise ?? now
        } else if let rise = change(from: now, step: Self.stepHours) {
            self.rise = rise
            set = change(from: rise.adding(hours: 0.001), step: Self.stepHours)
            start = rise
        } else {
            rise = nil
            transit = nil
            set = nil
            return
        }
        transit = Self.transit(after: start, at: place)
    }

    private static let stepHours = 0.1

    /// A day and the moon's delay of up to an hour and a quarter.
    private static let longestHours = 26.0

    /// The first moment at which a condition changes, to less than a second.
    private static func change(
        from start: SkyTime, step: Double, _ holds: (SkyTime) -> Bool
    ) -> SkyTime? {
        let first = holds(start)
        var before = start
        for index in 1...Int(longestHours / abs(step)) {
            var after = start.adding(hours: step * Double(index))
            guard holds(after) != first else {
                before = after
                continue
            }
            for _ in 0..<10 {
                let middle = SkyTime(unixSeconds: (before.unixSeconds + after.unixSeconds) / 2)
                if holds(middle) == first { before = middle } else { after = middle }
            }
            return after
        }
        return nil
    }

    /// The next passage of the meridian.
    private static func transit(after start: SkyTime, at place: ObserverPlace) -> SkyTime {
        let ahead = Angle.turn(-MoonInSky(from: place, at: start).hourAngle)
        var found = start.adding(hours: ahead / degreesAnHour)
        for _ in 0..<4 {
            let rest = -MoonInSky(from: place, at: found).hourAngle
            found = found.adding(hours: rest / degreesAnHour)
        }
        return found
    }

    /// The sky turns by 15.04 degrees an hour, and the moon falls back by about 0.55.
    private static let degreesAnHour = 14.49
}

/// A place on the ground.
package struct ObserverPlace: Sendable, Equatable {
    /// Degrees north of the equator.
    package let latitude: Double
    /// Degrees east of Greenwich.
    package let longitude: Double

    /// A place; nil if no place on earth has these coordinates.
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
