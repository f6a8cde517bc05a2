public import Acuity

/// All that is to be seen at one moment of a test.
public struct TestView: Sendable, Equatable {
    /// The letters; nil before the first and after the last line.
    public var presentation: Presentation?
    /// What is known about each letter of the line.
    public var places: [Place]
    /// What is asked of the person.
    public var prompt: Prompt
    /// For each letter of a line that is finished, whether it was right; nil unless feedback was
    /// asked for.
    public var feedback: [Bool]?

    /// A moment of a test.
    public init(
        presentation: Presentation?, places: [Place], prompt: Prompt, feedback: [Bool]? = nil
    ) {
        self.presentation = presentation
        self.places = places
        self.prompt = prompt
        self.feedback = feedback
    }
}
