internal import Glibc
public import Platform

/// Input from a file descriptor, such as standard input.
///
/// The corresponding C functions are `poll` and `read`.
public final class DescriptorInput: ByteInput {
    private let descriptor: Int32
    private let name: String
    private let stop: StopRequest

    /// How long a request to stop may go unnoticed while there is nothing to read.
    private static let patienceMilliseconds: Int32 = 50

    /// - Parameters:
    ///   - descriptor: stays open; the owner closes it.
    ///   - name: what messages call it: "standard input".
    ///   - stop: ends the wait for input when it is made.
    public init(descriptor: Int32, name: String, stop: StopRequest) {
        self.descriptor = descriptor
        self.name = name
        self.stop = stop
    }

    /// See `ByteInput.read`.
    ///
    /// - Throws: `InputError.failed` with the system's reason.
    public func read(upTo count: Int) throws(InputError) -> [UInt8] {
        while !stop.isRequested {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, Self.patienceMilliseconds)
            if ready == 0 { continue }
            if ready < 0 {
                if errno == EINTR { continue }
                throw failure(errno)
            }
            var failureCode: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
                let read = Glibc.read(descriptor, buffer.baseAddress, count)
                failureCode = read < 0 ? errno : 0
                size = max(0, read)
            }
            if failureCode == EINTR || failureCode == EAGAIN { continue }
            if failureCode != 0 { throw failure(failureCode) }
            return bytes
        }
        return []
    }

    private func failure(_ code: Int32) -> InputError {
        .failed(stream: name, reason: systemReason(code))
    }
}
