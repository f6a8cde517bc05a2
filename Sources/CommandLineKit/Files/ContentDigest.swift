internal import CXXHash
internal import Glibc
internal import Platform

/// A digest of bytes, which finds out whether a file has changed: XXH3 of 128 bits.
///
/// It is fast, and no protection against someone who wants two files to seem the same.
package struct ContentDigest: ~Copyable {
    private let state: OpaquePointer

    /// A digest of no bytes.
    package init() {
        // The library returns nil only if there is no memory left.
        guard let state = XXH3_createState() else { preconditionFailure("no memory") }
        XXH3_128bits_reset(state)
        self.state = state
    }

    deinit { XXH3_freeState(state) }

    /// Adds a text and a separator, so that two texts differ from one.
    package borrowing func add(_ text: String) {
        add(Array(text.utf8))
        add([0])
    }

    /// Adds all bytes of a file.
    ///
    /// - Throws: `UnreadableFile`.
    package borrowing func add(fileAt path: String) throws(UnreadableFile) {
        let descriptor = open(FileName.cString(of: path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw UnreadableFile(path: path, reason: systemReason(errno))
        }
        defer { close(descriptor) }
        var block = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw UnreadableFile(path: path, reason: systemReason(errno))
            }
            guard count > 0 else { return }
            XXH3_128bits_update(state, block, count)
        }
    }

    private borrowing func add(_ bytes: [UInt8]) {
        XXH3_128bits_update(state, bytes, bytes.count)
    }

    /// The digest of all that was added, in 32 hexadecimal digits.
    package var text: String {
        let hash = XXH3_128bits_digest(state)
        return [hash.high64, hash.low64].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// The digest of a file.
    package static func ofFile(_ path: String) throws(UnreadableFile) -> String {
        let digest = ContentDigest()
        try digest.add(fileAt: path)
        return digest.text
    }
}

/// A file that cannot be read.
package struct UnreadableFile: Error, Equatable, CustomStringConvertible {
    package var path: String
    /// In the system's words.
    package var reason: String

    /// The parameters as the properties of their names.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    package var description: String {
        "'\(path)' cannot be read (\(reason)). Check the name, and that you may read it."
    }
}
