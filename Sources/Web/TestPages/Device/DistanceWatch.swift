package import Acuity
internal import Foundation

/// Follows how far a person is from the letters while a test runs, by the reports of the page's
/// camera. Pure: each call gets the time.
package struct DistanceWatch: Sendable {
    /// A distance with its uncertainty.
    package struct Measured: Sendable, Equatable {
        /// The distance from the eyes to the letters.
        package var distance: Distance
        /// The relative standard deviation.
        package var deviation: Double

        /// A distance with its relative standard deviation.
        package init(distance: Distance, deviation: Double) {
            self.distance = distance
            self.deviation = deviation
        }
    }

    /// The distances at which the test continues, in metres.
    private let range: ClosedRange<Double>
    /// The last measured distance; at first the one at which the test was begun.
    package private(set) var last: Measured
    /// The time of the measurement.
    private var measuredAt: Duration
    /// The distance at which the letters were first shown; nil if no letters were shown.
    private var shownAt: Distance?
    /// The time at which the person moved away; nil if they did not.
    private var awaySince: Duration?
    /// The time since which a paused test can continue; nil if it cannot.
    private var rightSince: Duration?
    private var isPaused = false
    /// The reason that the camera does not measure; nil if it does.
    private var cameraTrouble: CameraTrouble?
    private var cover: CoverWatch

    /// The distances of near and of far tests, in metres.
    private static let near = 0.25...0.60
    static let far = 1.0...4.0
    /// The tolerance beyond the range, as a share of its end.
    private static let margin = 0.1
    /// The time without a face after which the test pauses.
    static let lostAfter = Duration.seconds(1.5)
    /// The time without trouble after which the test continues.
    static let steadyFor = Duration.seconds(1)
    /// The change of distance, as a share, and its duration after which the person gets other
    /// letters.
    private static let moved = 0.05
    static let movedFor = Duration.seconds(0.5)

    /// A test of an eye that begins now at a distance.
    ///
    /// - Parameter isFixed: whether the distance is fixed; it is then right, near or far.
    package init(
        of eye: Eye = .both, from begun: Measured, isFixed: Bool = false, at now: Duration
    ) {
        cover = CoverWatch(eye: eye)
        last = begun
        measuredAt = now
        let metres = begun.distance.metres
        let usual = metres < 0.8 ? Self.near : Self.far
        range =
            isFixed ? min(usual.lowerBound, metres)...max(usual.upperBound, metres) : usual
    }

    /// Takes a report; nil if no face was measured.
    ///
    /// - Parameter covered: which eyes are covered; nil if that cannot be seen.
    package mutating func take(
        _ measured: Measured?, covered: CoveredEyes? = nil, at now: Duration
    ) {
        cameraTrouble = nil
        cover.take(covered, at: now)
        guard let measured else { return }
        last = measured
        measuredAt = now
        guard let shownAt else { return }
        let isAway = abs(measured.distance.metres / shownAt.metres - 1) > Self.moved
        awaySince = isAway ? awaySince ?? now : nil
    }

    /// Notes that the camera measures nothing, which pauses the test at once.
    package mutating func loses(_ camera: CameraTrouble) { cameraTrouble = camera }

    /// Notes that letters are shown, drawn for the present distance.
    package mutating func showsLetters() {
        shownAt = last.distance
        awaySince = nil
    }

    /// Whether the person has moved since the letters were first shown, so that they need others.
    /// True once for each move: if the letters stay, the next move counts from the new place.
    package mutating func takeMove(at now: Duration) -> Bool {
        guard let awaySince, now - awaySince >= Self.movedFor else { return false }
        showsLetters()
        return true
    }

    /// The advice to the person while the test is paused, one sentence; nil while it is not.
    package private(set) var advice: String?

    /// The reason that the test has to pause, in words for the person; nil if it can go on.
    ///
    /// - Parameter isTooNear: whether the screen cannot draw the letters as small as they need to be
    ///   at this distance.
    package mutating func trouble(at now: Duration, isTooNear: Bool = false) -> String? {
        let fault = fault(at: now, isTooNear: isTooNear)
        guard isPaused || fault != nil else { return nil }
        if let fault {
            isPaused = true
            rightSince = nil
            advice = fault.advice
            return [fault.advice, fault.details].compactMap(\.self).joined(separator: " ")
        }
        let since = rightSince ?? now
        rightSince = since
        guard now - since >= Self.steadyFor else {
            advice = Self.stay
            return Self.stay
        }
        isPaused = false
        rightSince = nil
        advice = nil
        return nil
    }

    private static let stay = "Good. Stay there."
    private static let moveBack = "Move back."

    private mutating func fault(
        at now: Duration, isTooNear: Bool
    ) -> (advice: String, details: String?)? {
        if let cameraTrouble { return (cameraTrouble.words.reason, cameraTrouble.words.advice) }
        if now - measuredAt > Self.lostAfter {
            return (
                "Your face cannot be seen. Look straight at the screen, and cover no more than the eye.",
                nil
            )
        }
        let metres = last.distance.metres
        let words =
            "You are \(Self.words(metres)) away; \(Self.words(range.lowerBound)) to"
            + " \(Self.words(range.upperBound)) is right."
        if metres < range.lowerBound * (1 - Self.margin) { return (Self.moveBack, words) }
        if metres > range.upperBound * (1 + Self.margin) {
            return ("Come nearer.", words)
        }
        if isTooNear { return (Self.moveBack, nil) }
        return cover.fault(at: now).map { ($0, nil) }
    }

    private static func words(_ metres: Double) -> String {
        metres < 1 ? "\(Int((metres * 100).rounded())) cm" : String(format: "%.1f m", metres)
    }
}
