internal import Audio
package import Recognition

/// What is done to the recordings of an evaluation before they are heard: a room, noise, and
/// a bad microphone.
package struct SoundDegrading: Sendable {
    package var room: RoomResponse?
    package var noise: AddedNoise?
    /// Draws, with a recording's name, the piece of noise under it: the same whatever other recordings
    /// are heard, so that runs can be compared recording by recording.
    package var seed: UInt64
    /// Draws a bad microphone for each speaker; nil for the one that it was recorded with.
    package var microphones: UInt64?

    /// The parameters as the properties of their names.
    package init(
        room: RoomResponse? = nil, noise: AddedNoise? = nil, seed: UInt64,
        microphones: UInt64? = nil
    ) {
        self.room = room
        self.noise = noise
        self.seed = seed
        self.microphones = microphones
    }

    /// A recording as it would have been in that room, with that noise.
    ///
    /// - Parameter speaker: who has a microphone of their own.
    package func applied(to recording: Recording, of speaker: String = "") -> Recording {
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
    package func microphone(of speaker: String) -> BadMicrophone? {
        microphones.map { number in
            BadMicrophone(seed: speaker.utf8.reduce(number) { $0 &* 31 &+ UInt64($1) })
        }
    }
}
