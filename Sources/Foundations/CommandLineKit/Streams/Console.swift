package import Foundation
internal import Glibc
package import Platform

/// The streams, the terminal, the variables, the signals and the date of a process.
package struct Console: Sendable {
    /// Standard output: results only, for programs to read.
    package var output: any TextOutput
    /// Standard error: words for people. Use `say`.
    package var messages: any TextOutput
    /// Standard input.
    package let input: any ByteInput
    /// The kind of standard input.
    package var inputKind: InputKind
    /// The lines of standard input, shared by tests that run one after the other.
    package let lines: TimedLineReader
    /// The terminal behind `messages`.
    package var terminal: Terminal
    /// The terminal behind `output`.
    package var outputTerminal: Terminal
    /// The environment variables.
    package var variables: [String: String]
    /// The path of the running program, links resolved.
    package var executable: String
    /// The paths at which the configuration file is looked for, the first that exists counts.
    package var configurationPlaces: [String]
    /// The request to end the verb, as by Ctrl-C.
    package var stop: StopRequest
    /// Makes signals request `stop`; called before a verb that ends on it. Nil leaves signals
    /// alone.
    package var trapSignals: (@Sendable (StopRequest) throws -> Void)?
    /// The date now.
    package var date: @Sendable () -> Date
    /// The time since a fixed moment, by a clock that nobody sets and that advances while the
    /// machine sleeps.
    package var uptime: @Sendable () -> Duration

    /// Sets each property from the parameter of its name. The defaults are those of a process without
    /// a terminal, without variables and without a request to stop.
    package init(
        output: any TextOutput, messages: any TextOutput, input: any ByteInput,
        inputKind: InputKind = .other, terminal: Terminal = Terminal(),
        outputTerminal: Terminal = Terminal(), variables: [String: String] = [:],
        executable: String = "",
        configurationPlaces: [String] = [],
        stop: StopRequest = StopRequest(),
        trapSignals: (@Sendable (StopRequest) throws -> Void)? = nil,
        date: @escaping @Sendable () -> Date = { .now },
        uptime: @escaping @Sendable () -> Duration = Console.uptime
    ) {
        self.output = output
        self.messages = messages
        self.input = input
        self.inputKind = inputKind
        lines = TimedLineReader(input)
        self.terminal = terminal
        self.outputTerminal = outputTerminal
        self.variables = variables
        self.executable = executable
        self.configurationPlaces = configurationPlaces
        self.stop = stop
        self.trapSignals = trapSignals
        self.date = date
        self.uptime = uptime
    }

    private static let origin = ContinuousClock.now

    /// The time since the first call on this machine; clock_gettime(2), CLOCK_BOOTTIME.
    package static let uptime: @Sendable () -> Duration = { origin.duration(to: .now) }

    /// Writes the result of long work to standard output. If that fails, as on a full disk, it goes
    /// to standard error, so that the work is not lost.
    ///
    /// - Throws: the error of standard output in either case.
    package func deliver(_ result: String) throws(OutputError) {
        do throws(OutputError) {
            try output.write(result)
        } catch {
            if error != .readerGone {
                say("The result, which could not be written to standard output:")
                try? messages.write(result)
            }
            throw error
        }
    }

    /// Writes a line of words for people to standard error, or several.
    package func say(_ line: String) {
        // A failed message does not end the verb: its result is still useful.
        try? messages.write(line.escapingControls(keepingLines: true) + "\n")
    }

    /// Writes an error message to standard error, in one line.
    package func complain(_ reason: String) {
        say("Error: " + reason.escapingControls(keepingLines: false))
    }
}

extension Console {
    /// The console of this process. Call it once, before anything else: it prepares the
    /// standard streams.
    package static func process() -> Console {
        StandardStreams.prepare()
        let variables = ProcessInfo.processInfo.environment
        let stop = StopRequest()
        let messages = DescriptorOutput(
            descriptor: STDERR_FILENO, name: "standard error", stop: stop)
        return Console(
            output: DescriptorOutput(
                descriptor: STDOUT_FILENO, name: "standard output", stop: stop),
            messages: messages,
            input: DescriptorInput(descriptor: STDIN_FILENO, name: "standard input", stop: stop),
            inputKind: InputKind(descriptor: STDIN_FILENO),
            terminal: Terminal(descriptor: STDERR_FILENO, variables: variables),
            outputTerminal: Terminal(descriptor: STDOUT_FILENO, variables: variables),
            variables: variables, executable: executablePath(),
            configurationPlaces: configurationPlaces(variables), stop: stop,
            trapSignals: { stop in
                try SignalTrap.set(stop) { _ in
                    try? messages.write("\nStopping. Press Ctrl-C again to end at once.\n")
                }
            })
    }

    /// The command line of this process without the name of the program; words that are not UTF-8
    /// are written as `FileName` writes them.
    package static func words() -> [String] {
        CommandLine.arguments.indices.dropFirst().compactMap { index in
            guard let word = CommandLine.unsafeArgv[index] else { return nil }
            let bytes = UnsafeBufferPointer(start: word, count: strlen(word))
            return FileName.text(of: bytes.map(UInt8.init(bitPattern:)))
        }
    }

    /// The user's configuration file (XDG Base Directory Specification) and this machine's.
    private static func configurationPlaces(_ variables: [String: String]) -> [String] {
        func folder(_ name: String) -> String? {
            variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let own = folder("XDG_CONFIG_HOME") ?? folder("HOME").map { $0 + "/.config" }
        return (own.map { [$0 + "/aloud/aloud.conf"] } ?? []) + ["/etc/aloud/aloud.conf"]
    }

    /// The path of the running program; proc(5).
    private static func executablePath() -> String {
        let link = "/proc/self/exe"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
            ?? CommandLine.arguments.first ?? ""
    }
}

extension Console {
    /// The time with its zone, to the second, as ISO 8601 writes it: "2026-01-31T14:05:09+01:00".
    package var time: String {
        date().formatted(
            Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: .current))
    }

    /// The day and the minute, in the form for results on paper: "2026-01-31, 14:05".
    package var dateAndMinute: String {
        let style = Date.ISO8601FormatStyle(timeZone: .current)
        let now = date()
        return now.formatted(style.year().month().day()) + ", "
            + now.formatted(style.time(includingFractionalSeconds: false)).prefix(5)
    }
}

/// Makes standard input, output and error safe to use, before anything else is opened.
package enum StandardStreams {
    /// Call once, first thing.
    ///
    /// - SIGPIPE is ignored, so that a closed pipe is an error of `write`.
    /// - If the caller has closed one of the three streams, the next file to be opened would take
    ///   its number, and output meant for people would go into that file. So the null device takes
    ///   the number, opened for the wrong direction: any use of it fails.
    package static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            // `open` takes the lowest free number, which is this one: the lower ones are open.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}

/// The kind of a stream of input.
package enum InputKind: Sendable {
    /// A pipe or a socket: another program writes to it as long as it runs.
    case stream
    /// A file on a disk.
    case file
    /// A terminal, the null device, or nothing.
    case other

    /// The kind of an open descriptor. The corresponding C function is `fstat`.
    init(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            self = .other
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFIFO, S_IFSOCK: self = .stream
        case S_IFREG: self = .file
        default: self = .other
        }
    }
}

/// The terminal of a stream.
package struct Terminal: Sendable, Equatable {
    /// Whether it is a terminal rather than a file or a pipe.
    package var isTerminal: Bool
    /// Characters in a line, 80 if unknown.
    package var width: Int
    /// Whether text may be coloured.
    package var hasColor: Bool

    /// The defaults describe a stream without a terminal.
    ///
    /// - Parameter width: characters in a line.
    package init(isTerminal: Bool = false, width: Int = 80, hasColor: Bool = false) {
        self.isTerminal = isTerminal
        self.width = width
        self.hasColor = hasColor
    }

    /// The width of help texts: that of the terminal, but neither under 80 nor over 100.
    package var helpWidth: Int { min(max(width, 80), 100) }

    /// The terminal of a file descriptor.
    ///
    /// There are colours and other escapes if it is a terminal, `TERM` is not `dumb`, and `NO_COLOR` is absent or
    /// empty (no-color.org).
    package init(descriptor: Int32, variables: [String: String]) {
        isTerminal = isatty(descriptor) == 1
        hasColor =
            isTerminal && variables["TERM"] != "dumb" && (variables["NO_COLOR"] ?? "").isEmpty
        var size = winsize()
        let isKnown = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
        width = isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}
