/// A recording of frames that give their own lengths, behind no header that gives the whole: AMR of
/// telephones and MPEG's transport stream. Its last frame shows whether it was cut off; one that was cut
/// off between two frames looks whole.
struct FrameSequence {
    /// Seconds; nil where frames of the kind have different lengths.
    let duration: Double?
    /// Whether the last frame is not whole.
    let isCutOff: Bool

    /// Bytes of a frame by its type, with the type (RFC 4867, 5.3: table 2 of 3GPP TS 26.101 and 26.201).
    private static let narrowBand = [13, 14, 16, 18, 20, 21, 27, 32, 6, 7, 6, 6, 1, 1, 1, 1]
    private static let wideBand = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1]
    /// Seconds of a frame of AMR.
    private static let frameSeconds = 0.02
    /// Bytes of a packet (ISO/IEC 13818-1, 2.4.3.2), and the first of them.
    private static let packet = 188
    private static let packetMark: UInt8 = 0x47

    /// - Returns: nil of other recordings.
    init?(_ bytes: SoundBytes) {
        let head = bytes.bytes(3 * Self.packet, at: 0)
        if head.starts(with: "#!AMR\n".utf8) {
            self.init(bytes, from: 6, Self.narrowBand)
        } else if head.starts(with: "#!AMR-WB\n".utf8) {
            self.init(bytes, from: 9, Self.wideBand)
        } else if head.count == 3 * Self.packet,
            (0..<3).allSatisfy({ head[$0 * Self.packet] == Self.packetMark })
        {
            self.init(duration: nil, isCutOff: bytes.held % Self.packet != 0)
        } else {
            return nil
        }
    }

    private init(duration: Double?, isCutOff: Bool) {
        (self.duration, self.isCutOff) = (duration, isCutOff)
    }

    private init(_ bytes: SoundBytes, from start: Int, _ lengths: [Int]) {
        var (place, frames) = (start, 0)
        while case let block = bytes.bytes(1 << 16, at: place), !block.isEmpty {
            var next = 0
            while next < block.count {
                next += lengths[Int(block[next] >> 3 & 15)]
                frames += 1
            }
            place += next
        }
        self.init(
            duration: Double(frames) * Self.frameSeconds, isCutOff: place > bytes.held)
    }
}
