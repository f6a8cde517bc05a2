public import Audio

/// The stretches of speech in recordings.
public enum RecordingSpeech {
    /// Up to this length, seconds, the noise of a recording is measured over all of it before its
    /// speech is looked for (`SpeechSegment.all`); in longer ones it is followed as live.
    static let shortRecording = 60.0

    /// Goes through the stretches of speech in a recording, which is read once.
    ///
    /// - Returns: its length, seconds, and what it lacks.
    /// - Throws: what opening or reading it throws; of a short recording before `body` is called.
    @discardableResult
    public static func segments(
        of recording: Recording, _ body: (SpeechSegment) throws -> Void
    ) throws -> (duration: Double, missing: MissingSound?) {
        let source = try recording.open()
        let (opening, isAll) = try opening(of: source)
        if isAll {
            let samples = opening.flatMap(\.samples)
            for segment in SpeechSegment.all(in: samples) { try body(segment) }
            return (Double(samples.count) / Double(speechRate), MissingSound(of: source))
        }
        var endpointer = Endpointer()
        for chunk in opening {
            for segment in endpointer.take(chunk.samples) { try body(segment) }
        }
        while let chunk = try source.read() {
            for segment in endpointer.take(chunk.samples) { try body(segment) }
        }
        let duration = endpointer.time
        if let last = endpointer.finish() { try body(last) }
        return (duration, MissingSound(of: source))
    }

    /// The first minute of a recording, and whether that was all of it.
    private static func opening(
        of source: any AudioSource
    ) throws -> (chunks: [AudioChunk], isAll: Bool) {
        var chunks: [AudioChunk] = []
        var count = 0
        while let chunk = try source.read() {
            chunks.append(chunk)
            count += chunk.samples.count
            guard Double(count) / Double(speechRate) <= shortRecording else {
                return (chunks, false)
            }
        }
        return (chunks, true)
    }
}
