internal import Audio
internal import Listening

/// What is done to the recordings of an evaluation before they are heard: a room, noise, and
/// a bad microphone.
struct SoundDegrading: Sendable {
    var room: RoomResponse?
    var noise: AddedNoise?
    /// Draws a bad microphone for each speaker; nil for the one that it was recorded with.
    var microphones: UInt64?

    /// A recording as it would have been in that room, with that noise.
    ///
    /// - Parameters:
    ///   - speaker: who has a microphone of their own.
    ///   - seed: chooses the piece of noise.
    func applied(to recording: Recording, of speaker: String = "", seed: UInt64) -> Recording {
        let microphone = microphones.map { number in
            BadMicrophone(seed: speaker.utf8.reduce(number) { $0 &* 31 &+ UInt64($1) })
        }
        guard room != nil || noise != nil || microphone != nil else { return recording }
        return Recording(name: recording.name) {
            var samples = try recording.readWhole()
            if let room { samples = room.applied(to: samples) }
            if let noise { samples = noise.added(to: samples, seed: seed) }
            if let microphone { samples = microphone.applied(to: samples) }
            return SoundInMemory(samples)
        }
    }
}
