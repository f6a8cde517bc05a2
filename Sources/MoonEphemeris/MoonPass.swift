/// One way of the moon across the sky of a place: the present one if the moon is up, or the next.
package struct MoonPass: Sendable {
    /// Appearance of the upper edge; nil if the moon does not set before this pass within a day.
    package let rise: SkyTime?
    /// Passage of the meridian, where the moon is close to its highest; nil if it stays below the
    /// horizon for the next day.
    package let transit: SkyTime?
    /// Disappearance of the upper edge; nil if the moon stays up for a day after it.
    package let set: SkyTime?

    /// Searches the pass at a place.
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
