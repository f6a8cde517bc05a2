internal import Foundation

/// A file that a page will be written to: opened before the work begins, so that hours of work are
/// not done for a path that cannot be written.
struct PageFile {
    private let path: String
    private let handle: FileHandle

    /// Opens or makes it.
    init(_ path: String) throws(PageError) {
        self.path = path
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
        guard let handle = FileHandle(forWritingAtPath: path) else { throw PageError(path: path) }
        self.handle = handle
    }

    /// Writes the page in place of what the file held.
    func write(_ page: String) throws(PageError) {
        do {
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(page.utf8))
            try handle.close()
        } catch { throw PageError(path: path) }
    }
}

/// A page that could not be written.
struct PageError: Error, Equatable, CustomStringConvertible {
    var path: String

    var description: String {
        "Cannot write the page to '\(path)': check that the folder is there and may be written."
    }
}
