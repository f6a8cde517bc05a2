internal import Acuity
internal import HandsFree
internal import WebDisplay

extension TestPlan {
    /// The plan for a screen that has been seen: a chart starts at a line that the screen can show,
    /// and a procedure asks for no size that it cannot.
    ///
    /// - Parameter onScore: told the score as it stands after each answer.
    /// - Throws: `ScreenShowsNothing`.
    func fitted(
        to begin: BeginRequest, onScore: @escaping @Sendable (AcuityScore) -> Void
    ) throws -> (TestSetup, any AcuityProcedure) {
        var fitted = procedure
        if let reading = procedure as? ChartReading {
            guard let start = begin.range.start(from: reading.start) else {
                throw ScreenShowsNothing(distance: setup.distance)
            }
            fitted = ChartReading(
                chart: reading.chart, start: start, stopRule: reading.stopRule,
                distance: setup.distance)
        }
        var setup = setup
        setup.isCalibrated = begin.isCalibrated
        return (setup, ScreenBoundProcedure(fitted, range: begin.range, onScore: onScore))
    }
}

/// There is no line of the chart that a screen can show in its true size.
struct ScreenShowsNothing: Error, Equatable, CustomStringConvertible {
    let distance: Distance

    var description: String {
        "At \(distance) the screen can show no line of the chart in its true size; choose another"
            + " distance with '--distance', or a larger or finer screen."
    }
}
