internal import Glibc

extension CaptureError {
    /// The error for a failed opening.
    ///
    /// - Parameter code: what ALSA returned, a negative `errno`.
    init(name: String, code: Int32, reason: String) {
        switch -code {
        case ENOENT, ENODEV, ENXIO: self = .unknownDevice(name: name, reason: reason)
        case EBUSY, EAGAIN: self = .busy(name: name, reason: reason)
        case EACCES, EPERM: self = .notPermitted(name: name, reason: reason)
        default: self = .failed(name: name, reason: reason)
        }
    }
}
