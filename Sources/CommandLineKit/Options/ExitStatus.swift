/// What the process tells the shell when it ends.
public struct ExitStatus: RawRepresentable, Sendable, Equatable {
    /// What `exit` is given, 0...255.
    public var rawValue: Int32

    /// A status by its number; the usual ones have names.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// All went well.
    public static let success = ExitStatus(rawValue: 0)
    /// The verb was understood, but something in it failed.
    public static let failure = ExitStatus(rawValue: 1)
    /// The command line was not understood: EX_USAGE of sysexits(3).
    public static let misuse = ExitStatus(rawValue: 64)
    /// Nobody reads standard output any more: 128 + SIGPIPE, what a shell shows of a program
    /// that this signal ended.
    public static let readerGone = ExitStatus(rawValue: 128 + 13)

    /// Ended on the request of a signal: 128 + its number, as shells show it.
    public static func interrupted(bySignal signal: Int32) -> ExitStatus {
        ExitStatus(rawValue: 128 + signal)
    }
}
