internal import Foundation
internal import Platform

/// The packets of a recording, in the order of the file, as the program `ffprobe` lists them.
struct PacketList {
    /// The packets with a known track.
    let packets: [Packet]
    /// Whether a page of an Ogg file is damaged, by its checksum.
    let hasDamagedPage: Bool

    /// One packet. Each value is nil where the format does not give it.
    struct Packet {
        /// Its place among all tracks of the file, from 0.
        let track: Int
        /// The start of its sound by the timestamps of the file, s.
        let start: Double?
        /// The length of its sound, s.
        let duration: Double?
        /// Its bytes, from the start of the file.
        let place: Range<Int>?
    }

    /// - Parameter input: the file with the bytes, or with a copy of them.
    /// - Throws: `.stuck`.
    init(_ program: Program, of bytes: SoundBytes, in input: Int32) throws(SoundFileError) {
        let form = [
            "-v", "warning", "-show_entries",
            "packet=stream_index,pts_time,duration_time,size,pos", "-of", "csv=p=0",
        ]
        let run = try FFmpegRun(program, form + FFmpegRun.input(), input: input, path: bytes.path)
        var text: [UInt8] = []
        while case let block = try run.read(1 << 16), !block.isEmpty { text += block }
        hasDamagedPage = run.words().contains("CRC mismatch")
        packets = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
            let values = line.split(separator: ",", omittingEmptySubsequences: false)
            guard values.count > 4, let track = Int(values[0]) else { return nil }
            let (size, place) = (Int(values[3]), Int(values[4]))
            return Packet(
                track: track, start: Double(values[1]), duration: Double(values[2]),
                place: place.flatMap { place in size.map { place..<place + max(0, $0) } })
        }
    }

    /// The sound of one track.
    struct Sound {
        /// The length without gaps, s.
        let length: Double
        /// The end by the timestamps of the file, s.
        let end: Double
    }

    /// - Parameter track: its place among all tracks.
    /// - Returns: nil where the length or the time of a packet is unknown.
    func sound(of track: Int) -> Sound? {
        let own = packets.filter { $0.track == track }
        let lengths = own.compactMap(\.duration)
        let ends = own.compactMap { packet in
            packet.start.flatMap { start in packet.duration.map { start + $0 } }
        }
        guard lengths.count == own.count, ends.count == own.count, let end = ends.max() else {
            return nil
        }
        return Sound(length: lengths.reduce(0, +), end: end)
    }

    /// The end of the last packet, bytes from the start of the file; 0 where places are unknown.
    var lastByte: Int { packets.compactMap { $0.place?.upperBound }.max() ?? 0 }
}

// MARK: - The last packet

extension PacketList {
    /// The number of bytes added to a file; packets are shorter.
    private static let added = 1 << 20

    /// Whether a recording ends inside a packet.
    ///
    /// Many formats give the length of each packet but not of the whole, and ffmpeg is silent about a
    /// last packet that is short. So ffprobe lists the packets of the file with more bytes after it. A
    /// packet that now extends beyond the old end was cut off. The bytes are first the start of the
    /// file, at which any packet ends, and then zeros, which never make a packet.
    ///
    /// - Parameter isBare: whether it has raw samples of constant length. If the file does not
    ///   frame them and they may continue to any end, ffmpeg makes packets of any length, and a
    ///   short one does not mean a loss.
    /// - Throws: `.stuck`.
    static func endsInside(
        _ bytes: SoundBytes, isBare: Bool, by program: Program
    ) throws(SoundFileError) -> Bool {
        let end = bytes.soundEnd
        let start = bytes.bytes(min(end, added), at: 0)
        guard !start.isEmpty else { return false }
        let again = (0..<added).map { start[$0 % start.count] }
        for more in [again, [UInt8](repeating: 0, count: added)] {
            guard let file = bytes.copy(upTo: end, adding: more) else { return false }
            let places = try PacketList(program, of: bytes, in: file.descriptor)
                .packets.compactMap(\.place)
            let isFramed = zip(places, places.dropFirst()).contains {
                $0.upperBound != $1.lowerBound
            }
            let longest = places.map(\.count).max() ?? 0
            let isEndless = (places.last?.upperBound ?? 0) + longest > end + added
            guard !isBare || isFramed || !isEndless,
                places.contains(where: { $0.lowerBound < end && $0.upperBound > end })
            else { return false }
        }
        return true
    }
}
