internal import Foundation
internal import Glibc
package import RecordStore
internal import Synchronization

/// A store in a file that another program has open. That program carries out the calls. When it
/// ends, this program opens the file itself, or sends its calls to the next program that opened it.
///
/// If the other program ends without an answer to a call, the call is made again, up to a limit. A
/// program that ends in order answers each call that it carried out. While the other program is
/// paused, a call fails, and may still be carried out later.
package final class JoinedRecords: RecordKeeping {
    /// The file, opened by this program.
    package struct Opened: Sendable {
        /// The store.
        package var records: any RecordKeeping
        /// Closes the store and all that was opened with it.
        package var end: @Sendable () -> Void

        /// Sets each property from the parameter of its name.
        package init(_ records: any RecordKeeping, end: @escaping @Sendable () -> Void) {
            self.records = records
            self.end = end
        }
    }

    private struct State: ~Copyable {
        var socket: SocketFile?
        var opened: Opened?
        var isEnded = false
        /// The tests that this program runs.
        var running: Set<RecordID> = []

        /// The answer of the program that has the file open; nil if that program has ended.
        mutating func sent<Call: RecordCall>(
            _ call: Call
        ) throws(RecordError) -> SentAnswer<Call.Answer>? {
            defer { if socket?.isBroken == true { socket = nil } }
            return try socket?.answer(to: call)
        }

        /// Notes the beginning or end of a test.
        mutating func note(_ call: some RecordCall) {
            if let beginning = call as? BeginTest { running.insert(beginning.test.id) }
            if let end = call as? FinishTest { running.remove(end.test) }
        }
    }

    private let state: Mutex<State>
    private let path: String
    private let open: @Sendable (Set<RecordID>) throws(RecordError) -> Opened?

    /// The time that programs may need to hand over the file, seconds.
    private static let patience = 5.0
    /// Maximum number of connections that may end without an answer to one call. Chosen: more than
    /// programs use the file at once.
    private static let mostEnds = 20

    /// Connects to the program that has the file.
    ///
    /// - Parameters:
    ///   - path: the socket of that program.
    ///   - open: opens the file and serves it at the path; returns nil while another program has
    ///     it. Its argument is the set of tests that this program runs.
    /// - Throws: `RecordError.unreachable` if no program listens at the path, `.busy` if that
    ///   program does not answer.
    package init(
        servedAt path: String,
        open: @escaping @Sendable (Set<RecordID>) throws(RecordError) -> Opened?
    ) throws(RecordError) {
        self.path = path
        self.open = open
        let socket = try SocketFile.connected(to: path)
        let watched = socket.copied()
        state = Mutex(State(socket: consume socket))
        watch(watched)
    }

    package func carryOut<Call: RecordCall>(_ call: Call) throws(RecordError) -> Call.Answer {
        let deadline = ContinuousClock.now + .seconds(Self.patience)
        for _ in 0..<Self.mostEnds {
            let (answer, opened) = try state.withLock { state throws(RecordError) in
                state.note(call)
                if state.opened == nil, let answer = try state.sent(call), !answer.isClosed {
                    return (Optional(answer), Opened?.none)
                }
                state.socket = nil
                try join(&state, until: deadline)
                return (nil, state.opened)
            }
            if let answer { return try answer.get() }
            if let opened { return try opened.records.carryOut(call) }
        }
        // The call or its answer may be longer than a message (`SocketFile`).
        throw .unreachable(
            "the program that has them ends the connection at this call each time. End that"
                + " program, then try again.")
    }

    package func close() {
        let opened = state.withLock { state in
            state.isEnded = true
            state.socket?.shut()
            state.socket = nil
            defer { state.opened = nil }
            return state.opened
        }
        opened?.end()
    }

    /// Opens the file, or connects to the program that has it now.
    private func join(
        _ state: inout State, until deadline: ContinuousClock.Instant
    ) throws(RecordError) {
        while state.opened == nil, state.socket == nil {
            guard !state.isEnded else { throw .closed }
            state.opened = try open(state.running)
            if state.opened == nil, let socket = try connected() {
                watch(socket.copied())
                state.socket = consume socket
            }
            guard state.opened == nil, state.socket == nil else { return }
            guard ContinuousClock.now < deadline else {
                throw .unreachable("the program that has them has ended.")
            }
            usleep(50_000)
        }
    }

    /// A connection to the program that has the file open; nil if no program listens.
    ///
    /// - Throws: `RecordError.busy` if that program accepts no connection.
    private func connected() throws(RecordError) -> SocketFile? {
        do throws(RecordError) { return try SocketFile.connected(to: path) } catch .busy(let reason)
        {
            throw .busy(reason)
        } catch { return nil }
    }

    /// Joins again as soon as the other program ends. Otherwise a third program could open the file
    /// first, and take the test that this program runs for an abandoned one.
    private func watch(_ socket: consuming SocketFile) {
        let place = Mutex<SocketFile?>(socket)
        Thread.detachNewThread { [weak self] in
            place.withLock { $0.take() }?.waitForEnd()
            self?.state.withLock { state in
                guard !state.isEnded, state.opened == nil else { return }
                state.socket = nil
                // The next call tries again.
                try? self?.join(&state, until: .now + .seconds(JoinedRecords.patience))
            }
        }
    }
}
