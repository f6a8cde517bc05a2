internal import Acuity

/// A screen cannot show in their true size the letters that a test begins with.
struct ScreenShowsNothing: Error, Equatable, CustomStringConvertible {
    let distance: Distance

    var description: String {
        "At \(distance) the screen cannot show the letters that the test begins with in their true"
            + " size; choose another distance, or a larger or finer screen."
    }
}
