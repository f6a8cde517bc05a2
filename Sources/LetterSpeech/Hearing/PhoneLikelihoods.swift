/// How well each phone goes with every 10 ms of a sound.
public struct PhoneLikelihoods: Sendable, Equatable {
    /// By their names in the CMU dictionary.
    public let phones: [String]
    /// Frame after frame, 100 a second, of each class the logarithm of its likelihood beside that
    /// of the frame's likeliest, 0 and below: silence, then of each phone its first half and its
    /// second.
    public let values: [Float]

    /// Frame after frame as many values as `classes(of:)` tells; a count that makes no whole frames
    /// is a mistake of the program and stops it.
    public init(phones: [String], values: [Float]) {
        precondition(values.count % Self.classes(of: phones.count) == 0)
        self.phones = phones
        self.values = values
    }

    /// How many classes so many phones have.
    public static func classes(of phones: Int) -> Int { 1 + 2 * phones }

    /// Those of a range of frames; what is asked for beyond the last frame is as in the last.
    public func slice(_ range: ClosedRange<Int>) -> PhoneLikelihoods {
        guard frames > 0 else { return self }
        return PhoneLikelihoods(
            phones: phones,
            values: range.flatMap { frame in
                let first = min(max(0, frame), frames - 1) * classes
                return values[first..<first + classes]
            })
    }

    /// How many classes there are: the values of a frame.
    public var classes: Int { Self.classes(of: phones.count) }
    /// How many frames there are.
    public var frames: Int { values.count / classes }
}
