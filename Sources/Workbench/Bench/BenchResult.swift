/// What a bench run measured; `docs/performance.md` holds such results.
package struct BenchResult {
    package var sessions: Int
    package var recordings: Int
    package var isSynthetic: Bool
    /// Grammar, dictionary, decoder and mapper, seconds.
    package var ready: Double
    /// From the start of the process to there, seconds.
    package var readySinceStart: Double?
    /// The most memory held until all was heard, bytes.
    package var peakBytes: Int?
    package var speed: TranscriptionSpeed
    /// Processor time of the whole process until all was heard, without the making of synthetic
    /// speech, seconds.
    package var processProcessor: Double
    /// Nil where it was skipped.
    package var live: LiveLatency?

    /// The parameters as the properties of their names.
    package init(
        sessions: Int, recordings: Int, isSynthetic: Bool, ready: Double,
        readySinceStart: Double? = nil, peakBytes: Int? = nil, speed: TranscriptionSpeed,
        processProcessor: Double, live: LiveLatency? = nil
    ) {
        self.sessions = sessions
        self.recordings = recordings
        self.isSynthetic = isSynthetic
        self.ready = ready
        self.readySinceStart = readySinceStart
        self.peakBytes = peakBytes
        self.speed = speed
        self.processProcessor = processProcessor
        self.live = live
    }

    /// Seconds of sound in a second of processor time of the whole process.
    var processTimesRealTime: Double { speed.sound / processProcessor }
}
