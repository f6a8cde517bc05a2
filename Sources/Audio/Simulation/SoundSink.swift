/// Where sound is let out: the speaking side of a microphone that is only simulated.
public protocol SoundSink: Sendable {
    /// Lets sound be heard at once; the writer keeps the time.
    ///
    /// - Parameter samples: mono, 16,000 Hz, -1…1.
    func write(_ samples: [Float])

    /// Ends the sound; what is written later goes unheard.
    func close()
}
