internal import Foundation
internal import Glibc

/// Which file a path leads to, so that two paths of one file are equal, links included.
package struct FileIdentity: Hashable {
    private enum Name: Hashable {
        /// The numbers of `stat` that no other file has at the same time.
        case present(device: dev_t, inode: ino_t)
        /// What is not there has a path alone: this is the one without links, byte by byte.
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

    /// Where a file that is not there would be made by this path: in a folder without links in its
    /// path, and where the path is a link that leads nowhere, there where it leads. The path itself
    /// where it could not be made.
    static func placeToMake(_ path: String) -> String {
        var place = path
        for _ in 0...mostLinks {
            let parts = place.split(separator: "/", omittingEmptySubsequences: false)
            // What ends in a slash can only be a folder.
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
