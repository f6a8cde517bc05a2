/// How long the capture waits before it acts.
struct CapturePatience: Sendable {
    /// A device that gives nothing for so long, after it gave sound, is taken for lost.
    var silence = Duration.seconds(2)
    /// The same of one that was opened and gave nothing yet: opening it anew would only let it
    /// begin anew. A sound server just started (PulseAudio 16.1) takes over two seconds; so may a
    /// wireless microphone that changes from listening to music to speech. Aloud's own choice.
    var firstSound = Duration.seconds(5)
    /// Between two tries to open a lost device again.
    var reopenSeconds = 1.0
}
