/// What is wrong with the sound of a voice at the microphone.
public enum SoundAdvice: String, Sendable, CaseIterable {
    /// The voice is too quiet at the microphone, or hardly over the room.
    case louder
    /// The microphone is driven to its limits.
    case softer
    /// The room is nearly as loud as the voice.
    case noisy
}

extension SoundAdvice {
    /// What to do, in words for the person.
    public var words: String {
        switch self {
        case .louder: "A little louder, please."
        case .softer: "Too loud: a little softer, or further from the microphone."
        case .noisy: "It is noisy here. Switch off what hums or talks, or come nearer."
        }
    }
}
