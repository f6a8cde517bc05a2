internal import Audio
internal import Listening

/// What is done to the recordings of an evaluation before they are heard: a room, noise, and
/// a bad microphone.
struct SoundDegrading: Sendable {
    var room: RoomResponse?
    var noise: AddedNoise?
    /// Draws, with a recording's name, the piece of noise under it: the same whatever other recordings
    /// are heard, so that runs can be compared recording by recording.
    var seed: UInt64
    /// Draws a bad microphone for each speaker; nil for the one that it was recorded with.
    var microphones: UInt64?

    /// A recording as it would have been in that room, with that noise.
    ///
    /// - Parameter speaker: who has a microphone of their own.
    func applied(to recording: Recording, of speaker: String = "") -> Recording {
        let microphone = microphone(of: speaker)
        guard room != nil || noise != nil || microphone != nil else { return recording }
        let seed = StableHash.number(of: recording.name, seed: seed)
        return Recording(name: recording.name) {
            var samples = try recording.readWhole()
            if let room { samples = room.applied(to: samples) }
            if let noise { samples = noise.added(to: samples, seed: seed) }
            if let microphone { samples = microphone.applied(to: samples) }
            return SoundInMemory(samples)
        }
    }

    /// The bad microphone of a speaker; nil for the one that it was recorded with.
    func microphone(of speaker: String) -> BadMicrophone? {
        microphones.map { number in
            BadMicrophone(seed: speaker.utf8.reduce(number) { $0 &* 31 &+ UInt64($1) })
        }
    }
}
