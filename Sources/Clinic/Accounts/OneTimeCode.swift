internal import RecordStore

/// Codes of six digits that change with time: TOTP (RFC 6238) with HMAC-SHA-1 and steps of 30 s,
/// which all apps support.
package enum OneTimeCode {
    /// The HMAC of a key and a message.
    package typealias HMAC = @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]

    /// The time for which a code is shown, milliseconds.
    static let stepMilliseconds: Int64 = 30_000
    /// Length of a secret, bytes: the 160 bits that RFC 4226 recommends (section 4, R6).
    private static let secretBytes = 20

    /// The number of the time step of a moment.
    static func step(at moment: Moment) -> Int64 { moment.milliseconds / stepMilliseconds }

    /// The code of a time step (RFC 4226, section 5.3).
    ///
    /// - Parameter digits: the number of digits, at most 8.
    package static func code(
        of secret: [UInt8], step: Int64, digits: Int = 6, _ hmac: HMAC
    ) -> String {
        let counter = (0..<8).reversed().map { UInt8(truncatingIfNeeded: step >> ($0 * 8)) }
        let digest = hmac(secret, counter)
        let offset = Int(digest[digest.count - 1] & 0x0F)
        let number =
            digest[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let modulus = (0..<digits).reduce(UInt32(1)) { product, _ in product * 10 }
        let text = String(number % modulus)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// A new secret, in Base32.
    package static func secret() -> String {
        var generator = SystemRandomNumberGenerator()
        return Base32.text(
            of: (0..<secretBytes).map { _ in .random(in: 0...255, using: &generator) })
    }

    /// The otpauth address that gives an app the secret, in a QR code or a link ("Key Uri Format").
    ///
    /// - Parameter login: a login, whose characters need no escape in an address.
    package static func address(of secret: String, login: String) -> String {
        "otpauth://totp/Aloud:\(login)?secret=\(secret)&issuer=Aloud&algorithm=SHA1&digits=6&period=30"
    }
}

/// Bytes in 32 letters and digits that people can type (RFC 4648, section 6).
package enum Base32 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    /// The text of bytes, without padding.
    package static func text(of bytes: [UInt8]) -> String {
        var (text, bits, count) = ("", 0, 0)
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFFF
            count += 8
            while count >= 5 {
                count -= 5
                text.append(digits[bits >> count & 31])
            }
        }
        if count > 0 { text.append(digits[bits << (5 - count) & 31]) }
        return text
    }

    /// The bytes of a text; nil if it has other characters.
    package static func bytes(of text: String) -> [UInt8]? {
        var (bytes, bits, count) = ([UInt8](), 0, 0)
        for character in text {
            guard let digit = digits.firstIndex(of: character) else { return nil }
            bits = (bits << 5 | digit) & 0xFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes
    }
}
