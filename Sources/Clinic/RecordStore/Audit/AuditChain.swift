/// Makes entries of the audit trail. Each has the digest of the previous entry and a seal by this
/// machine's key.
package struct AuditChain: Sendable {
    /// A digest of 32 bytes; the real one is BLAKE2b.
    package typealias Digest = @Sendable ([UInt8]) -> [UInt8]

    private let digest: Digest
    /// The keys of the seals; nil for entries without one.
    let keys: AuditKeys?

    /// A chain of such digests.
    package init(_ digest: @escaping Digest, keys: AuditKeys? = nil) {
        self.digest = digest
        self.keys = keys
    }

    /// Makes the entry that follows the end of a trail.
    package func entry(
        after head: AuditHead, at: Moment, _ author: Author, _ action: AuditAction,
        _ object: RecordID?, contents: String? = nil
    ) -> AuditEntry {
        let number = head.number + 1
        let digest = self.digest(
            number: number, at: at, author, action, object, contents, previous: head.digest)
        return AuditEntry(
            number: number, at: at, author: author, action: action, object: object,
            contents: contents, previous: head.digest, digest: digest, seal: keys?.seal(of: digest))
    }

    /// The prefix of the digests of contents: the version of their form.
    private static let mark = "2:"

    /// The digest of the texts that make up an object of the store.
    package func contents(of texts: [String]) -> String {
        Self.mark + Self.hexadecimal(digest(Self.bytes(of: texts)))
    }

    /// The digest of bytes in hexadecimal digits.
    package func digits(of bytes: [UInt8]) -> String { Self.hexadecimal(digest(bytes)) }

    /// Whether an entry is the next one after the end of a trail, and was not changed.
    package func isSound(_ entry: AuditEntry, after head: AuditHead) -> Bool {
        entry.number == head.number + 1 && entry.previous == head.digest
            && entry.digest
                == digest(
                    number: entry.number, at: entry.at, entry.author, entry.action, entry.object,
                    entry.contents, previous: entry.previous)
    }

    private func digest(
        number: Int, at: Moment, _ author: Author, _ action: AuditAction, _ object: RecordID?,
        _ contents: String?, previous: String
    ) -> String {
        Self.hexadecimal(
            digest(
                Self.bytes(of: [
                    previous, String(number), at.description, author.name,
                    author.reason.map { "r" + $0 } ?? "", action.rawValue, object?.text ?? "",
                    contents ?? "",
                ])))
    }

    /// Texts as bytes, each after its length, so that different lists of texts have different
    /// bytes.
    private static func bytes(of texts: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(texts.reduce(0) { $0 + 8 + $1.utf8.count })
        for text in texts {
            let count = UInt64(text.utf8.count)
            for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * place))) }
            bytes += text.utf8
        }
        return bytes
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// The keys with which machines seal the audit trail. Nobody can rewrite the trail without them.
package struct AuditKeys: Sendable {
    /// The keyed digest of a message; the real one is BLAKE2b with a key.
    package typealias Code = @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]

    /// A key, and its name in entries.
    package struct Key: Sendable, Equatable {
        /// The name, which is not secret.
        package let name: String
        /// The secret.
        package let bytes: [UInt8]

        /// Sets each property from the parameter of its name.
        package init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    private let own: Key
    private let known: [String: Key]
    private let lost: Set<String>
    private let code: Code

    /// Keys.
    ///
    /// - Parameters:
    ///   - own: the key of this machine, which seals new entries.
    ///   - others: the keys of other machines, whose seals can be checked.
    ///   - lost: the names of keys whose seals nobody can check any more.
    package init(own: Key, others: [Key], lost: Set<String>, code: @escaping Code) {
        self.own = own
        self.lost = lost
        self.code = code
        known = Dictionary((others + [own]).map { ($0.name, $0) }) { $1 }
    }

    /// The seal of an entry's digest: the name of the key, and the keyed digest.
    func seal(of digest: String) -> String { Self.seal(of: digest, with: own, code) }

    private static func seal(of digest: String, with key: Key, _ code: Code) -> String {
        key.name + ":" + AuditChain.hexadecimal(code(key.bytes, Array("trail \(digest)".utf8)))
    }

    /// The result of checking a seal.
    enum Finding: Equatable {
        case fits
        case wrong
        /// This machine does not have the key.
        case unknown(key: String)
        /// The key was declared lost.
        case lost
    }

    /// Checks the seal of an entry.
    func finding(_ seal: String, of digest: String) -> Finding {
        let name = String(seal.prefix { $0 != ":" })
        if let key = known[name] {
            return Self.seal(of: digest, with: key, code) == seal ? .fits : .wrong
        }
        return lost.contains(name) ? .lost : .unknown(key: name)
    }
}

extension AuditEntry {
    /// The end of the trail if this is the last entry.
    package var head: AuditHead { AuditHead(number: number, digest: digest) }
}
