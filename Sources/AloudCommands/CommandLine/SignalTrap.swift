internal import Foundation
internal import Glibc
internal import Synchronization

/// Why signals could not be trapped.
public enum SignalTrapError: Error, Equatable, CustomStringConvertible {
    /// There is a trap already: what a signal does belongs to the whole process.
    case alreadySet
    /// What failed, and the system's reason.
    case system(call: String, reason: String)

    public var description: String {
        switch self {
        case .alreadySet:
            "Signals are trapped already; release the first trap before setting another."
        case .system(let call, let reason):
            "Cannot trap signals: \(call) failed: \(reason)."
        }
    }
}

/// Turns SIGINT and SIGTERM into a request to stop; the second of them ends the process at once.
///
/// The handler does no more than write the signal's number into a pipe, which is all that
/// signal-safety(7) allows; a thread reads it and acts. Children of the process are not touched:
/// a handler is not inherited through exec.
public final class SignalTrap: Sendable {
    /// The signals that are trapped.
    public static let signals = [SIGINT, SIGTERM]

    /// The state of the trap that is set; nil if there is none.
    private static let installed = Mutex<Installed?>(nil)

    private struct Installed {
        var previous: [Int32: sigaction]
        var writeEnd: Int32
    }

    /// Sets the trap, until it is released.
    ///
    /// - Parameters:
    ///   - stop: requested at the first signal.
    ///   - first: told the first signal's number before that, on a thread of the trap's own.
    public static func set(
        _ stop: StopRequest, first: @escaping @Sendable (Int32) -> Void = { _ in }
    ) throws(SignalTrapError) {
        let result = installed.withLock { installed -> Result<Void, SignalTrapError> in
            guard installed == nil else { return .failure(.alreadySet) }
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else {
                return .failure(.system(call: "pipe", reason: systemReason(errno)))
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let readEnd = ends[0]
            Thread.detachNewThread { watch(readEnd, stop, first) }
            // From here on the global is initialised, so that the handler only loads it.
            signalPipe.store(ends[1], ordering: .releasing)
            var previous: [Int32: sigaction] = [:]
            for signal in signals {
                var action = sigaction()
                action.__sigaction_handler.sa_handler = passOn
                action.sa_flags = SA_RESTART
                var old = sigaction()
                sigaction(signal, &action, &old)
                previous[signal] = old
            }
            installed = Installed(previous: previous, writeEnd: ends[1])
            return .success(())
        }
        try result.get()
    }

    /// Gives the signals back what they did before. Does nothing without a trap.
    public static func release() {
        installed.withLock { installed in
            guard let trap = installed else { return }
            for (signal, action) in trap.previous {
                var action = action
                sigaction(signal, &action, nil)
            }
            signalPipe.store(-1, ordering: .releasing)
            close(trap.writeEnd)  // the watching thread reads the end of the pipe and goes
            installed = nil
        }
    }

    /// What the trap's thread does.
    private static func watch(
        _ readEnd: Int32, _ stop: StopRequest, _ first: @Sendable (Int32) -> Void
    ) {
        defer { close(readEnd) }
        var isFirst = true
        while true {
            var number: UInt8 = 0
            let count = read(readEnd, &number, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return }
            guard isFirst else { end(by: Int32(number)) }
            isFirst = false
            first(Int32(number))
            stop.request()
        }
    }

    /// Ends the process as the signal would have done without a trap, so that whoever started it
    /// sees the signal.
    private static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        kill(getpid(), number)
        // The signal may take a moment, or be blocked in every thread.
        sleep(1)
        _exit(ExitStatus.interrupted(bySignal: number).rawValue)
    }
}

/// Where the handler writes; -1 if nowhere.
private let signalPipe = Atomic<Int32>(-1)

/// The signal handler. It may interrupt anything, so it only loads an initialised atomic and
/// calls `write`, and leaves errno as it was.
private func passOn(_ number: Int32) {
    let code = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalPipe.load(ordering: .acquiring), &byte, 1)
    errno = code
}
