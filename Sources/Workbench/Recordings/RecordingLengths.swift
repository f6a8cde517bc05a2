package import CommandLineKit
internal import Glibc
internal import Platform

/// The lengths of recordings by their headers, kept in a folder of results, so that the shards of a
/// large job need not open each file once more.
package struct RecordingLengths {
    private struct Known {
        var size: Int
        /// The time of the last change, nanoseconds since 1970.
        var modified: Int
        var milliseconds: Int
    }

    private static let file = ResultFolder.hidden + "/lengths.tsv"

    /// The lengths of files, seconds; 0 if unknown. Does not depend on `jobs`.
    ///
    /// - Parameters:
    ///   - files: the paths.
    ///   - folder: keeps the lengths; nil to keep none.
    ///   - jobs: how many headers are read side by side.
    ///   - read: the length by a header; nil if it is unknown.
    package static func seconds(
        of files: [String], keptIn folder: ResultFolder?, jobs: Int,
        read: @escaping @Sendable (String) -> Double?
    ) throws -> [Double] {
        let known = folder.flatMap { $0.read(file) }.map(parse) ?? [:]
        let tool: @Sendable () -> @Sendable (String) -> Double? = { read }
        let found = try ConcurrentMap.map(files, jobs: jobs, with: tool) { path, read in
            length(of: path, former: known[path], by: read)
        }
        if let folder, found.contains(where: \.isNew) {
            let lines = zip(files, found).compactMap { path, found in
                path.contains("\n") ? nil : found.known.map { line(path, $0) }
            }
            try folder.write(lines.joined(), to: file)
        }
        return found.map { Double($0.known?.milliseconds ?? 0) / 1000 }
    }

    /// The length of a file, and whether it was read from its header.
    private static func length(
        of path: String, former: Known?, by read: (String) -> Double?
    ) -> (known: Known?, isNew: Bool) {
        var status = stat()
        guard stat(FileName.cString(of: path), &status) == 0, status.st_mode & S_IFMT == S_IFREG
        else { return (nil, false) }
        let modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        if let former, former.size == status.st_size, former.modified == modified {
            return (former, false)
        }
        let milliseconds = Int(((read(path) ?? 0) * 1000).rounded())
        return (
            Known(size: Int(status.st_size), modified: modified, milliseconds: milliseconds), true
        )
    }

    private static func line(_ path: String, _ known: Known) -> String {
        "\(known.size)\t\(known.modified)\t\(known.milliseconds)\t\(path)\n"
    }

    private static func parse(_ bytes: [UInt8]) -> [String: Known] {
        var known: [String: Known] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: "\t"), maxSplits: 3)
            guard fields.count == 4, let size = number(fields[0]), let modified = number(fields[1]),
                let milliseconds = number(fields[2])
            else { continue }
            known[String(decoding: fields[3], as: UTF8.self)] = Known(
                size: size, modified: modified, milliseconds: milliseconds)
        }
        return known
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        Int(String(decoding: bytes, as: UTF8.self))
    }
}
