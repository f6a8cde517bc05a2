public import Audio
public import PhoneticMapping

/// An error: a recording ends early, so the answers in it may be incomplete.
public struct MissingSound: Error, Sendable, Equatable, CustomStringConvertible {
    /// The recording's path.
    public var path: String
    /// The missing part of the length in its header, seconds; nil if the file is cut off and gives
    /// no length.
    public var seconds: Double?
    /// The reason that the rest cannot be read, naming the file; nil if there is no rest.
    public var damage: String?

    /// A shorter loss is inaudible, seconds: some formats store their length only to a block. It is
    /// a tenth of the shortest letter, and Aloud's own choice.
    private static let inaudible = 0.02

    /// The missing part of a source that was read to its end; nil if it is complete, or of unknown
    /// length.
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

/// A sound whose length is known before it is read, for example from a file's header.
public protocol RecordedSource: AudioSource {
    /// The recording's path.
    var path: String { get }
    /// The announced seconds that are missing, known at the end; 0 before.
    var missingSeconds: Double { get }
    /// The reason that the sound ends early, in words for a person, if it is damaged; nil if not.
    var damage: (any Error)? { get }
    /// Whether it is cut off and has no announced length.
    var isCutOff: Bool { get }
}

/// The answers in a recording.
public struct Transcript: Sendable, Equatable {
    /// The recording's name.
    public var name: String
    /// Its length, seconds.
    public var duration: Double
    /// The answers in order, with times in seconds of the recording.
    public var answers: [SpokenAnswer]
    /// The part of the length in its header that the sound lacks; nil if it is complete.
    public var missing: MissingSound?

    /// The answers in a recording of this duration in seconds.
    public init(
        name: String, duration: Double, answers: [SpokenAnswer], missing: MissingSound? = nil
    ) {
        self.name = name
        self.duration = duration
        self.answers = answers
        self.missing = missing
    }
}
