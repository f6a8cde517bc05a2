internal import Glibc

/// Writes all bytes to a descriptor, in several pieces if necessary.
///
/// - Returns: 0, or the error number.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var left = bytes[...]
    while !left.isEmpty {
        let count = left.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        // If a descriptor accepts no byte but reports no error, the loop would never end.
        guard count > 0 else { return count < 0 ? errno : EIO }
        left = left.dropFirst(count)
    }
    return 0
}
