internal import Foundation
internal import Glibc

/// Which file a path leads to, so that two paths of one file are equal, links included.
struct FileIdentity: Hashable {
    private enum Name: Hashable {
        /// The numbers of `stat` that no other file has at the same time.
        case present(device: dev_t, inode: ino_t)
        /// What is not there has a path alone: this is the one without links.
        case absent(String)
    }

    private let name: Name

    init(_ path: String) {
        var status = stat()
        name =
            stat(path, &status) == 0
            ? .present(device: status.st_dev, inode: status.st_ino)
            : .absent(URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    }
}
