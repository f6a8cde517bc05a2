/// Unguessable texts from the system's random numbers.
package enum SecretWord {
    /// 128 bits as 32 hexadecimal digits: a session token, the operator's key.
    package static func hexadecimal() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Whether a text equals the secret. The time does not depend on where they differ.
    package static func isSame(_ given: String, _ secret: String) -> Bool {
        let (given, secret) = (Array(given.utf8), Array(secret.utf8))
        guard given.count == secret.count else { return false }
        return zip(given, secret).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Six digits that a person reads on one screen and types on another.
    package static func pairingCode() -> String {
        let digits = String(Int.random(in: 0...999_999))
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
