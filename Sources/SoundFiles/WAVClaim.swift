internal import Audio
internal import Glibc

/// What the header of a WAV file claims of its sound. libsndfile silently cuts the claim down to
/// what the file has.
///
/// The form: Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0, 1991,
/// "Resource Interchange File Format".
struct WAVClaim: Equatable {
    /// Where the sound begins, bytes from the start of the file.
    let start: Int
    /// The length of the sound, bytes.
    let length: Int
    /// Bytes a second.
    let byteRate: Int

    /// A program that writes into a pipe does not know the length, and claims the most that 31 or 32
    /// bits can hold, less a header: sox 0x7FFFF000 and ffmpeg 0xFFFFFFFF, for example.
    private static let unknownLength = 0x7FFF_0000
    /// How far into a file its header is looked for, bytes: more than players write before the
    /// sound, tags included.
    private static let headerBytes = 65_536

    /// - Parameter bytes: the beginning of the file.
    /// - Returns: nil where it is no WAV file, or one of a length that its writer did not know.
    init?(header bytes: [UInt8]) {
        guard bytes.count > 12, Self.name(bytes, 0) == "RIFF", Self.name(bytes, 8) == "WAVE" else {
            return nil
        }
        var place = 12
        var rate = 0
        while place + 8 <= bytes.count {
            let size = Self.number(bytes, place + 4)
            let body = place + 8
            switch Self.name(bytes, place) {
            case "fmt " where body + 12 <= bytes.count: rate = Self.number(bytes, body + 8)
            case "data":
                guard rate > 0, size < Self.unknownLength else { return nil }
                (start, length, byteRate) = (body, size, rate)
                return
            default: break
            }
            // A chunk begins at an even place.
            place = body + size + size % 2
        }
        return nil
    }

    /// Seconds that a file claims and does not have; 0 where it has all, or claims nothing.
    static func missingSeconds(_ path: String) -> Double {
        var status = stat()
        let name = FileName.cString(of: path)
        // Reading the header of a pipe would take it away from who reads the sound.
        guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let file = fopen(name, "rb")
        else { return 0 }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: headerBytes)
        bytes.removeLast(headerBytes - fread(&bytes, 1, headerBytes, file))
        guard let claim = WAVClaim(header: bytes) else { return 0 }
        let missing = max(0, claim.start + claim.length - Int(status.st_size))
        return Double(missing) / Double(claim.byteRate)
    }

    private static func name(_ bytes: [UInt8], _ place: Int) -> String {
        String(decoding: bytes[place..<place + 4], as: UTF8.self)
    }

    /// Four bytes, little-endian.
    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
