public import Foundation

/// Raw PCM from a pipe, a file or standard input: 16,000 Hz, mono, signed 16-bit little-endian.
public final class RawPCMSource: AudioSource {
    /// What messages call it: `-` for standard input.
    public let name: String

    /// 20 ms, so that a live pipe is heard soon.
    static let readBytes = 2 * speechRate / 50

    private let nextBytes: (Int) throws -> [UInt8]
    private var oddByte: UInt8?
    private var heardAny = false
    private var ended = false

    /// Reads an open file until its end.
    ///
    /// - Parameters:
    ///   - handle: stays open as long as this lives.
    ///   - name: what messages call it.
    public convenience init(_ handle: FileHandle, name: String) {
        self.init(name: name) { most in
            do {
                return try handle.readSome(most)
            } catch {
                throw RawPCMError.unreadable(name: name, reason: error.words)
            }
        }
    }

    /// Standard input, called `-`.
    public static func standardInput() -> RawPCMSource {
        RawPCMSource(.standardInput, name: "-")
    }

    /// Reads bytes as they come.
    ///
    /// - Parameters:
    ///   - name: what messages call it.
    ///   - nextBytes: gives at most so many bytes, at least one, or none at the end; may block.
    public init(name: String, nextBytes: @escaping (Int) throws -> [UInt8]) {
        self.name = name
        self.nextBytes = nextBytes
    }

    /// How sound files begin that are piped in by mistake; as sound it would be a loud click.
    private static func fileKind(_ bytes: [UInt8]) -> String? {
        let kinds = ["RIFF": "WAV", "RF64": "WAV", "FORM": "AIFF", "fLaC": "FLAC", "OggS": "Ogg"]
        return kinds.first { bytes.starts(with: $0.key.utf8) }?.value
    }

    /// The next piece, 20 ms at most; nil at the end.
    ///
    /// - Throws: `RawPCMError`: where nothing came at all, where it is a sound file, where half a
    ///   sample was left over (after all whole ones were given), or where reading failed.
    public func read() throws -> AudioChunk? {
        while !ended {
            var bytes = oddByte.map { [$0] } ?? []
            oddByte = nil
            let new = try nextBytes(Self.readBytes - bytes.count)
            guard !new.isEmpty else {
                ended = true
                if !bytes.isEmpty { throw RawPCMError.oddByte(name: name) }
                if !heardAny { throw RawPCMError.empty(name: name) }
                break
            }
            bytes += new
            if !heardAny, let kind = Self.fileKind(bytes) {
                ended = true
                throw RawPCMError.soundFile(name: name, kind: kind)
            }
            heardAny = true
            if !bytes.count.isMultiple(of: 2) { oddByte = bytes.removeLast() }
            if !bytes.isEmpty {
                return AudioChunk(
                    samples: PCM16.amplitudes(littleEndian: bytes), sampleRate: speechRate)
            }
        }
        return nil
    }
}
