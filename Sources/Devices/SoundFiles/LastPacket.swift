internal import Foundation
internal import Platform

/// The last packet of a recording that ffmpeg reads: whether the file ends inside it.
///
/// Many formats give the length of each packet but not of the whole, and ffmpeg is silent about a last
/// packet that is short. So the program `ffprobe` lists the packets of the file with more bytes
/// after it. A packet that now continues beyond the old end was cut off. The bytes are first the
/// start of the file, at which any packet ends, and then zeros, which are not a packet.
enum LastPacket {
    /// How many bytes are put after a file; packets are shorter.
    private static let added = 1 << 20

    /// Whether a recording ends inside a packet. False where `ffprobe` is not installed.
    ///
    /// - Parameter isBare: whether it has samples of constant length. Where the file does not frame them,
    ///   and they go on to any end, ffmpeg makes packets of any size, and a short one is not a
    ///   loss.
    /// - Throws: `.stuck`.
    static func isCutOff(_ bytes: SoundBytes, isBare: Bool) throws(SoundFileError) -> Bool {
        guard let program = FFmpeg.prober else { return false }
        let end = bytes.soundEnd
        let start = bytes.bytes(min(end, added), at: 0)
        guard !start.isEmpty else { return false }
        let again = (0..<added).map { start[$0 % start.count] }
        for more in [again, [UInt8](repeating: 0, count: added)] {
            guard let file = bytes.copy(upTo: end, adding: more) else { return false }
            let packets = try packets(program, file.descriptor, bytes.path)
            let isFramed = zip(packets, packets.dropFirst()).contains {
                $0.upperBound != $1.lowerBound
            }
            let longest = packets.map(\.count).max() ?? 0
            let isEndless = (packets.last?.upperBound ?? 0) + longest > end + added
            guard !isBare || isFramed || !isEndless,
                packets.contains(where: { $0.lowerBound < end && $0.upperBound > end })
            else { return false }
        }
        return true
    }

    /// The places of the packets whose places are known, bytes.
    private static func packets(
        _ program: URL, _ file: Int32, _ path: String
    ) throws(SoundFileError) -> [Range<Int>] {
        let form = ["-v", "quiet", "-show_entries", "packet=pos,size", "-of", "csv=p=0"]
        let run = try FFmpegRun(
            program, form + FFmpegRun.input(), input: file, path: path)
        var text: [UInt8] = []
        while case let block = try run.read(1 << 16), !block.isEmpty { text += block }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
            let numbers = line.split(separator: ",").map { Int($0) }
            guard numbers.count == 2, let size = numbers[0], let place = numbers[1] else {
                return nil
            }
            return place..<place + max(0, size)
        }
    }
}
