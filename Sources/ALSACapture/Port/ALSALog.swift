internal import CALSA
internal import CALSALog

/// What ALSA would print to stderr, kept for messages instead. It belongs to the calling thread.
enum ALSALog {
    /// Done once in a process, by the first use of the log.
    private static let installed: Void = aloud_alsa_log_install()

    /// Forgets what was said; call it before the C call whose words are wanted. Every way into
    /// ALSA passes here first, so that nothing is ever printed.
    static func clear() {
        installed
        aloud_alsa_log_clear()
    }

    /// What was said since `clear`, in one line, but for what tells only by which functions of its
    /// configuration the library came there.
    static var text: String {
        String(cString: aloud_alsa_log_text()).split(separator: "\n")
            .filter { line in !inner.contains { line.hasPrefix($0) } }.joined(separator: "; ")
    }

    /// How such lines begin (`conf.c` of alsa-lib 1.2.8).
    private static let inner = ["function ", "error evaluating ", "Evaluate error"]

    /// The reason of a failed call: the words of its code, and what the log adds to them.
    static func reason(_ code: Int32) -> String {
        let words = String(cString: snd_strerror(code))
        let log = text
        if log.isEmpty { return words }
        return log.contains(words) ? log : "\(words): \(log)"
    }
}
