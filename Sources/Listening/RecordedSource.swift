public import Audio

/// Sound whose length is told before it is read, as by the header of a file.
public protocol RecordedSource: AudioSource {
    /// The recording's path.
    var path: String { get }
    /// Seconds that were told of and are not there, known at the end; 0 before.
    var missingSeconds: Double { get }
    /// Whether it was cut off where nobody told how long it was.
    var isCutOff: Bool { get }
}
