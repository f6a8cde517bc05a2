internal import Foundation
internal import Sealing

/// The digest of the files of a folder. A protocol names the models and grammars that may be used by
/// their digests: BLAKE2b over each name and the digest of its content, 64 hexadecimal digits.
package enum FolderDigest {
    /// The digest; nil if the folder or a file cannot be read. Folders in it, and hidden files, are left
    /// out.
    package static func of(_ folder: String) -> String? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            return nil
        }
        var bytes: [UInt8] = []
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = folder + "/" + name
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                return nil
            }
            if isFolder.boolValue { continue }
            guard let content = FileManager.default.contents(atPath: path) else { return nil }
            bytes += Array(name.utf8) + [0] + BLAKE2b.digest(Array(content))
        }
        return Hexadecimal.text(BLAKE2b.digest(bytes))
    }
}
