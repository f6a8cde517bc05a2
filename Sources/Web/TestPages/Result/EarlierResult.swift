package import Acuity
internal import Records

/// The comparison of a result with the person's earlier tests of this eye, for the result page.
package struct EarlierResult: Sendable, Equatable {
    /// The day of the test before this one: "2026-10-03".
    package let day: String
    /// Its acuity; nil without a score.
    package let acuity: LogMAR?
    /// The finding of the series; nil for tests that cannot be compared.
    package let state: SeriesFinding.State?
    /// The day since which that holds: "2026-10-03"; nil for tests that cannot be compared.
    package let since: String?
    /// Whether the change is a loss.
    package let isWorse: Bool

    /// Sets each property from the parameter of its name.
    package init(
        day: String, acuity: LogMAR?, state: SeriesFinding.State?, since: String?, isWorse: Bool
    ) {
        self.day = day
        self.acuity = acuity
        self.state = state
        self.since = since
        self.isWorse = isWorse
    }

    /// The comparison as the page receives it.
    var json: JSONObject {
        [
            "day": day, "headline": orNull(acuity.map { SnellenLine.nearest(to: $0).feet }),
            "state": orNull(state?.rawValue), "since": orNull(since), "isWorse": isWorse,
        ]
    }
}
