internal import EmbeddedFiles
internal import Foundation
package import RecordStore

/// The hash of kept passwords; the real one is Argon2id.
package struct PasswordHash: Sendable {
    /// The hash of a password, for the store; nil if there is not enough memory to compute it.
    package let kept: @Sendable (_ password: String) -> String?
    /// Whether a password matches a stored hash.
    package let fits: @Sendable (_ password: String, _ kept: String) -> Bool
    /// Whether the password of a stored hash must be hashed again at the next sign-in.
    package let isOutdated: @Sendable (_ kept: String) -> Bool

    /// Sets each property from the parameter of its name.
    package init(
        kept: @escaping @Sendable (_ password: String) -> String?,
        fits: @escaping @Sendable (_ password: String, _ kept: String) -> Bool,
        isOutdated: @escaping @Sendable (_ kept: String) -> Bool
    ) {
        self.kept = kept
        self.fits = fits
        self.isOutdated = isOutdated
    }
}

/// The rules for a password (OWASP ASVS 5.0, section 6.2): long rather than complicated, never one
/// of the common ones, and never changed without a reason.
package enum PasswordRules {
    /// Minimum number of characters.
    package static let fewest = 8
    /// The characters that a page recommends.
    package static let recommended = 15
    /// Maximum number of characters.
    package static let most = 128

    /// The form in which a password is hashed and compared: Unicode's NFKC, so that the keyboard
    /// does not matter (NIST SP 800-63B, section 5.1.1.2).
    package static func compared(_ password: String) -> String {
        password.precomposedStringWithCompatibilityMapping
    }

    /// Makes sure that a password may be chosen.
    ///
    /// - Parameter account: the person's account; the password must not consist of its login or
    ///   name.
    /// - Throws: `RecordError.invalid`.
    package static func check(_ password: String, of account: Account) throws(RecordError) {
        let password = compared(password)
        guard password.count >= fewest else {
            throw .invalid(
                "A password has at least \(fewest) characters. Take \(recommended) or more: four"
                    + " words that have nothing to do with each other.")
        }
        guard password.count <= most, !password.unicodeScalars.contains("\0") else {
            throw .invalid("A password has at most \(most) characters.")
        }
        let small = password.lowercased()
        guard !CommonPasswords.all.contains(small), !isMonotonous(small) else {
            throw .invalid("This password is one of the most common ones. Choose another.")
        }
        let words =
            ([account.login, "aloud"]
            + (account.name?.lowercased().split(separator: " ").map(String.init) ?? []))
            .filter { $0.count >= 4 }
        let rest = words.reduce(small) { $0.replacingOccurrences(of: $1, with: "") }
        guard rest.count >= fewest / 2 || rest.count == small.count else {
            throw .invalid(
                "This password is made of the login, the name, or the word 'aloud'. Choose another."
            )
        }
    }

    /// Whether it has fewer than four different characters, or is a row of keys, letters or digits.
    private static func isMonotonous(_ password: String) -> Bool {
        if Set(password).count < 4 { return true }
        let rows = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop"]
        return rows.contains { $0.contains(password) || String($0.reversed()).contains(password) }
    }

    /// A password that a person types once: five groups of four letters and digits, without
    /// lookalikes, 97 bits.
    package static func initial() -> String { random(groups: 5) }

    /// Random groups of four letters and digits, of 19.8 bits each.
    static func random(groups: Int) -> String {
        let characters = Array("abcdefghjkmnpqrstuvwxyz23456789")
        var generator = SystemRandomNumberGenerator()
        return (0..<groups).map { _ in
            String((0..<4).compactMap { _ in characters.randomElement(using: &generator) })
        }.joined(separator: "-")
    }
}

/// The most common passwords that are long enough to be chosen, in lower case.
enum CommonPasswords {
    /// The words of a file in which lines that begin with "#" are comments.
    static let all = Set(
        String(decoding: EmbeddedFiles.lists["common-passwords.txt"], as: UTF8.self)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
            .flatMap { $0.split(separator: " ") }.map { $0.lowercased() })
}
