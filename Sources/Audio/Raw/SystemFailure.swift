internal import Foundation
internal import Glibc

/// A failed call of the system.
struct SystemFailure: Error {
    /// The `errno` of the call.
    let code: Int32
}

extension Error {
    /// What went wrong, in the system's words where it is the system's failure.
    var words: String {
        guard let failure = self as? SystemFailure else { return String(describing: self) }
        return unsafe String(cString: strerror(failure.code))
    }
}

extension FileHandle {
    /// What there is, at most so many bytes; none at the end. Blocks only while there is nothing,
    /// where Foundation's own call would wait for the full count.
    /// The corresponding C function is `read`.
    func readSome(_ most: Int) throws -> [UInt8] {
        let descriptor = fileDescriptor
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            var got: Int
            repeat {
                got = unsafe Glibc.read(descriptor, buffer.baseAddress, most)
            } while got < 0 && errno == EINTR
            if got < 0 { failure = errno }
            count = max(0, got)
        }
        if failure != 0 { throw SystemFailure(code: failure) }
        return bytes
    }
}
