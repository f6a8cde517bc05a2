internal import Acuity
internal import HandsFree
internal import WebDisplay

extension ParsedArguments {
    /// These arguments for a screen that has been seen: a test that can be started at any line
    /// starts at the largest one that the screen can show, if the line that was asked for is larger.
    ///
    /// - Throws: `ScreenShowsNothing`.
    func fitted(to begin: BeginRequest) throws -> ParsedArguments {
        let asked = try self[TestPlan.start]
        guard let start = begin.range.start(from: asked) else {
            throw ScreenShowsNothing(distance: begin.distance)
        }
        let takesStart = try self[TestPlan.procedureOption].ownOptions.contains(
            TestPlan.start.name)
        return takesStart && start != asked ? with(TestPlan.start, start.feet) : self
    }
}

/// A screen cannot show in their true size the letters that a test begins with.
struct ScreenShowsNothing: Error, Equatable, CustomStringConvertible {
    let distance: Distance

    var description: String {
        "At \(distance) the screen cannot show the letters that the test begins with in their true"
            + " size; choose another distance, or a larger or finer screen."
    }
}
