internal import Foundation
internal import Glibc
package import Platform
internal import Synchronization

/// An error of setting the trap.
package enum SignalTrapError: Error, Equatable, CustomStringConvertible {
    /// There is a trap already: signal handlers belong to the whole process.
    case alreadySet
    /// A failed system call, and the system's reason.
    case system(call: String, reason: String)

    package var description: String {
        switch self {
        case .alreadySet:
            "Signals are trapped already: a process has one trap, for all its verbs."
        case .system(let call, let reason):
            "Cannot trap signals: \(call) failed: \(reason)."
        }
    }
}

/// Turns SIGINT, SIGTERM and SIGHUP, the end of a terminal, into a request to stop; the second
/// signal ends the process at once. SIGHUP stays ignored if the parent process ignores it, as nohup
/// does.
///
/// The handler only writes the signal's number into a pipe, which is all that signal-safety(7)
/// allows; a thread reads it and acts. Child processes are not affected: a handler is not inherited
/// through exec.
package enum SignalTrap {
    /// The signals that are trapped.
    package static let signals = [SIGINT, SIGTERM, SIGHUP]

    private static let isSet = Mutex(false)
    private static let caught = Mutex<Int32?>(nil)

    /// The first signal that the trap caught; nil if there was none.
    static var firstSignal: Int32? { caught.withLock { $0 } }

    /// The stack of the handler, bytes: the registers of AVX-512 and AMX alone take 11 KiB.
    private static let stackBytes = 65_536
    /// The longest wait for `first`, seconds.
    private static let longestTelling = 0.5

    /// Sets the trap, for as long as the process lives.
    ///
    /// - Parameters:
    ///   - stop: requested at the first signal.
    ///   - first: called before `stop` is requested, with the first signal's number, on its own
    ///     thread. The wait for it is at most half a second, because its output may have no reader.
    package static func set(
        _ stop: StopRequest, first: @escaping @Sendable (Int32) -> Void = { _ in }
    ) throws(SignalTrapError) {
        let result = isSet.withLock { isSet -> Result<Void, SignalTrapError> in
            guard !isSet else { return .failure(.alreadySet) }
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else {
                return .failure(.system(call: "pipe", reason: systemReason(errno)))
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let readEnd = ends[0]
            Thread.detachNewThread { watch(readEnd, stop, first) }
            // From here on, the global is initialised, so that the handler only loads it.
            signalPipe.store(ends[1], ordering: .releasing)
            // On the usual stack, a signal in the middle of oneDNN's machine code corrupted the heap:
            // most likely that code uses the stack pointer for something else.
            var stack = stack_t(
                ss_sp: .allocate(byteCount: stackBytes, alignment: 16), ss_flags: 0,
                ss_size: stackBytes)
            sigaltstack(&stack, nil)
            var mask = sigset_t()
            for signal in signals where signal != SIGHUP || !isIgnored(signal) {
                var action = sigaction()
                action.__sigaction_handler.sa_handler = passOn
                action.sa_flags = SA_RESTART | SA_ONSTACK
                sigaction(signal, &action, nil)
                sigaddset(&mask, signal)
            }
            // A program that starts others from a dispatch queue passes on a mask that blocks all
            // signals.
            pthread_sigmask(SIG_UNBLOCK, &mask, nil)
            isSet = true
            return .success(())
        }
        try result.get()
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        // Handlers cannot be compared in Swift, their addresses can.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// The loop of the trap's thread.
    private static func watch(
        _ readEnd: Int32, _ stop: StopRequest, _ first: @escaping @Sendable (Int32) -> Void
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
            let signal = Int32(number)
            caught.withLock { $0 = signal }
            let isTold = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                first(signal)
                isTold.signal()
            }
            _ = isTold.wait(timeout: .now() + longestTelling)
            stop.request()
        }
    }

    /// Ends the process by the signal, as without a trap, so that the parent process sees the
    /// signal.
    private static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        kill(getpid(), number)
        // The signal may take a moment, or be blocked in every thread.
        sleep(1)
        _exit(ExitStatus.interrupted(bySignal: number).rawValue)
    }
}

/// The pipe's end that the handler writes to; -1 if there is none.
private let signalPipe = Atomic<Int32>(-1)

/// The signal handler. It may interrupt anything, so it only loads an initialised atomic and
/// calls `write`, and leaves errno as it was.
private func passOn(_ number: Int32) {
    let code = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalPipe.load(ordering: .acquiring), &byte, 1)
    errno = code
}

/// Another program that has some verbs of this one.
package struct OtherProgram: Sendable, Equatable {
    /// Its name; it is installed next to this program.
    package var name: String
    /// The heading of its verbs in an overview.
    package var title: String
    /// Its verbs.
    package var verbs: [String]
    /// The advice if it is not installed, a sentence.
    package var advice: String

    /// Sets each property from the parameter of its name.
    package init(name: String, title: String, verbs: [String], advice: String) {
        self.name = name
        self.title = title
        self.verbs = verbs
        self.advice = advice
    }

    /// Becomes the program; returns only if that fails.
    ///
    /// - Parameters:
    ///   - words: the command line without the name of the program, the verb first.
    ///   - executable: the path of this program.
    func run(_ words: [String], beside executable: String) -> OtherProgramError {
        let folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
        let path = folder.appendingPathComponent(name).path
        guard access(path, X_OK) == 0 else {
            return .missing(name: name, verb: words.last(where: verbs.contains) ?? "", advice)
        }
        let arguments = ([name] + words).map { strdup(FileName.cString(of: $0)) } + [nil]
        execv(path, arguments)
        let reason = systemReason(errno)
        for case let argument? in arguments { free(argument) }
        return .cannotStart(path: path, reason: reason)
    }
}

/// An error of passing a verb on to another program.
package enum OtherProgramError: Error, Equatable, CustomStringConvertible {
    /// The program is not installed; with advice.
    case missing(name: String, verb: String, String)
    /// The system does not start it; with its reason.
    case cannotStart(path: String, reason: String)

    package var description: String {
        switch self {
        case .missing(let name, let verb, let advice):
            "'\(verb)' is a verb of \(name), which is not installed here. \(advice)"
        case .cannotStart(let path, let reason): "'\(path)' cannot be started: \(reason)."
        }
    }
}
