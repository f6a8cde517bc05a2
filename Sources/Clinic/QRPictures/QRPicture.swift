internal import CQREncode

/// A QR code (ISO/IEC 18004) as rows of modules. The corresponding C function is
/// `QRcode_encodeString8bit`.
package enum QRPicture {
    /// The rows of a text, from the top; true is dark.
    ///
    /// - Returns: nil if the text is too long for a code.
    @Sendable package static func rows(of text: String) -> [[Bool]]? {
        // Level M repairs 15 % of the picture; version 0 is the smallest that fits.
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { unsafe QRcode_free(code) }
        let width = Int(unsafe code.pointee.width)
        guard let modules = unsafe code.pointee.data else { return nil }
        // The lowest bit of each byte is the colour.
        return (0..<width).map { row in
            (0..<width).map { unsafe modules[row * width + $0] & 1 == 1 }
        }
    }
}
