/// A microphone that hears what a program says, with both its sides.
public struct SoundLoop: Sendable {
    /// What is spoken into.
    public let mouth: any SoundSink
    /// What hears it, as any microphone hears a room.
    public let ear: any LiveAudioSource

    /// Both sides of such a microphone: what `mouth` is given, `ear` hears.
    public init(mouth: any SoundSink, ear: any LiveAudioSource) {
        self.mouth = mouth
        self.ear = ear
    }
}

/// Where sound is let out: the speaking side of a microphone that is only simulated.
public protocol SoundSink: Sendable {
    /// Lets sound be heard at once; the writer keeps the time.
    ///
    /// - Parameter samples: mono, 16,000 Hz, -1…1.
    func write(_ samples: [Float])

    /// Ends the sound; what is written later goes unheard.
    func close()
}
