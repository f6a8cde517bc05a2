internal import Glibc

/// The name of a file as text, whatever bytes the system has for it.
///
/// A name of Linux is a row of bytes, and those of an old disk are often Latin 1: as Swift reads
/// it, "K\xF6ln.wav" loses the byte and no longer opens. Here every byte of such a name that is not
/// ASCII is written as two noncharacters, U+FDD0 to U+FDEF, which Unicode keeps free for a
/// program's own use (The Unicode Standard 16.0, section 23.7); names in UTF-8 are left as they
/// are.
package enum FileName {
    /// The halves of a byte, four bits each: the upper ones from here, the lower ones 16 on.
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

    /// The bytes of the name that a text shows.
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

    /// Whether a text has no marks, so that its name is text itself.
    package static func isText(_ text: String) -> Bool {
        // All marks begin with this byte.
        !text.utf8.contains(0xEF) || !text.unicodeScalars.contains { half($0) != nil }
    }

    /// A text for people and programs: what is not text in the names in it becomes U+FFFD.
    package static func shown(_ text: String) -> String {
        isText(text) ? text : String(decoding: bytes(of: text), as: UTF8.self)
    }

    /// The path of an existing file, with its names as the disk has them: a name is found in
    /// whatever form its letters with accents are written (NFC or NFD). Nil if there is none.
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
                // Swift compares texts by what they show, whatever their form.
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
