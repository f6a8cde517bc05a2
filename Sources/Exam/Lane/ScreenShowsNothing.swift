package import Acuity

/// A screen cannot show in their true size the letters that a test begins with.
package struct ScreenShowsNothing: Error, Equatable, CustomStringConvertible {
    package let distance: Distance

    /// The parameters as the properties of their names.
    package init(distance: Distance) {
        self.distance = distance
    }

    package var description: String {
        "At \(distance) the screen cannot show the letters that the test begins with in their true"
            + " size; choose another distance, or a larger or finer screen."
    }
}
