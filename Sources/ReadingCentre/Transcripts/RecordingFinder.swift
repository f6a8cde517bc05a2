package import CommandLineKit
internal import Glibc
internal import Platform

/// Finds the recordings that a command line names: files, folders, patterns and lists.
package struct RecordingFinder {
    /// Whether folders are searched, with the folders in them.
    private let isRecursive: Bool
    /// The recordings found so far.
    package private(set) var found: [FoundRecording] = []
    /// The folders in which there is no recording, each as a sentence.
    package private(set) var problems: [String] = []
    /// The links to folders that a search left out.
    private var linkedFolders: [String] = []

    /// The files that a search left out because they hold no known sound, by the endings of their names.
    private var otherFiles: [String: Int] = [:]

    /// Endings of the names of sound files, in lower case. Files with these endings are always
    /// heard, so that a damaged one is an error. Other files are heard if they begin like sound.
    private static let endings: Set = [
        "wav", "wave", "bwf", "bw64", "rf64", "w64", "flac", "ogg", "oga", "ogv", "ogx", "opus",
        "spx", "mp3", "mp2", "mp1", "mpga", "aif", "aiff", "aifc", "au", "snd", "caf", "m4a",
        "m4b", "m4r", "m4v", "aac", "adts", "latm", "ac3", "eac3", "dts", "amr", "awb", "3gp",
        "3gpp", "3g2", "3ga", "webm", "weba", "mp4", "mov", "qt", "qta", "mkv", "mka", "wma",
        "asf", "wmv", "avi", "flv", "f4v", "mpg", "mpeg", "m2ts", "mts", "vob", "wv", "tta",
        "ape", "mpc", "tak", "rm", "ra", "gsm", "sph", "nist", "voc", "avr",
    ]
    /// Maximum number of endings that a note names, and the maximum length of one.
    private static let (mostEndings, longestEnding) = (6, 8)

    /// - Parameter isRecursive: whether folders are searched, with the folders in them.
    package init(isRecursive: Bool) { self.isRecursive = isRecursive }

    /// The named recordings that do not exist, each as a sentence.
    package var missing: [String] {
        found.filter { recording in
            var status = stat()
            return recording.isNamed && recording.path != "-"
                && stat(FileName.cString(of: recording.path), &status) != 0
        }
        .map {
            "\(FileName.shown($0.path)): there is no such file; check the name and the folder."
        }
    }

    /// Notes on what was left out: links to folders, and files without known sound.
    package var notes: [String] { [noteOnLinks, noteOnOthers].compactMap(\.self) }

    private var noteOnLinks: String? {
        guard let first = linkedFolders.first else { return nil }
        return linkedFolders.count == 1
            ? "The link to a folder '\(FileName.shown(first))' was left out. Name it after -r to hear"
                + " that folder."
            : "\(linkedFolders.count) links to folders were left out, such as"
                + " '\(FileName.shown(first))'. Name them after -r to hear those folders."
    }

    private var noteOnOthers: String? {
        guard !otherFiles.isEmpty else { return nil }
        let count = otherFiles.values.reduce(0, +)
        let usual = otherFiles.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let named = usual.prefix(Self.mostEndings).map { ending, count in
            "\(count) \(ending.isEmpty ? "without an ending" : "." + FileName.shown(ending))"
        }
        let more = usual.count > named.count ? ", and others" : ""
        let verb = count == 1 ? "was" : "were"
        return "\(count.counting("file")) without known sound \(verb) left out:"
            + " \(named.joined(separator: ", "))\(more). Name a file to have it tried."
    }

    /// Adds the recordings of a path, which may be a pattern with `*`, `?` or `[` that no shell has
    /// replaced.
    package mutating func add(_ path: String) {
        var status = stat()
        if lstat(FileName.cString(of: path), &status) != 0, path.contains(where: "*?[".contains) {
            let matches = Self.matches(of: path)
            // A pattern without a match is the name of a missing file, as in a shell.
            for match in matches.isEmpty ? [path] : matches { addNamed(match) }
            return
        }
        addNamed(path)
    }

    /// Adds the recordings of a list.
    ///
    /// - Parameters:
    ///   - bytes: the content of the list.
    ///   - name: the list, as a problem names it.
    package mutating func add(list bytes: [UInt8], named name: String) {
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            problems.append("\(name) is not UTF-8 text, but UTF-16. Save the list as UTF-8.")
            return
        }
        let paths = RecordingList.paths(in: bytes)
        if paths.isEmpty {
            problems.append("\(name) names no recording. A list has a path on each line.")
        }
        for path in paths { add(path) }
    }

    private mutating func addNamed(_ path: String) {
        guard isRecursive, Self.isFolder(path) else {
            found.append(
                FoundRecording(path: path, folder: FoundRecording.folder(of: path), isNamed: true))
            return
        }
        let before = found.count
        search(path)
        if found.count == before {
            problems.append(
                "'\(path)' has no recording in it. Aloud looks for files that end or begin like"
                    + " sound; name others one by one.")
        }
    }

    /// Adds the recordings in a folder, then those in its folders. Links to folders are not
    /// followed, because they may lead back to it. Hidden names are left out.
    private mutating func search(_ folder: String) {
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        guard let entries = Self.entries(of: folder) else {
            problems.append("'\(folder)' cannot be read (\(systemReason(errno))).")
            return
        }
        for entry in entries where entry.kind == .file {
            let path = base + entry.name
            switch Self.content(of: path) {
            case .sound:
                found.append(
                    FoundRecording(
                        path: path, folder: FoundRecording.folder(of: path), isNamed: false))
            case .text: break
            case .other: otherFiles[Self.ending(of: entry.name), default: 0] += 1
            }
        }
        linkedFolders += entries.filter { $0.kind == .linkedFolder }.map { base + $0.name }
        for entry in entries where entry.kind == .folder { search(base + entry.name) }
    }

    /// The number of recordings in a folder, without those in its folders.
    package static func count(in folder: String) -> Int {
        entries(of: folder)?.count {
            $0.kind == .file && content(of: folder + "/" + $0.name) == .sound
        } ?? 0
    }

    /// The kind of a file by its ending, otherwise by its first bytes. An unreadable file counts as
    /// `.other`, so that a note mentions it. A link without a target counts as `.text`, which no
    /// note mentions.
    private static func content(of path: String) -> SoundSignature {
        guard !endings.contains(ending(of: path)) else { return .sound }
        let file = open(FileName.cString(of: path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return errno == ENOENT ? .text : .other }
        defer { close(file) }
        var head = [UInt8](repeating: 0, count: SoundSignature.length)
        let count = read(file, &head, head.count)
        return count < 0 ? .other : SoundSignature(Array(head.prefix(count)))
    }

    /// The ending of a file's name, in lower case; empty if it has none, or if the ending looks
    /// like a part of the name.
    private static func ending(of path: String) -> String {
        let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        let ending = name[name.index(after: dot)...]
        let isUsual =
            ending.count <= longestEnding
            && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isUsual ? ending.lowercased() : ""
    }

    private enum Kind {
        case file, folder, linkedFolder
    }

    /// The entries of a folder, hidden names left out, in the order of the bytes of their names; nil
    /// if it cannot be read.
    private static func entries(of folder: String) -> [(name: String, kind: Kind)]? {
        guard let stream = opendir(FileName.cString(of: folder)) else { return nil }
        defer { closedir(stream) }
        var entries: [(bytes: [UInt8], kind: Kind)] = []
        while let entry = readdir(stream) {
            let kind = Int(entry.pointee.d_type)
            let bytes = withUnsafeBytes(of: entry.pointee.d_name) { name in
                Array(name.prefix { $0 != 0 })
            }
            guard bytes.first != UInt8(ascii: ".") else { continue }
            if kind == DT_DIR || kind == DT_REG {
                entries.append((bytes, kind == DT_DIR ? .folder : .file))
                continue
            }
            // A link, or a file system that does not report the kind.
            let path = folder + "/" + FileName.text(of: bytes)
            var (itself, target) = (stat(), stat())
            guard lstat(FileName.cString(of: path), &itself) == 0 else { continue }
            let isLink = itself.st_mode & S_IFMT == S_IFLNK
            guard stat(FileName.cString(of: path), &target) == 0 else {
                // A link without a target fails like a missing recording.
                if isLink { entries.append((bytes, .file)) }
                continue
            }
            switch target.st_mode & S_IFMT {
            case S_IFREG: entries.append((bytes, .file))
            case S_IFDIR: entries.append((bytes, isLink ? .linkedFolder : .folder))
            default: break
            }
        }
        return entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
            .map { (FileName.text(of: $0.bytes), $0.kind) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(FileName.cString(of: path), &status) == 0
            && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The paths that match a pattern, in order. The corresponding C function is `glob`.
    private static func matches(of pattern: String) -> [String] {
        var result = glob_t()
        defer { globfree(&result) }
        guard glob(FileName.cString(of: pattern), 0, nil, &result) == 0 else { return [] }
        return (0..<Int(result.gl_pathc)).compactMap { index in
            result.gl_pathv[index].map { path in
                let bytes = UnsafeBufferPointer(start: path, count: strlen(path))
                return FileName.text(of: bytes.map(UInt8.init(bitPattern:)))
            }
        }
    }
}

/// A recording that a command line names, and its folder.
package struct FoundRecording: Sendable, Equatable {
    /// Its path, as `FileName` writes it.
    package var path: String
    /// The folder it lies in, as part of the path: "study/p1"; nil for the sound of a pipe.
    package var folder: String?
    /// Whether it was named itself, rather than found in a folder.
    package var isNamed: Bool

    /// Sets each property from the parameter of its name.
    package init(path: String, folder: String?, isNamed: Bool) {
        self.path = path
        self.folder = folder
        self.isNamed = isNamed
    }

    /// The folder of a path; nil for a pipe.
    package static func folder(of path: String) -> String? {
        guard path != "-", !StreamPath.isOne(path) else { return nil }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// The paths of recordings in a list, one a line, or with a zero byte after each as `find -print0`
/// writes them.
package enum RecordingList {
    /// The paths in the bytes of a list. Empty lines are left out, and so is a byte order mark at the start.
    package static func paths(in bytes: [UInt8]) -> [String] {
        let isZeroed = bytes.contains(0)
        let isMarked = bytes.starts(with: LineReader.byteOrderMark)
        return bytes.dropFirst(isMarked ? LineReader.byteOrderMark.count : 0).split(
            separator: isZeroed ? 0 : UInt8(ascii: "\n")
        )
        .map { line in
            let isWindows = !isZeroed && line.last == UInt8(ascii: "\r")
            return FileName.text(of: Array(isWindows ? line.dropLast() : line))
        }
        .filter { !$0.isEmpty }
    }
}

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
