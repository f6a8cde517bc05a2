package import Audio
internal import CSndFile
internal import Glibc

/// A FLAC file in memory: one channel, lossless except for the rounding to 16 bits.
///
/// One thread at a time. The corresponding C function is `sf_open_virtual`.
package final class FLACRecording {
    private let file = WrittenFile()
    private var handle: SndFileHandle?
    private var rate: Int?

    /// A recording without sound.
    package init() {}

    /// Adds sound; a piece of another rate than the first is left out.
    package func add(_ chunk: AudioChunk) {
        if rate == nil { open(rate: chunk.sampleRate) }
        guard handle != nil, rate == chunk.sampleRate else { return }
        let samples = chunk.samples.map { max(-1, min(1, $0)) }
        samples.withUnsafeBufferPointer {
            _ = sf_writef_float(handle?.pointer, $0.baseAddress, sf_count_t($0.count))
        }
    }

    /// Ends the recording.
    ///
    /// - Returns: the file; nil without sound.
    package func end() -> [UInt8]? {
        guard rate != nil, handle != nil else { return nil }
        // The end of the file is written when it is closed.
        handle = nil
        return file.bytes
    }

    private func open(rate: Int) {
        self.rate = rate
        var info = SF_INFO()
        info.samplerate = Int32(rate)
        info.channels = 1
        info.format = Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
        var functions = SF_VIRTUAL_IO(
            get_filelen: { sf_count_t(WrittenFile.of($0)?.bytes.count ?? 0) },
            seek: { sf_count_t(WrittenFile.of($2)?.seek(Int($0), $1) ?? -1) },
            read: { sf_count_t(WrittenFile.of($2)?.read($0, Int($1)) ?? 0) },
            write: { sf_count_t(WrittenFile.of($2)?.write($0, Int($1)) ?? 0) },
            tell: { sf_count_t(WrittenFile.of($0)?.position ?? 0) })
        // The file outlives the handle: this object holds both, and the handle ends first.
        handle = SndFileHandle(
            sf_open_virtual(
                &functions, Int32(SFM_WRITE), &info, Unmanaged.passUnretained(file).toOpaque()))
    }
}

/// A file in memory that libsndfile writes.
private final class WrittenFile {
    private(set) var bytes: [UInt8] = []
    private(set) var position = 0

    static func of(_ pointer: UnsafeMutableRawPointer?) -> WrittenFile? {
        pointer.map { Unmanaged<WrittenFile>.fromOpaque($0).takeUnretainedValue() }
    }

    func seek(_ offset: Int, _ from: Int32) -> Int {
        switch from {
        case SEEK_SET: position = offset
        case SEEK_CUR: position += offset
        default: position = bytes.count + offset
        }
        position = max(0, position)
        return position
    }

    func read(_ room: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        let piece = bytes.dropFirst(position).prefix(max(0, count))
        UnsafeMutableRawBufferPointer(start: room, count: piece.count).copyBytes(from: piece)
        position += piece.count
        return piece.count
    }

    func write(_ data: UnsafeRawPointer?, _ count: Int) -> Int {
        let piece = UnsafeRawBufferPointer(start: data, count: max(0, count))
        if bytes.count < position + piece.count {
            bytes += Array(repeating: 0, count: position + piece.count - bytes.count)
        }
        bytes.replaceSubrange(position..<position + piece.count, with: piece)
        position += piece.count
        return piece.count
    }
}
