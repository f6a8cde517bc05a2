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

    /// Degrees by which the upper edge is above its place at rise and set, where the air lifts it by
    /// 34 arc minutes (Meeus, chapter 15).
    var aboveHorizon: Double {
        trueAltitude + 34.0 / 60 + Angle.ofSine(MoonFace.radiusKilometres / kilometres)
    }
}
