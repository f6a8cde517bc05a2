internal import Acuity
internal import HandsFree
internal import WebDisplay

extension TestPlan {
    /// The plan for a screen that has been seen: it starts at a line that the screen can show, and
    /// asks for none that it cannot.
    ///
    /// - Parameter onScore: told the score as it stands after each answer.
    /// - Throws: `ScreenShowsNothing`.
    func fitted(
        to begin: BeginRequest, onScore: @escaping @Sendable (AcuityScore) -> Void
    ) throws -> (TestSetup, any AcuityProcedure) {
        guard let start = begin.range.start(from: procedure.start) else {
            throw ScreenShowsNothing(distance: setup.distance)
        }
        let reading = ChartReading(
            chart: procedure.chart, start: start, stopRule: procedure.stopRule,
            distance: setup.distance)
        var setup = setup
        setup.isCalibrated = begin.isCalibrated
        return (setup, ScreenBoundProcedure(reading, range: begin.range, onScore: onScore))
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
