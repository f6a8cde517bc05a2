internal import Foundation
internal import Glibc

/// The identity of the file at a path: two paths of one file are equal, links included.
package struct FileIdentity: Hashable {
    private enum Name: Hashable {
        /// The numbers of `stat` that no other file has at the same time.
        case present(device: dev_t, inode: ino_t)
        /// A missing file is known by its path alone, byte by byte and without links.
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

    /// As many links as Linux follows (path_resolution(7)).
    private static let mostLinks = 40

    /// The path at which a missing file would be created: its folder is free of links, and a link
    /// to nowhere is followed. Returns the path itself if the file could not be created.
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
