internal import Audio
internal import Recognition

/// A noise or a room's response that is longer than any is: all of it would be held in memory.
package struct TooLongSound: Error, Equatable, CustomStringConvertible {
    package var path: String
    /// Which option named it.
    package var option: String

    /// How long one may be, seconds: an hour, 230 MB.
    package static let longest = 3_600.0

    package var description: String {
        "'\(path)' is longer than an hour: give '\(option)' a shorter file."
    }
}

extension Recording {
    /// All its sound, mono at 16,000 Hz, of what an option names.
    ///
    /// - Throws: `TooLongSound` where it is longer than that many seconds, or what `readWhole` throws.
    package func readWhole(
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
