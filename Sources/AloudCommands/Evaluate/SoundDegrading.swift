internal import Audio
internal import Listening

/// What is done to the recordings of an evaluation before they are heard: a room, then noise.
struct SoundDegrading: Sendable {
    var room: RoomResponse?
    var noise: AddedNoise?

    /// A recording as it would have been in that room, with that noise.
    ///
    /// - Parameter seed: chooses the piece of noise.
    func applied(to recording: Recording, seed: UInt64) -> Recording {
        guard room != nil || noise != nil else { return recording }
        return Recording(name: recording.name) {
            var samples = try recording.open().readAll().samples
            if let room { samples = room.applied(to: samples) }
            if let noise { samples = noise.added(to: samples, seed: seed) }
            return SoundInMemory(samples)
        }
    }
}
