public import Audio
public import LetterSpeech

/// A recording that can be read from its start as often as needed.
public struct Recording: Sendable {
    /// What it is called in results and messages.
    public var name: String
    /// Opens it.
    public var open: @Sendable () throws -> any AudioSource

    public init(name: String, open: @escaping @Sendable () throws -> any AudioSource) {
        self.name = name
        self.open = open
    }
}

/// What was said in a recording.
public struct Transcript: Sendable, Equatable {
    /// The recording's name.
    public var name: String
    /// Its length, seconds.
    public var duration: Double
    /// What was said, in order, with times in seconds of the recording.
    public var answers: [SpokenAnswer]

    public init(name: String, duration: Double, answers: [SpokenAnswer]) {
        self.name = name
        self.duration = duration
        self.answers = answers
    }
}
