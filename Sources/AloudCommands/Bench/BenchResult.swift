/// What a bench run measured; `docs/performance.md` holds such results.
struct BenchResult {
    var sessions: Int
    var recordings: Int
    var isSynthetic: Bool
    /// Grammar, dictionary, decoder and mapper, seconds.
    var ready: Double
    /// From the start of the process to there, seconds.
    var readySinceStart: Double?
    /// The most memory held until all was heard, bytes.
    var peakBytes: Int?
    var speed: TranscriptionSpeed
    /// Processor time of the whole process until all was heard, without the making of synthetic
    /// speech, seconds.
    var processProcessor: Double
    /// Nil where it was skipped.
    var live: LiveLatency?

    /// Seconds of sound in a second of processor time of the whole process.
    var processTimesRealTime: Double { speed.sound / processProcessor }
}
