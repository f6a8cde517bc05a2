/// The place of the moon, seen from the centre of the earth.
///
/// libnova sums the theory ELP 2000-82B (Chapront-Touzé and Chapront, Astronomy and Astrophysics 124,
/// 1983), without terms that are too small to see. The equinox is then moved to that of the date. At
/// 12,000 moments from 1970 to 2052 the place is at most 0.0004 degrees and 1 km from JPL's ephemeris
/// DE421.
struct LunarPosition: Sendable {
    /// Longitude on the ecliptic from the mean equinox of date, degrees.
    let longitude: Double
    /// Latitude on the ecliptic of date, degrees.
    let latitude: Double
    /// Distance between the centres of earth and moon, kilometres.
    let kilometres: Double
    /// The arguments that the librations need.
    let arguments: LunarArguments

    init(at time: SkyTime) {
        let place = Nova.moon(at: time)
        let ofDate = Self.ofDate(place, centuries: time.centuries)
        longitude = Angle.turn(ofDate.longitude)
        latitude = ofDate.latitude
        kilometres = place.length
        arguments = LunarArguments(centuries: time.centuries)
    }

    /// Converts a point from the ecliptic and equinox of 2000 to those of a date (Meeus,
    /// Astronomical Algorithms, second edition, formulas 21.5 and 21.7).
    private static func ofDate(
        _ point: Vector, centuries t: Double
    ) -> (longitude: Double, latitude: Double) {
        let tilt = t * (47.002_9 + t * (-0.033_02 + t * 0.000_06)) / 3_600
        let node = 174.876_384 + t * (-869.808_9 + t * 0.035_36) / 3_600
        let turn = t * (5_029.096_6 + t * (1.111_13 - t * 0.000_006)) / 3_600
        let (sine, cosine) = (Angle.sine(point.latitude), Angle.cosine(point.latitude))
        let fromNode = node - point.longitude
        let a =
            Angle.cosine(tilt) * cosine * Angle.sine(fromNode) - Angle.sine(tilt) * sine
        let b = cosine * Angle.cosine(fromNode)
        let c =
            Angle.cosine(tilt) * sine + Angle.sine(tilt) * cosine * Angle.sine(fromNode)
        return (turn + node - Angle.of(y: a, x: b), Angle.ofSine(c))
    }
}

/// The angles of the moon's orbit that the librations need, degrees.
struct LunarArguments: Sendable {
    /// Mean distance of the moon from its ascending node, F (Meeus, formula 47.5).
    let f: Double
    /// Longitude of the mean ascending node (Meeus, formula 47.7).
    let node: Double

    init(centuries t: Double) {
        f = 93.272_095_0 + t * (483_202.017_523_3 + t * (-0.003_653_9 - t / 3_526_000))
        node = 125.044_547_9 + t * (-1_934.136_289_1 + t * (0.002_075_4 + t / 467_441))
    }
}

/// The place of the sun, seen from the centre of the earth, to 0.01 degrees (Meeus, chapter 25).
struct SolarPosition: Sendable {
    /// Apparent longitude on the ecliptic, degrees.
    let longitude: Double
    /// Distance, kilometres.
    let kilometres: Double

    init(at time: SkyTime, _ axis: EarthAxis) {
        let t = time.centuries
        let mean = 280.466_46 + t * (36_000.769_83 + t * 0.000_303_2)
        let anomaly = 357.529_11 + t * (35_999.050_29 - t * 0.000_153_7)
        let centre =
            (1.914_602 - t * (0.004_817 + t * 0.000_014)) * Angle.sine(anomaly)
            + (0.019_993 - 0.000_101 * t) * Angle.sine(2 * anomaly)
            + 0.000_289 * Angle.sine(3 * anomaly)
        let eccentricity = 0.016_708_634 - t * (0.000_042_037 + t * 0.000_000_126_7)
        let units =
            1.000_001_018 * (1 - eccentricity * eccentricity)
            / (1 + eccentricity * Angle.cosine(anomaly + centre))
        // Aberration, and nutation.
        longitude = Angle.turn(mean + centre - 0.005_69 + axis.nutation)
        kilometres = units * Self.astronomicalUnit
    }

    private static let astronomicalUnit = 149_597_870.7
}
