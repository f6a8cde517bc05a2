public import Audio
public import PhoneticMapping

/// A recording that ended before its time: what was heard is not all that was said.
public struct MissingSound: Error, Sendable, Equatable, CustomStringConvertible {
    /// The recording's path.
    public var path: String
    /// How much is missing of what its header claims, seconds; nil where the file was cut off and
    /// claims nothing.
    public var seconds: Double?
    /// Why the rest cannot be read, naming the file; nil where there is no rest.
    public var damage: String?

    /// Less than this is no loss that anybody could hear, seconds: some formats tell their length
    /// only to a block. A tenth of the shortest letter, and Aloud's own choice.
    private static let inaudible = 0.02

    /// What is missing of sound that was read to its end; nil where nothing is, or where no length
    /// was told.
    public init?(of source: any AudioSource) {
        guard let recorded = source as? any RecordedSource else { return nil }
        let lacks = recorded.missingSeconds >= Self.inaudible
        damage = recorded.damage.map { String(describing: $0) }
        guard lacks || recorded.isCutOff || damage != nil else { return nil }
        path = recorded.path
        seconds = lacks ? recorded.missingSeconds : nil
    }

    /// In words for a person, naming the file.
    public var description: String {
        if let damage { return damage }
        guard let seconds else {
            return "\(path): the file ends in the midst of the sound, so that some is missing; "
                + "record or copy it again."
        }
        return "\(path): the file lacks \((seconds * 100).rounded() / 100) s of the sound that its "
            + "header claims; record or copy it again."
    }
}

/// Sound whose length is told before it is read, as by the header of a file.
public protocol RecordedSource: AudioSource {
    /// The recording's path.
    var path: String { get }
    /// Seconds that were told of and are not there, known at the end; 0 before.
    var missingSeconds: Double { get }
    /// Why the sound ends before its time, in words for a person, where it is damaged; nil where it
    /// is not.
    var damage: (any Error)? { get }
    /// Whether it was cut off where nobody told how long it was.
    var isCutOff: Bool { get }
}

/// What was said in a recording.
public struct Transcript: Sendable, Equatable {
    /// The recording's name.
    public var name: String
    /// Its length, seconds.
    public var duration: Double
    /// What was said, in order, with times in seconds of the recording.
    public var answers: [SpokenAnswer]
    /// What its header claims and it does not have; nil where nothing is missing.
    public var missing: MissingSound?

    /// What was said in a recording of so many seconds.
    public init(
        name: String, duration: Double, answers: [SpokenAnswer], missing: MissingSound? = nil
    ) {
        self.name = name
        self.duration = duration
        self.answers = answers
        self.missing = missing
    }
}
