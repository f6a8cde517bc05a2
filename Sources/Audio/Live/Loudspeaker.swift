/// An output for sound that people hear.
public protocol Loudspeaker: AnyObject, Sendable {
    /// Plays sound, and returns after its last sample or when it is to stop. One thread at a time.
    ///
    /// - Parameters:
    ///   - samples: mono, 16,000 Hz, -1…1.
    ///   - goesOn: whether to play on, asked ten times a second.
    func play(_ samples: [Float], while goesOn: () -> Bool) throws
}

/// A voice that turns words into sound.
public protocol Speaking: Sendable {
    /// The sound of some words: mono, 16,000 Hz, -1…1.
    ///
    /// - Parameters:
    ///   - text: words, or single capital letters, which are read as their names.
    ///   - rate: how fast; 1 is the voice's own rate, less is slower.
    func say(_ text: String, rate: Double) throws -> [Float]
}

/// A simulated microphone with both its sides.
public struct SoundLoop: Sendable {
    /// The side that is spoken into.
    public let mouth: any SoundSink
    /// The side that is listened to, as any microphone.
    public let ear: any LiveAudioSource

    /// Both sides of such a microphone: what `mouth` is given, `ear` hears.
    public init(mouth: any SoundSink, ear: any LiveAudioSource) {
        self.mouth = mouth
        self.ear = ear
    }
}

/// The speaking side of a simulated microphone.
public protocol SoundSink: Sendable {
    /// Writes sound that is heard at once; the writer keeps the pace.
    ///
    /// - Parameter samples: mono, 16,000 Hz, -1…1.
    func write(_ samples: [Float])

    /// Ends the sound; later sound goes unheard.
    func close()
}
