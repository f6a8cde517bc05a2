/// What a live source has to tell: sound mostly, and everything that sound alone would hide.
public enum CaptureEvent: Sendable, Equatable {
    /// The next piece of sound.
    case sound(AudioChunk)
    /// The device ran over because the computer was late, so sound is missing here.
    /// - Parameter count: how often since the source was opened.
    case overrun(count: Int)
    /// Nobody read for longer than the queue holds, so its oldest sound was thrown away here.
    /// - Parameter seconds: how much.
    case dropped(seconds: Double)
    /// What came until here was not listened to, since the program itself spoke.
    case unheard
    /// The device is gone; it is looked for until it returns.
    /// - Parameter reason: what the system says, for a person.
    case lost(reason: String)
    /// The device is there again; sound goes on.
    case returned
}
