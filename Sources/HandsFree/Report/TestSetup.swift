public import Acuity

/// What a test was set to, for its report; the procedure already holds what it needs.
public struct TestSetup: Sendable, Equatable {
    /// The eye that is tested.
    public var eye: Eye
    /// The distance from the eye to the letters.
    public var distance: Distance
    /// The chart; nil for a procedure without one.
    public var chart: ChartName?

    /// A setup.
    public init(eye: Eye, distance: Distance = .fourMetres, chart: ChartName? = nil) {
        self.eye = eye
        self.distance = distance
        self.chart = chart
    }
}
