internal import Acuity

/// The eyes that are covered, as the camera sees them.
package enum CoveredEyes: String, Sendable, Decodable {
    case right, left, both
    case neither = "none"
}

/// Warns if the eyes are not covered as the test needs. The camera may be wrong, so a warning lasts
/// only some seconds, and is rare.
struct CoverWatch: Sendable {
    private let eye: Eye
    private var seen: CoveredEyes?
    /// The start of the present wrong cover; nil while the cover is right or unknown.
    private var wrongSince: Duration?
    /// The time of the last warning, and the number of warnings.
    private var saidAt: Duration?
    private var timesSaid = 0

    /// The time for which the cover must be wrong before a warning.
    static let patience = Duration.seconds(2)
    /// The time for which the warning is shown.
    static let saidFor = Duration.seconds(6)
    /// Maximum number of warnings in a test.
    static let mostTimes = 3

    /// A test of an eye.
    init(eye: Eye) { self.eye = eye }

    /// Takes the cover that the camera sees; nil if it cannot tell.
    mutating func take(_ covered: CoveredEyes?, at now: Duration) {
        guard let covered else { return }
        if covered != seen { saidAt = nil }
        seen = covered
        wrongSince = covered == right ? nil : wrongSince ?? now
    }

    /// The cover that this test needs.
    private var right: CoveredEyes {
        switch eye {
        case .right: .left
        case .left: .right
        case .both: .neither
        }
    }

    /// The warning in words for the person; nil if the cover is right or was wrong too briefly, or
    /// the warning was shown for long or often enough.
    mutating func fault(at now: Duration) -> String? {
        guard let seen, let since = wrongSince, now - since >= Self.patience else { return nil }
        if let saidAt {
            guard now - saidAt < Self.saidFor else { return nil }
        } else {
            guard timesSaid < Self.mostTimes else { return nil }
            saidAt = now
            timesSaid += 1
        }
        let wish =
            switch eye {
            case .right: "Cover your left eye."
            case .left: "Cover your right eye."
            case .both: "Keep both eyes open."
            }
        return switch seen {
        case .right: "Your right eye is covered. \(wish)"
        case .left: "Your left eye is covered. \(wish)"
        case .both: "Both eyes are covered. \(wish)"
        case .neither: "No eye is covered. \(wish)"
        }
    }
}
