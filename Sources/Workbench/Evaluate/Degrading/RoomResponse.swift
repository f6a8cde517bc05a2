internal import Audio

/// How a room answers a click, laid over a recording as if it had been made there.
package struct RoomResponse: Sendable {
    /// The longest part that is used, seconds.
    package static let longest = 1.0
    /// What lies so far under the peak, as a ratio of amplitude, at the end is cut off: 60 dB.
    package static let quietest: Float = 0.001

    /// From the direct sound on, at a power of 1.
    package let taps: [Float]

    /// - Parameter samples: the recorded response, mono at 16,000 Hz.
    package init(_ samples: [Float]) {
        let loudest = samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
        let tail = samples.dropFirst(loudest).prefix(Int(Self.longest * Double(speechRate)))
        let peak = tail.first.map(abs) ?? 0
        let end = tail.lastIndex { abs($0) > peak * Self.quietest } ?? tail.startIndex
        let kept = tail.isEmpty ? [] : Array(tail[...end])
        let power = kept.reduce(0) { $0 + $1 * $1 }
        taps = power > 0 ? kept.map { $0 / power.squareRoot() } : []
    }

    /// The sound as it arrives in the room, as long as it was.
    package func applied(to samples: [Float]) -> [Float] {
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
