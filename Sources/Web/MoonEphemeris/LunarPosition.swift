/// A periodic term: an amplitude, and the multiples of the arguments D, M, M' and F.
struct LunarTerm: Sendable {
    let amplitude: Double
    let d: Double
    let m: Double
    let n: Double
    let f: Double

    init(_ amplitude: Double, _ d: Double, _ m: Double, _ n: Double, _ f: Double) {
        self.amplitude = amplitude
        self.d = d
        self.m = m
        self.n = n
        self.f = f
    }
}

/// The place of the moon, seen from the centre of the earth.
///
/// The series has the form of Meeus's chapter 47 (formulas 47.1 to 47.6 for the arguments, after
/// Chapront-Touzé and Chapront, 1988). Its amplitudes were fitted to JPL's ephemeris DE421 by
/// `training/moon/fit.py`: at most 14 arc seconds in longitude, 5 in latitude and 7 km off from
/// 1970 to 2052.
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
        let arguments = LunarArguments(centuries: time.centuries)
        self.arguments = arguments
        let t = time.centuries
        let a1 = 119.75 + 131.849 * t
        let a2 = 53.09 + 479_264.290 * t
        let a3 = 313.45 + 481_266.484 * t
        let mean = arguments.meanLongitude
        let longitude =
            Self.sum(
                LunarTerms.longitudeExtra,
                [1, t, Angle.sine(a1), Angle.sine(mean - arguments.f), Angle.sine(a2)])
            + arguments.sum(LunarTerms.longitude, Angle.sine)
        let latitude =
            Self.sum(LunarTerms.latitudeExtra, [1, Angle.sine(mean), Angle.sine(a3)])
            + arguments.sum(LunarTerms.latitude, Angle.sine)
        self.longitude = Angle.turn(mean + longitude / 3_600)
        self.latitude = latitude / 3_600
        kilometres =
            Self.sum(LunarTerms.distanceExtra, [1])
            + arguments.sum(LunarTerms.distance, Angle.cosine)
    }

    private static func sum(_ amplitudes: [Double], _ values: [Double]) -> Double {
        zip(amplitudes, values).reduce(0) { $0 + $1.0 * $1.1 }
    }
}

/// The angles from which the moon's place is computed, degrees (Meeus, formulas 47.1 to 47.6).
struct LunarArguments: Sendable {
    /// Mean longitude of the moon, L'.
    let meanLongitude: Double
    /// Mean elongation of the moon, D.
    let d: Double
    /// Mean anomaly of the sun, M.
    let m: Double
    /// Mean anomaly of the moon, M'.
    let n: Double
    /// Mean distance of the moon from its ascending node, F.
    let f: Double
    /// Longitude of the mean ascending node (formula 47.7).
    let node: Double
    /// The shrinking eccentricity of the earth's orbit, E.
    private let eccentricity: Double

    init(centuries t: Double) {
        meanLongitude = Self.sum(t, 218.316_447_7, 481_267.881_234_21, -0.001_578_6, 1 / 538_841)
        d = Self.sum(t, 297.850_192_1, 445_267.111_403_4, -0.001_881_9, 1 / 545_868)
        m = Self.sum(t, 357.529_109_2, 35_999.050_290_9, -0.000_153_6, 0)
        n = Self.sum(t, 134.963_396_4, 477_198.867_505_5, 0.008_741_4, 1 / 69_699)
        f = Self.sum(t, 93.272_095_0, 483_202.017_523_3, -0.003_653_9, -1 / 3_526_000)
        node = Self.sum(t, 125.044_547_9, -1_934.136_289_1, 0.002_075_4, 1 / 467_441)
        eccentricity = 1 - 0.002_516 * t - 0.000_007_4 * t * t
    }

    private static func sum(
        _ t: Double, _ zero: Double, _ one: Double, _ two: Double, _ three: Double
    ) -> Double { zero + t * (one + t * (two + t * three)) }

    /// The sum of periodic terms.
    func sum(_ terms: [LunarTerm], _ function: (Double) -> Double) -> Double {
        terms.reduce(0) { sum, term in
            let angle = term.d * d + term.m * m + term.n * n + term.f * f
            let shrunk =
                switch abs(term.m) {
                case 0: 1.0
                case 1: eccentricity
                case 2: eccentricity * eccentricity
                default: eccentricity * eccentricity * eccentricity
                }
            return sum + term.amplitude * shrunk * function(angle)
        }
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
