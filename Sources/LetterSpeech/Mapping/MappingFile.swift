internal import Foundation

/// Reads the files that the mapper works by, whole.
enum MappingFile {
    /// - Parameter advice: what a person can do where the file is not there.
    static func bytes(of path: String, advice: String) throws(MappingFileError) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            let exists = FileManager.default.fileExists(atPath: path)
            throw MappingFileError(
                file: path, reason: exists ? "cannot be read; \(advice)" : "is missing; \(advice)")
        }
        return [UInt8](data)
    }

    static func text(of path: String, advice: String) throws(MappingFileError) -> String {
        let bytes = try bytes(of: path, advice: advice)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw MappingFileError(file: path, reason: "is not UTF-8 text; \(advice)")
        }
        return text
    }
}
