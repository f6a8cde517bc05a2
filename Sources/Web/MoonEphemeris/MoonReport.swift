/// The facts about the moon that a page shows. Times are seconds since 1970.
package struct MoonReport: Codable, Sendable {
    /// The moment.
    package var at: Double
    /// From the earth's centre to the moon's, kilometres.
    package var kilometresFromEarth: Double
    /// Phase: degrees of ecliptic longitude from the sun to the moon.
    package var phaseDegrees: Double
    /// Name of the phase.
    package var phase: MoonPhase.Name
    /// Lit part of the face, from 0 to 1.
    package var illuminated: Double
    /// Days since the last new moon.
    package var ageDays: Double
    /// The next new moon.
    package var nextNew: Double
    /// The next full moon.
    package var nextFull: Double
    /// The orientation and light of the face.
    package var face: Face
    /// The moon in the sky of the place; nil without a place.
    package var sky: Sky?

    /// The orientation and light of the face: points on the moon in degrees east and north.
    package struct Face: Codable, Sendable {
        package var earthLongitude: Double
        package var earthLatitude: Double
        package var sunLongitude: Double
        package var sunLatitude: Double
        /// Direction of the moon's north pole, degrees anticlockwise from up: up is the zenith of the
        /// place, or celestial north without a place.
        package var axisDegrees: Double
    }

    /// The moon in the sky of a place.
    package struct Sky: Codable, Sendable {
        /// From the place to the moon, kilometres.
        package var kilometres: Double
        /// Degrees above the horizon, as seen through the air.
        package var altitudeDegrees: Double
        /// Degrees from north, by way of east.
        package var azimuthDegrees: Double
        /// Whether any of it is above the horizon.
        package var isUp: Bool
        /// Rise of the present pass, or of the next; nil if the moon does not rise in it.
        package var rise: Double?
        /// Passage of the meridian; nil if the moon stays below the horizon for a day.
        package var transit: Double?
        /// Set; nil if the moon does not set.
        package var set: Double?
    }

    /// Computes the facts.
    package init(at time: SkyTime, from place: ObserverPlace?) {
        let phase = MoonPhase(at: time)
        let face = MoonFace(at: time)
        at = time.unixSeconds
        kilometresFromEarth = LunarPosition(at: time).kilometres
        phaseDegrees = phase.degrees
        self.phase = phase.name
        illuminated = phase.illuminated
        ageDays = phase.ageDays
        nextNew = phase.reached(0).unixSeconds
        nextFull = phase.reached(180).unixSeconds
        let sky = place.map { MoonInSky(from: $0, at: time) }
        self.face = Face(
            earthLongitude: face.earthLongitude, earthLatitude: face.earthLatitude,
            sunLongitude: face.sunLongitude, sunLatitude: face.sunLatitude,
            axisDegrees: Angle.signed(face.axisFromNorth - (sky?.zenithFromNorth ?? 0)))
        guard let place, let sky else { return }
        let pass = MoonPass(at: place, from: time)
        self.sky = Sky(
            kilometres: sky.kilometres, altitudeDegrees: sky.altitude,
            azimuthDegrees: sky.azimuth, isUp: sky.aboveHorizon >= 0,
            rise: pass.rise?.unixSeconds, transit: pass.transit?.unixSeconds,
            set: pass.set?.unixSeconds)
    }
}
