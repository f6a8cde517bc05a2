internal import Glibc

/// The name of a file as text that keeps all bytes of the name.
///
/// A file name on Linux is a sequence of bytes, often Latin 1 on an old disk: decoded as UTF-8,
/// "K\xF6ln.wav" loses a byte, and the file no longer opens. Here, every byte of such a name that
/// is not ASCII is written as two noncharacters, U+FDD0 to U+FDEF, which Unicode reserves for a
/// program's own use (The Unicode Standard 16.0, section 23.7). Names in UTF-8 stay unchanged.
package enum FileName {
    /// The marks for half a byte, four bits each: 16 for the upper half, then 16 for the lower
    /// half.
    private static let marks: ClosedRange<UInt32> = 0xFDD0...0xFDEF

    /// The text of a name.
    package static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self), isText(text) { return text }
        var text = String.UnicodeScalarView()
        for byte in bytes {
            guard byte >= 0x80 else {
                text.append(Unicode.Scalar(byte))
                continue
            }
            text.append(mark(byte >> 4))
            text.append(mark(16 + (byte & 15)))
        }
        return String(text)
    }

    /// The bytes of the name that a text encodes.
    package static func bytes(of text: String) -> [UInt8] {
        guard !isText(text) else { return Array(text.utf8) }
        var bytes: [UInt8] = []
        var upper: UInt8 = 0
        for scalar in text.unicodeScalars {
            switch half(scalar) {
            case .some(let half) where half < 16: upper = half << 4
            case .some(let half): bytes.append(upper | (half & 15))
            case .none: bytes += Array(String(scalar).utf8)
            }
        }
        return bytes
    }

    /// The name as C libraries take it.
    package static func cString(of text: String) -> [CChar] {
        bytes(of: text).map(CChar.init(bitPattern:)) + [0]
    }

    /// Whether a text has no marks, so that it is equal to the name itself.
    package static func isText(_ text: String) -> Bool {
        // All marks begin with this byte.
        !text.utf8.contains(0xEF) || !text.unicodeScalars.contains { half($0) != nil }
    }

    /// A text for people and programs. Bytes of names that are not text become U+FFFD.
    package static func shown(_ text: String) -> String {
        isText(text) ? text : String(decoding: bytes(of: text), as: UTF8.self)
    }

    /// The path of an existing file, with its names as the disk has them. Letters with accents may
    /// be composed or not (NFC or NFD). Nil if there is no such file.
    package static func existing(_ path: String) -> String? {
        if exists(path) { return path }
        guard !path.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var found = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            let next = found + name
            if exists(next) {
                found = next + "/"
            } else if let other = names(in: found.isEmpty ? "." : found).first(where: { $0 == name }
            ) {
                // Swift compares texts by canonical equivalence, so NFC and NFD are equal.
                found += other + "/"
            } else {
                return nil
            }
        }
        return found.hasSuffix("/") && found.utf8.count > 1 ? String(found.dropLast()) : found
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(cString(of: path), &status) == 0
    }

    /// The names in a folder; none if it cannot be read.
    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(cString(of: folder)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { name in
                    text(of: Array(name.prefix { $0 != 0 }))
                })
        }
        return names
    }

    private static func mark(_ half: UInt8) -> Unicode.Scalar {
        // Every number of the range is a scalar.
        Unicode.Scalar(marks.lowerBound + UInt32(half)) ?? "\u{FFFD}"
    }

    private static func half(_ scalar: Unicode.Scalar) -> UInt8? {
        marks.contains(scalar.value) ? UInt8(scalar.value - marks.lowerBound) : nil
    }
}

/// Distinguishes paths of streams from paths of files.
package enum StreamPath {
    /// Whether a path leads to a stream, which has no other files next to it: a pipe of any name,
    /// or a file that the shell opened, "/dev/stdin" or "/dev/fd/63".
    package static func isOne(_ path: String) -> Bool {
        var status = stat()
        if stat(FileName.cString(of: path), &status) == 0,
            [S_IFIFO, S_IFCHR, S_IFSOCK].contains(status.st_mode & S_IFMT)
        {
            return true
        }
        return path == "/dev/stdin" || path.hasPrefix("/dev/fd/")
            || (path.hasPrefix("/proc/") && path.contains("/fd/"))
    }
}
