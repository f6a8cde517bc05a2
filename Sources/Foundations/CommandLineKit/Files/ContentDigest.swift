internal import CXXHash
internal import Foundation
internal import Glibc
internal import Platform

/// A digest of bytes, XXH3 of 128 bits. It shows whether a file has changed.
///
/// It is fast, but does not protect against files that are made to have the same digest.
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

    /// Adds a text and a separator, so that two texts differ from the same text in one piece.
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

    /// Sets each property from the parameter of its name.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    package var description: String {
        "'\(path)' cannot be read (\(reason)). Check the name, and that you may read it."
    }
}

/// The identity of the file at a path: two paths of one file are equal, links included.
package struct FileIdentity: Hashable {
    private enum Name: Hashable {
        /// The numbers of `stat`, which no other file has at the same time.
        case present(device: dev_t, inode: ino_t)
        /// A missing file is known only by its path, byte by byte and without links.
        case absent([UInt8])
    }

    private let name: Name

    package init(_ path: String) {
        var status = stat()
        name =
            stat(path, &status) == 0
            ? .present(device: status.st_dev, inode: status.st_ino)
            : .absent(Array(Self.placeToMake(path).utf8))
    }

    /// Maximum number of links that Linux follows (path_resolution(7)).
    private static let mostLinks = 40

    /// The path at which a missing file would be created. Links in its folder are resolved, and a
    /// link without a target is followed. Returns the path itself if the file could not be created.
    static func placeToMake(_ path: String) -> String {
        var place = path
        for _ in 0...mostLinks {
            let parts = place.split(separator: "/", omittingEmptySubsequences: false)
            // A path that ends in a slash can only be a folder.
            guard let last = parts.last, !last.isEmpty else { return path }
            let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : "."
            guard let resolved = realpath(folder, nil) else { return path }
            defer { free(resolved) }
            let base = String(cString: resolved)
            place = (base == "/" ? "" : base) + "/" + last
            guard
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place)
            else { return place }
            place = target.hasPrefix("/") ? target : "\(base)/\(target)"
        }
        return path
    }
}
