internal import Glibc

/// The terminal behind a stream.
public struct Terminal: Sendable, Equatable {
    /// Whether it is a terminal rather than a file or a pipe.
    public var isTerminal: Bool
    /// Characters in a line, 80 if unknown.
    public var width: Int
    /// Whether text may be coloured.
    public var hasColor: Bool

    /// No terminal unless said.
    ///
    /// - Parameter width: characters in a line.
    public init(isTerminal: Bool = false, width: Int = 80, hasColor: Bool = false) {
        self.isTerminal = isTerminal
        self.width = width
        self.hasColor = hasColor
    }

    /// The width of help texts: that of the terminal, but neither under 80 nor over 100.
    public var helpWidth: Int { min(max(width, 80), 100) }

    /// The terminal behind a file descriptor.
    ///
    /// There is colour if it is a terminal, `TERM` is not `dumb`, and `NO_COLOR` is absent or
    /// empty (no-color.org).
    public init(descriptor: Int32, variables: [String: String]) {
        isTerminal = isatty(descriptor) == 1
        hasColor =
            isTerminal && variables["TERM"] != "dumb" && (variables["NO_COLOR"] ?? "").isEmpty
        var size = winsize()
        let isKnown = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        width = isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}
