/// Hears recordings, each by itself unless it is said to be of the same person as the one before.
public final class RecordingListener {
    private let listener: LetterListener

    /// A listener to recordings.
    public init(_ listener: LetterListener) { self.listener = listener }

    /// What was said in a recording.
    public func transcribe(_ recording: Recording) throws -> Transcript {
        try hear(recording).transcript(at: listener.thresholds)
    }

    /// What was heard in a recording, before it is judged. It is read once.
    ///
    /// - Parameter continuing: whether the same person said it as the recording before.
    public func hear(_ recording: Recording, continuing: Bool = false) throws -> HeardRecording {
        if !continuing { listener.forgetSession() }
        var breaths: [HeardBreath] = []
        let (duration, missing) = try RecordingSpeech.segments(of: recording) { segment in
            breaths.append(try listener.hear(segment))
        }
        return HeardRecording(
            name: recording.name, duration: duration, breaths: breaths, missing: missing)
    }
}
