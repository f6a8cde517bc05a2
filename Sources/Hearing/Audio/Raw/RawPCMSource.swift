package import Foundation
internal import Glibc

/// Raw PCM from a pipe, a file or standard input: 16,000 Hz, mono, signed 16-bit little-endian.
package final class RawPCMSource: AudioSource {
    /// The name in messages: `-` for standard input.
    package let name: String

    /// Maximum number of bytes read at once: 20 ms, so that sound of a live pipe is heard soon.
    private static let readBytes = 2 * speechRate / 50

    private let nextBytes: (Int) throws -> [UInt8]
    private var oddByte: UInt8?
    private var heardAny = false
    private var ended = false

    /// Reads an open file until its end.
    ///
    /// - Parameters:
    ///   - handle: the open file, which the source retains.
    ///   - name: the name in messages.
    package convenience init(_ handle: FileHandle, name: String) {
        self.init(name: name) { most in
            do {
                return try handle.readSome(most)
            } catch {
                throw RawPCMError.unreadable(name: name, reason: error.words)
            }
        }
    }

    /// Standard input, called `-`.
    package static func standardInput() -> RawPCMSource {
        RawPCMSource(.standardInput, name: "-")
    }

    /// Reads bytes as they come.
    ///
    /// - Parameters:
    ///   - name: the name in messages.
    ///   - nextBytes: gives at most the given number of bytes, at least one, or none at the end;
    ///     may block.
    package init(name: String, nextBytes: @escaping (Int) throws -> [UInt8]) {
        self.name = name
        self.nextBytes = nextBytes
    }

    /// The kind of a sound file that is piped in by mistake; nil for raw sound. Its header would
    /// sound like a loud click.
    private static func fileKind(_ bytes: [UInt8]) -> String? {
        let kinds = ["RIFF": "WAV", "RF64": "WAV", "FORM": "AIFF", "fLaC": "FLAC", "OggS": "Ogg"]
        return kinds.first { bytes.starts(with: $0.key.utf8) }?.value
    }

    /// The next piece, 20 ms at most; nil at the end.
    ///
    /// - Throws: `RawPCMError` if there is no byte at all, if it is a sound file, if half a sample
    ///   is left at the end (after all whole samples were returned), or if reading fails.
    package func read() throws -> AudioChunk? {
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

/// The reason that raw PCM could not be read to its end.
package enum RawPCMError: Error, Equatable, CustomStringConvertible {
    /// Not one byte came.
    case empty(name: String)
    /// The bytes begin like a sound file of this kind, not like raw sound.
    case soundFile(name: String, kind: String)
    /// The sound ended in the middle of a sample.
    case oddByte(name: String)
    /// The system could not read; `reason` in its words.
    case unreadable(name: String, reason: String)

    package var description: String {
        switch self {
        case .empty(let name):
            "\(name): no sound came; pipe raw PCM into it (16000 Hz, mono, signed 16 bits, "
                + "little-endian), for example from: arecord -t raw -f S16_LE -r 16000 -c 1"
        case .soundFile(let name, let kind):
            "\(name): this is a \(kind) file, not raw PCM; give the file by its name, or pipe in "
                + "signed 16 bits, little-endian, 16000 Hz, mono, without a file header."
        case .oddByte(let name):
            "\(name): the sound ended in the middle of a sample (an odd number of bytes); it must "
                + "be signed 16 bits, little-endian, 16000 Hz, mono, without a file header."
        case .unreadable(let name, let reason):
            "\(name): can't be read (\(reason)); check where it comes from."
        }
    }
}

/// A failed call of the system.
struct SystemFailure: Error {
    /// The `errno` of the call.
    let code: Int32
}

extension Error {
    /// The error in words; in the system's words if a call of the system failed.
    var words: String {
        guard let failure = self as? SystemFailure else { return String(describing: self) }
        return unsafe String(cString: strerror(failure.code))
    }
}

extension FileHandle {
    /// Reads the bytes available, at most `most`; none at the end. Blocks only until some are
    /// available; Foundation's own call would wait for `most` bytes. It calls the C function
    /// `read`.
    func readSome(_ most: Int) throws -> [UInt8] {
        let descriptor = fileDescriptor
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            var got: Int
            repeat {
                got = unsafe Glibc.read(descriptor, buffer.baseAddress, most)
            } while got < 0 && errno == EINTR
            if got < 0 { failure = errno }
            count = max(0, got)
        }
        if failure != 0 { throw SystemFailure(code: failure) }
        return bytes
    }
}
