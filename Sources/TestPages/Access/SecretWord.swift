/// Words that nobody can guess, from the system's random numbers.
public enum SecretWord {
    /// 128 bits as 32 hexadecimal digits: a session, the operator's key.
    public static func hexadecimal() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Six digits that a person reads from one screen and types at another.
    public static func pairingCode() -> String {
        let digits = String(Int.random(in: 0...999_999))
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
