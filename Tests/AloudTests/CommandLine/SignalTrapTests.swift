import Foundation
import Platform
import TestTraits
import Testing

@testable import CommandLineKit

/// Each runs in a process of its own, since signals belong to the whole process.
@Suite("Trapping signals", .listening)
struct SignalTrapTests {
    @Test("The first signal requests a stop", arguments: [SIGINT, SIGTERM, SIGHUP])
    func first(signal: Int32) async {
        await #expect(processExitsWith: .exitCode(7)) { [signal] in
            let stop = StopRequest()
            let told = MemoryOutput()
            try SignalTrap.set(stop) { try? told.write("\($0)") }
            stop.whenRequested { exit(told.text == "\(signal)" ? 7 : 8) }
            kill(getpid(), signal)
            waitForTheEnd()
        }
    }

    @Test("The second signal ends the process as if there were no trap")
    func second() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            let stop = StopRequest()
            try SignalTrap.set(stop)
            stop.whenRequested { kill(getpid(), SIGTERM) }
            kill(getpid(), SIGINT)
            waitForTheEnd()
        }
    }

    @Test("An unreportable signal is still a request")
    func untold() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let stop = StopRequest()
            try SignalTrap.set(stop) { _ in sleep(60) }
            stop.whenRequested { exit(7) }
            kill(getpid(), SIGTERM)
            waitForTheEnd()
        }
    }

    @Test("A process that outlives the terminal ignores its hang-up")
    func ignored() async {
        await #expect(processExitsWith: .exitCode(7)) {
            signal(SIGHUP, SIG_IGN)
            // The handler gets the signal that arrives first.
            try SignalTrap.set(StopRequest()) { exit($0 == SIGTERM ? 7 : 8) }
            kill(getpid(), SIGHUP)
            kill(getpid(), SIGTERM)
            sleep(60)
        }
    }

    @Test("The handler has its own stack")
    func ownStack() async {
        await #expect(processExitsWith: .exitCode(7)) {
            try SignalTrap.set(StopRequest())
            var (action, stack) = (sigaction(), stack_t())
            sigaction(SIGINT, nil, &action)
            sigaltstack(nil, &stack)
            let isOnIt = action.sa_flags & SA_ONSTACK != 0
            exit(isOnIt && stack.ss_flags & Int32(SS_DISABLE) == 0 ? 7 : 8)
        }
    }

    @Test("Only one trap exists at a time")
    func alreadySet() async {
        await #expect(processExitsWith: .exitCode(7)) {
            try SignalTrap.set(StopRequest())
            do { try SignalTrap.set(StopRequest()) } catch SignalTrapError.alreadySet { exit(7) }
        }
    }

    @Test("Signals that the parent had blocked are received")
    func blocked() async {
        await #expect(processExitsWith: .exitCode(7)) {
            var mask = sigset_t()
            sigaddset(&mask, SIGINT)
            pthread_sigmask(SIG_BLOCK, &mask, nil)
            try SignalTrap.set(StopRequest())
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            exit(sigismember(&mask, SIGINT) == 0 ? 7 : 8)
        }
    }
}

/// Leaves it to others to end the process. A signal ends a single sleep.
private func waitForTheEnd() {
    let latest = Date(timeIntervalSinceNow: 60)
    while Date() < latest { sleep(1) }
}
