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
    private let serving = DispatchGroup()
    private let isStopped = Mutex(false)

    /// Listens at a path.
    ///
    /// - Parameters:
    ///   - records: the store.
    ///   - whenLeft: called with the tests that a program had not finished when it ended.
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

    /// The time that `stop` waits for answers, seconds.
    private static let patience = 5.0

    /// Removes the socket. Ends all connections after the calls received are answered.
    package func stop() {
        guard
            isStopped.withLock({ stopped in
                defer { stopped = true }
                return !stopped
            })
        else { return }
        unlink(path)
        descriptors.withLock { open in
            for descriptor in open { shutdown(descriptor, Int32(SHUT_RD)) }
        }
        _ = serving.wait(timeout: .now() + Self.patience)
    }

    private func serve(_ socket: consuming SocketFile) {
        let descriptor = socket.descriptor
        serving.enter()
        descriptors.withLock { _ = $0.insert(descriptor) }
        guard !isStopped.withLock({ $0 }) else {
            // The connection comes too late: `stop` does not wait for it.
            descriptors.withLock { _ = $0.remove(descriptor) }
            serving.leave()
            return
        }
        let place = Mutex<SocketFile?>(socket)
        Thread.detachNewThread { [self] in
            defer { serving.leave() }
            guard let socket = place.withLock({ $0.take() }) else { return }
            var running: Set<RecordID> = []
            while let bytes = (try? socket.receive()) ?? nil {
                let answer =
                    if let call = try? JSONDecoder().decode(ReceivedCall.self, from: Data(bytes)) {
                        answer(to: call.call, &running)
                    } else {
                        Self.written(SentAnswer<Done>.failure(Self.misunderstood))
                    }
                guard let answer, (try? socket.send(answer)) == true else { break }
            }
            descriptors.withLock { _ = $0.remove(descriptor) }
            if !running.isEmpty, !isStopped.withLock({ $0 }) { whenLeft(Array(running)) }
        }
    }

    /// Carries out a call, and notes the beginning or end of a test.
    private func answer(to call: some RecordCall, _ running: inout Set<RecordID>) -> [UInt8]? {
        let answer = SentAnswer(of: records, to: call)
        if case .answer = answer {
            switch call {
            case let call as BeginTest: running.insert(call.test.id)
            // The test may have begun while another program had the records.
            case let call as AppendEvent: running.insert(call.test)
            case let call as FinishTest: running.remove(call.test)
            default: break
            }
        }
        return Self.written(answer)
    }

    private static func written(_ answer: SentAnswer<some Sendable>) -> [UInt8]? {
        (try? JSONEncoder().encode(answer)).map { Array($0) }
    }

    private static let misunderstood = RecordError.unreachable(
        "it does not understand this. Use the same version of Aloud for both.")
}

extension SocketFile {
    /// The answer of the program at the other end; nil if it has ended.
    ///
    /// - Throws: `RecordError.unreachable` if its answer cannot be read, or does not come in time: five
    ///   minutes, or two seconds while the program is paused.
    mutating func answer<Call: RecordCall>(
        to call: Call
    ) throws(RecordError) -> SentAnswer<Call.Answer>? {
        let bytes: [UInt8]
        do { bytes = Array(try JSONEncoder().encode(SentCall(call))) } catch {
            throw .failed("a call that cannot be written.")
        }
        guard let received = try exchange(bytes) else { return nil }
        guard
            let answer = try? JSONDecoder().decode(
                SentAnswer<Call.Answer>.self, from: Data(received))
        else {
            throw .unreachable(
                "its answer cannot be read. Use the same version of Aloud for both.")
        }
        return answer
    }
}
