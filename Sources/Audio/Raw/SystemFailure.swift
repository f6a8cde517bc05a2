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
