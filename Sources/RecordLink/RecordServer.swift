internal import Foundation
internal import Glibc
package import RecordStore
internal import Synchronization

/// Serves a store to other programs of the same user, by a socket in the file system.
package final class RecordServer: Sendable {
    private let records: any RecordKeeping
    private let path: String
    private let whenLeft: @Sendable ([RecordID]) -> Void
    private let descriptors = Mutex<Set<Int32>>([])
    private let isStopped = Mutex(false)

    /// Listens at a path.
    ///
    /// - Parameters:
    ///   - records: the store.
    ///   - whenLeft: called with the tests that a program began, once it has gone.
    /// - Throws: `RecordError.unreachable`.
    package init(
        _ records: any RecordKeeping, at path: String,
        whenLeft: @escaping @Sendable ([RecordID]) -> Void
    ) throws(RecordError) {
        self.records = records
        self.path = path
        self.whenLeft = whenLeft
        let listening = try SocketFile.listening(at: path)
        let descriptor = listening.descriptor
        descriptors.withLock { _ = $0.insert(descriptor) }
        let socket = Mutex<SocketFile?>(listening)
        Thread.detachNewThread { [self] in
            guard let listening = socket.withLock({ $0.take() }) else { return }
            while let next = listening.accepted() { serve(next) }
            descriptors.withLock { _ = $0.remove(listening.descriptor) }
        }
    }

    /// Ends all connections and removes the socket.
    package func stop() {
        guard
            isStopped.withLock({ stopped in
                defer { stopped = true }
                return !stopped
            })
        else { return }
        unlink(path)
        descriptors.withLock { open in
            for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    private func serve(_ socket: consuming SocketFile) {
        let descriptor = socket.descriptor
        descriptors.withLock { _ = $0.insert(descriptor) }
        let place = Mutex<SocketFile?>(socket)
        Thread.detachNewThread { [self] in
            guard let socket = place.withLock({ $0.take() }) else { return }
            var begun: [RecordID] = []
            while let bytes = socket.receive() {
                let answer: RecordAnswer
                if let call = try? JSONDecoder().decode(RecordCall.self, from: Data(bytes)) {
                    answer = records.answer(call)
                    if case .begin(let test, _) = call, case .done = answer {
                        begun.append(test.id)
                    }
                } else {
                    answer = .failure(
                        .unreachable(
                            "it does not understand this. Use the same version of Aloud for both."))
                }
                guard let sent = try? JSONEncoder().encode(answer), socket.send(Array(sent))
                else { break }
            }
            descriptors.withLock { _ = $0.remove(descriptor) }
            if !begun.isEmpty, !isStopped.withLock({ $0 }) { whenLeft(begun) }
        }
    }
}

extension RecordServer {
    /// A store that another program serves at a path.
    ///
    /// - Throws: `RecordError.unreachable` if none does.
    package static func records(servedAt path: String) throws(RecordError) -> SentRecords {
        let socket = Mutex<SocketFile?>(try SocketFile.connected(to: path))
        let shared = SharedSocket(socket: socket)
        return SentRecords(
            send: { call throws(RecordError) in try shared.send(call) }, end: { shared.end() })
    }
}

/// A connection that several threads use in turn.
private final class SharedSocket: Sendable {
    private let socket: Mutex<SocketFile?>

    init(socket: consuming Mutex<SocketFile?>) { self.socket = socket }

    func send(_ call: RecordCall) throws(RecordError) -> RecordAnswer {
        try socket.withLock { socket throws(RecordError) in
            guard socket != nil else { throw .closed }
            let bytes: [UInt8]
            do { bytes = Array(try JSONEncoder().encode(call)) } catch {
                throw .failed("a call that cannot be written.")
            }
            guard socket?.send(bytes) == true, let received = socket?.receive() else {
                socket = nil
                throw .unreachable("the program that has them has ended.")
            }
            guard let answer = try? JSONDecoder().decode(RecordAnswer.self, from: Data(received))
            else {
                throw .unreachable(
                    "its answer cannot be read. Use the same version of Aloud for both.")
            }
            return answer
        }
    }

    func end() { socket.withLock { $0 = nil } }
}
