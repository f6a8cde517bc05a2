internal import Audio
internal import Recognition

/// Changes to recordings before hearing: a room, noise, a bad microphone.
package struct SoundDegrading: Sendable {
    var room: RoomResponse?
    var noise: AddedNoise?
    /// Draws, with a recording's name, the piece of noise under it. It does not depend on the other
    /// recordings, so that runs can be compared recording by recording.
    var seed: UInt64
    /// Draws a bad microphone for each speaker; nil keeps the microphone of the recording.
    var microphones: UInt64?

    /// A recording as it would have been in that room, with that noise.
    ///
    /// - Parameter speaker: the speaker, for whom a bad microphone may be drawn.
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

    /// The bad microphone of a speaker; nil keeps the microphone of the recording.
    func microphone(of speaker: String) -> BadMicrophone? {
        microphones.map { number in
            BadMicrophone(seed: speaker.utf8.reduce(number) { $0 &* 31 &+ UInt64($1) })
        }
    }
}

extension SoundDegrading {
    /// The degradation that is asked for, with the sounds by their files.
    package struct Choice: Sendable {
        /// The file of a room's impulse response.
        package var room: String?
        /// The file of a noise, or `babble`.
        package var noise: String?
        /// Signal-to-noise ratio, dB.
        package var ratio: Double
        /// Draws the piece of noise under each recording, and the speakers of the babble.
        package var seed: UInt64
        /// Draws a bad microphone for each speaker; nil for none.
        package var microphones: UInt64?

        /// Sets each property from the parameter of its name.
        package init(
            room: String?, noise: String?, ratio: Double, seed: UInt64, microphones: UInt64?
        ) {
            self.room = room
            self.noise = noise
            self.ratio = ratio
            self.seed = seed
            self.microphones = microphones
        }
    }

    /// The name of the noise made from speakers of the manifest.
    private static let babble = "babble"

    /// Reads the sounds that a choice names.
    ///
    /// - Parameters:
    ///   - rows: the recordings for the babble.
    ///   - speakers: the speakers under evaluation, who are left out of the babble.
    ///   - recording: opens the recording of a row.
    ///   - open: opens a sound file by its path.
    /// - Throws: `SilentSound`, `TooLongSound`, `TooFewTalkers`, or a reading error.
    init(
        _ choice: Choice, of rows: [ReferenceRow], hearing speakers: Set<String>,
        recording: (ReferenceRow) -> Recording,
        open: @escaping @Sendable (String) throws -> any AudioSource
    ) throws {
        self.init(seed: choice.seed, microphones: choice.microphones)
        func samples(_ file: String, _ option: String) throws -> [Float] {
            try Recording(name: file) { try open(file) }.readWhole(for: option)
        }
        if let file = choice.room {
            let response = RoomResponse(try samples(file, "--room"))
            guard !response.taps.isEmpty else { throw SilentSound(path: file, option: "--room") }
            room = response
        }
        if let file = choice.noise {
            let sound =
                file == Self.babble
                ? try Babble.make(of: rows, leavingOut: speakers, seed: seed) {
                    try recording($0).readWhole()
                } : try samples(file, "--noise")
            guard sound.contains(where: { $0 != 0 }) else {
                throw SilentSound(path: file, option: "--noise")
            }
            noise = AddedNoise(noise: sound, ratio: choice.ratio)
        }
    }
}

/// A silent noise or room response: it would leave the recordings unchanged.
struct SilentSound: Error, CustomStringConvertible {
    var path: String
    /// The option that named it.
    var option: String

    var description: String { "'\(path)' is silent: give '\(option)' a file with a sound in it." }
}

/// A hash of texts that is the same in every run, unlike Swift's `Hasher`: FNV-1a with 64 bits
/// (Fowler, Noll, Vo and Eastlake, RFC 9923).
package enum StableHash {
    private static let basis: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01b3

    /// - Parameter seed: hashed with the text, so that each seed gives other numbers.
    package static func number(of text: String, seed: UInt64) -> UInt64 {
        let bytes = text.utf8 + (0..<8).map { UInt8(truncatingIfNeeded: seed >> (8 * $0)) }
        return bytes.reduce(basis) { ($0 ^ UInt64($1)) &* prime }
    }
}

/// A noise or room response that is too long to hold in memory.
struct TooLongSound: Error, Equatable, CustomStringConvertible {
    var path: String
    /// The option that named it.
    var option: String

    /// The longest sound, seconds: an hour, 230 MB.
    static let longest = 3_600.0

    var description: String {
        "'\(path)' is longer than an hour: give '\(option)' a shorter file."
    }
}

extension Recording {
    /// All samples of the sound that an option names, mono at 16,000 Hz.
    ///
    /// - Throws: `TooLongSound` if it is longer than `seconds`, or an error of `readWhole`.
    func readWhole(
        for option: String, atMost seconds: Double = TooLongSound.longest
    ) throws -> [Float] {
        let source = try open()
        var samples: [Float] = []
        while let chunk = try source.read() {
            samples += chunk.samples
            guard Double(samples.count) <= seconds * Double(speechRate) else {
                throw TooLongSound(path: name, option: option)
            }
        }
        if let missing = MissingSound(of: source) { throw missing }
        return samples
    }
}

/// The impulse response of a room, which can be applied to recordings.
struct RoomResponse: Sendable {
    /// The longest part that is used, seconds.
    static let longest = 1.0
    /// The end below this part of the peak amplitude is cut off: 60 dB.
    static let quietest: Float = 0.001

    /// The response from the direct sound on, at a power of 1.
    let taps: [Float]

    /// - Parameter samples: the recorded response, mono at 16,000 Hz.
    init(_ samples: [Float]) {
        let loudest = samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
        let tail = samples.dropFirst(loudest).prefix(Int(Self.longest * Double(speechRate)))
        let peak = tail.first.map(abs) ?? 0
        let end = tail.lastIndex { abs($0) > peak * Self.quietest } ?? tail.startIndex
        let kept = tail.isEmpty ? [] : Array(tail[...end])
        let power = kept.reduce(0) { $0 + $1 * $1 }
        taps = power > 0 ? kept.map { $0 / power.squareRoot() } : []
    }

    /// The sound in the room, with its length unchanged.
    func applied(to samples: [Float]) -> [Float] {
        guard !taps.isEmpty else { return samples }
        var room = [Float](repeating: 0, count: samples.count)
        room.withUnsafeMutableBufferPointer { room in
            samples.withUnsafeBufferPointer { samples in
                for (delay, tap) in taps.enumerated() where delay < samples.count {
                    for index in delay..<samples.count {
                        room[index] += tap * samples[index - delay]
                    }
                }
            }
        }
        return room
    }
}
