internal import Glibc

/// What this process has taken of the computer.
package enum ProcessMeter {
    /// Processor time of all its threads since it began, seconds.
    /// The corresponding C function is `clock_gettime` with `CLOCK_PROCESS_CPUTIME_ID`.
    package static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Seconds since the kernel began it, before its libraries were loaded; up to 10 ms too long,
    /// for the kernel tells that moment in hundredths. Nil where /proc cannot be read.
    package static var age: Double? {
        // Field 22 of /proc/self/stat, proc(5); the program's name in parentheses, the second
        // field, may hold blanks.
        guard let text = contents(of: "/proc/self/stat"), let name = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[name...].split(separator: " ")
        guard fields.count > 20, let start = Double(fields[20]) else { return nil }
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
            - start / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The most memory it held at once, bytes: "VmHWM" of /proc/self/status, proc(5).
    package static var peakBytes: Int? {
        contents(of: "/proc/self/status")?.split(separator: "\n")
            .first { $0.hasPrefix("VmHWM:") }?
            .split(whereSeparator: \.isWhitespace).dropFirst().first
            .flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// The start of a file of /proc; all that is asked for here fits.
    private static func contents(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8_192)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
