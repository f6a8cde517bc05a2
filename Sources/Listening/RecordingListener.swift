internal import Audio
internal import LetterSpeech

/// Hears recordings: first all of a session, to learn its voice, room and microphone; then each
/// recording's answers. What is heard does not depend on the order of the recordings.
public final class RecordingListener {
    /// Up to this length, seconds, the noise of a recording is measured over all of it before its
    /// speech is looked for; in longer ones it is followed as live.
    static let shortRecording = 60.0

    private let listener: LetterListener

    public init(_ listener: LetterListener) { self.listener = listener }

    /// Starts a session: one voice, one room, one microphone.
    ///
    /// - Parameter recordings: its recordings; those that cannot be read are passed over here and
    ///   fail in `transcribe`.
    public func begin(session recordings: [Recording]) {
        listener.forgetSession()
        for recording in recordings {
            _ = try? segments(of: recording) { segment in try listener.attune(to: segment) }
        }
    }

    /// What was said in a recording of the session.
    public func transcribe(_ recording: Recording) throws -> Transcript {
        var answers: [SpokenAnswer] = []
        let duration = try segments(of: recording) { segment in
            answers += try listener.answers(in: segment, learning: false)
        }
        return Transcript(name: recording.name, duration: duration, answers: answers)
    }

    /// Goes through the stretches of speech in a recording and gives its length in seconds.
    @discardableResult
    private func segments(of recording: Recording, _ body: (SpeechSegment) throws -> Void) throws
        -> Double
    {
        var endpointer = Endpointer(noise: try noise(of: recording))
        let source = try recording.open()
        while let chunk = try source.read() {
            for segment in endpointer.take(chunk.samples) { try body(segment) }
        }
        let duration = endpointer.time
        if let last = endpointer.finish() { try body(last) }
        return duration
    }

    private func noise(of recording: Recording) throws -> Float? {
        let source = try recording.open()
        var energy = SpeechEnergy()
        var levels: [Float] = []
        while let chunk = try source.read() {
            levels += energy.take(chunk.samples)
            guard Double(levels.count) / 100 <= Self.shortRecording else { return nil }
        }
        return SpeechThreshold.noise(of: levels)
    }
}
