internal import Glibc

/// The C library's words for an error number.
package func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }
