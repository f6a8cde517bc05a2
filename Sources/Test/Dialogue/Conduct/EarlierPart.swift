package import Acuity

/// The part of a test before its interruption, which counts for the test that resumes.
package struct EarlierPart: Sendable, Equatable {
    /// Letters asked for again.
    package var lettersAskedAgain = 0
    /// Answers by an operator.
    package var overrides = 0
    /// The number of times that sound was lost.
    package var soundsMissing = 0
    /// The distances at which letters were answered.
    package var distances: [MeasuredDistance] = []
    /// The hearing of the person in its warm-up.
    package var person = PersonalHearing()
    /// Its duration.
    package var duration = Duration.zero

    /// The earlier part of a test that begins: nothing.
    package init() {}
}
