internal import Foundation
internal import Glibc
internal import Platform

/// The last packet of a recording that ffmpeg reads: whether the file ends inside it.
///
/// Many formats give the length of each packet but not of the whole, and ffmpeg is silent about a last
/// packet that is short. So the program `ffprobe` lists the packets of the file with more bytes behind it.
/// A packet that now goes on beyond the old end was cut off. The bytes are first the start of the file, at
/// which any packet ends, and then zeros, which are no packet.
enum LastPacket {
    /// How many bytes are put behind a file; packets are shorter.
    private static let added = 1 << 20

    /// Whether a recording ends inside a packet. False where `ffprobe` is not installed.
    ///
    /// - Parameter isBare: whether it has samples of constant length. Where the file does not frame them,
    ///   and they go on to any end, ffmpeg makes packets as it likes, and a short one is no loss.
    /// - Throws: `.stuck`.
    static func isCutOff(_ bytes: SoundBytes, isBare: Bool) throws(SoundFileError) -> Bool {
        guard let program = FFmpeg.prober else { return false }
        let end = soundEnd(bytes)
        let start = bytes.bytes(min(end, added), at: 0)
        guard !start.isEmpty else { return false }
        let again = (0..<added).map { start[$0 % start.count] }
        for more in [again, [UInt8](repeating: 0, count: added)] {
            guard let file = longer(bytes, end, more) else { return false }
            defer { close(file) }
            let packets = try packets(program, file, bytes.path)
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

    /// The end of the file without the tags of a title: ID3 version 1, and APE, whose footer gives its length.
    private static func soundEnd(_ bytes: SoundBytes) -> Int {
        var end = bytes.held
        if bytes.bytes(3, at: end - 128) == Array("TAG".utf8) { end -= 128 }
        let footer = bytes.bytes(32, at: end - 32)
        if footer.count == 32, footer.starts(with: "APETAGEX".utf8) {
            let length = footer[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
            let hasHeader = footer[23] & 0x80 != 0
            end -= min(end, length + (hasHeader ? 32 : 0))
        }
        return end
    }

    /// A file without a name: the start of a recording, and more behind it; nil where there is no room.
    private static func longer(_ bytes: SoundBytes, _ end: Int, _ more: [UInt8]) -> Int32? {
        let file = SpooledFile.nameless()
        guard file >= 0 else { return nil }
        var place = 0
        while place < end + more.count {
            let block =
                place < end
                ? bytes.bytes(min(1 << 16, end - place), at: place)
                : Array(more[(place - end)...])
            guard !block.isEmpty, pwrite(file, block, block.count, off_t(place)) == block.count
            else {
                close(file)
                return nil
            }
            place += block.count
        }
        return file
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
