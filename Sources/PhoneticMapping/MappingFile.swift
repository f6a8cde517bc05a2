internal import Foundation

/// Reads the files that the mapper works by, whole.
enum MappingFile {
    /// - Parameter advice: the remedy for a person if the file is missing.
    ///
    /// Its bytes stay in the file where that can be mapped.
    static func data(of path: String, advice: String) throws(MappingFileError) -> Data {
        let mapped = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        guard let data = mapped ?? FileManager.default.contents(atPath: path) else {
            let exists = FileManager.default.fileExists(atPath: path)
            throw MappingFileError(
                file: path, reason: exists ? "cannot be read; \(advice)" : "is missing; \(advice)")
        }
        return data
    }

    /// The file's text, without a byte order mark.
    static func text(of path: String, advice: String) throws(MappingFileError) -> String {
        let mark = Data("\u{FEFF}".utf8)
        var data = try data(of: path, advice: advice)
        if data.starts(with: mark) { data = data.dropFirst(mark.count) }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw MappingFileError(file: path, reason: "is not UTF-8 text; \(advice)")
        }
        return text
    }
}
