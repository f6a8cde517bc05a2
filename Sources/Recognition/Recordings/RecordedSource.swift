public import Audio

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
