internal import CNova
internal import Synchronization

/// The functions of libnova. The library keeps its last results in static variables without a lock, so
/// one thread at a time uses it.
enum Nova {
    private static let isFree = Mutex<Void>(())

    /// The least terms of the theory that are summed, radians. Smaller terms would change the place
    /// by at most 0.0002 degrees and 0.5 km, and a call would take 1.7 ms instead of 0.07 ms.
    private static let leastTerm = 1e-7

    /// The moon from the earth's centre on the ecliptic and equinox of 2000, kilometres.
    static func moon(at time: SkyTime) -> Vector {
        var place = ln_rect_posn()
        isFree.withLock { _ in ln_get_lunar_geo_posn(time.terrestrialDay, &place, leastTerm) }
        return Vector(x: place.X, y: place.Y, z: place.Z)
    }

    /// Nutation in longitude and the true obliquity of the ecliptic, degrees (IAU 1980). The
    /// library repeats its last result for a time less than 0.1 days away: an error of 0.01 arc
    /// seconds.
    static func axis(at time: SkyTime) -> (nutation: Double, obliquity: Double) {
        var nutation = ln_nutation()
        isFree.withLock { _ in ln_get_nutation(time.terrestrialDay, &nutation) }
        return (nutation.longitude, nutation.ecliptic + nutation.obliquity)
    }

    /// Mean sidereal time at Greenwich, degrees.
    static func siderealDegrees(at time: SkyTime) -> Double {
        ln_get_mean_sidereal_time(time.universalDay) * 15
    }
}
