/// How much of the moon is lit, and since when.
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

    /// The phases that have a name of their own.
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
