/// Makes entries of the audit trail, each with the digest of the one before.
package struct AuditChain: Sendable {
    /// A digest of 32 bytes; the real one is BLAKE2b.
    package typealias Digest = @Sendable ([UInt8]) -> [UInt8]

    private let digest: Digest

    /// A chain of such digests.
    package init(_ digest: @escaping Digest) { self.digest = digest }

    /// The entry after an end of the trail.
    package func entry(
        after head: AuditHead, at: Moment, _ author: Author, _ action: AuditAction,
        _ object: RecordID?, contents: String? = nil
    ) -> AuditEntry {
        let number = head.number + 1
        return AuditEntry(
            number: number, at: at, author: author, action: action, object: object,
            contents: contents, previous: head.digest,
            digest: self.digest(
                number: number, at: at, author, action, object, contents, previous: head.digest))
    }

    /// The digest of the texts that make up a test.
    package func contents(of texts: [String]) -> String {
        Self.hexadecimal(digest(Self.bytes(of: texts)))
    }

    /// Whether an entry follows an end of the trail and is as it was written.
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

    /// Texts as bytes, each after its length, so that no two rows of texts have the same bytes.
    private static func bytes(of texts: [String]) -> [UInt8] {
        texts.flatMap { text in
            let count = UInt64(text.utf8.count)
            return (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + Array(text.utf8)
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension AuditEntry {
    /// The end of the trail if this is the last entry.
    package var head: AuditHead { AuditHead(number: number, digest: digest) }
}

/// Checks a whole trail, entry by entry, and remembers the contents that each test and each
/// person must have.
package struct AuditCheck {
    private let chain: AuditChain
    /// The end of the trail so far.
    package private(set) var head = AuditHead.empty
    /// The digest that the contents of each test and person must have, by its key; nil for a test
    /// that runs, and for a person saved by a version that made none.
    package private(set) var contents: [RecordID: String?] = [:]
    /// The faults found so far.
    package private(set) var faults: [RecordFault] = []

    /// A check from the first entry on.
    package init(_ chain: AuditChain) { self.chain = chain }

    /// Takes the next entry.
    package mutating func take(_ entry: AuditEntry) {
        if !chain.isSound(entry, after: head) { faults.append(.trail(entry.number)) }
        head = entry.head
        guard let object = entry.object else { return }
        switch entry.action {
        case .begin: contents[object] = .some(nil)
        case .finish, .interrupt, .add, .amend, .addPerson, .changePerson:
            contents[object] = entry.contents
        case .erase: contents[object] = nil
        default: break
        }
    }

    /// Takes a test or a person of the store, with the texts that make it up.
    package mutating func take(_ test: RecordID, texts: [String]) {
        guard let written = contents.removeValue(forKey: test) else {
            faults.append(.unrecorded(test))
            return
        }
        if let written, written != chain.contents(of: texts) { faults.append(.changed(test)) }
    }

    /// Ends the check: what the trail has and the store has not is a fault.
    package mutating func end() -> [RecordFault] {
        faults + contents.keys.sorted().map { .missing($0) }
    }
}

/// A fault of a store.
package enum RecordFault: Sendable, Equatable, Codable, CustomStringConvertible {
    /// The file is damaged, in the words of the database.
    case damaged(String)
    /// A row refers to one that is not there.
    case reference(String)
    /// An entry of the audit trail was changed, or one before it is missing.
    case trail(Int)
    /// A test or a person was changed outside Aloud.
    case changed(RecordID)
    /// The trail has no such test or person.
    case unrecorded(RecordID)
    /// A test or a person is missing, and nobody erased it.
    case missing(RecordID)

    /// The fault in a sentence.
    package var description: String {
        switch self {
        case .damaged(let words): "The file is damaged: \(words)"
        case .reference(let words): "A reference leads nowhere: \(words)"
        case .trail(let number):
            "Entry \(number) of the audit trail was changed, or the entry before it is missing."
        case .changed(let test): "The test or person \(test) was changed outside Aloud."
        case .unrecorded(let test): "The test or person \(test) was added outside Aloud."
        case .missing(let test): "The test or person \(test) is missing, and nobody erased it."
        }
    }
}

/// The person behind a change or a look, and their reason.
package struct Author: Sendable, Equatable, Codable {
    /// The name of the account, or of the user of the machine.
    package var name: String
    /// The reason; nil where none is needed.
    package var reason: String?

    /// The parameters as the properties of their names.
    package init(_ name: String, reason: String? = nil) {
        self.name = name
        self.reason = reason
    }

    /// Makes sure that there is a reason.
    ///
    /// - Throws: `RecordError.invalid`.
    package func checkReason() throws(RecordError) {
        guard reason?.isEmpty == false else { throw .invalid("Erasing needs a reason.") }
        try PersonText.check(reason, called: "reason")
    }
}

/// The kind of an entry of the audit trail.
package struct AuditAction: RawRepresentable, Sendable, Hashable, Codable {
    /// The name that the trail has.
    package let rawValue: String

    /// An action by its name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A test began.
    package static let begin = AuditAction(rawValue: "begin")
    /// A test got its result.
    package static let finish = AuditAction(rawValue: "finish")
    /// A test without a result was closed.
    package static let interrupt = AuditAction(rawValue: "interrupt")
    /// A whole test was added, from a file or another lane.
    package static let add = AuditAction(rawValue: "add")
    /// The sound of a test was kept.
    package static let keepSound = AuditAction(rawValue: "keepSound")
    /// A finished test was changed.
    package static let amend = AuditAction(rawValue: "amend")
    /// A person was added.
    package static let addPerson = AuditAction(rawValue: "addPerson")
    /// A person was changed.
    package static let changePerson = AuditAction(rawValue: "changePerson")
    /// Somebody saw a person's tests, or one test.
    package static let view = AuditAction(rawValue: "view")
    /// Somebody searched people or tests.
    package static let search = AuditAction(rawValue: "search")
    /// Tests left the store in a file.
    package static let export = AuditAction(rawValue: "export")
    /// A copy of the store was made.
    package static let backup = AuditAction(rawValue: "backup")
    /// The store comes from a backup.
    package static let restore = AuditAction(rawValue: "restore")
    /// A person or a test was erased.
    package static let erase = AuditAction(rawValue: "erase")
}

/// An entry of the audit trail. It holds no patient data: people and tests by their keys alone.
package struct AuditEntry: Sendable, Equatable, Codable {
    /// The place in the trail, from 1.
    package let number: Int
    /// The time by the clock of the machine.
    package let at: Moment
    /// The person behind it, and why.
    package let author: Author
    /// The act.
    package let action: AuditAction
    /// The person or the test; nil for the whole store.
    package let object: RecordID?
    /// The digest of the test's contents after the action, in hexadecimal digits; nil where
    /// nothing was written.
    package let contents: String?
    /// The digest of the entry before, in hexadecimal digits; zeros for the first.
    package let previous: String
    /// The digest of this entry, in hexadecimal digits.
    package let digest: String

    /// The parameters as the properties of their names.
    package init(
        number: Int, at: Moment, author: Author, action: AuditAction, object: RecordID?,
        contents: String?, previous: String, digest: String
    ) {
        self.number = number
        self.at = at
        self.author = author
        self.action = action
        self.object = object
        self.contents = contents
        self.previous = previous
        self.digest = digest
    }
}

/// The end of the audit trail: printed on a report, it shows later whether the trail was cut.
package struct AuditHead: Sendable, Equatable, Codable, CustomStringConvertible {
    /// The number of entries.
    package var number: Int
    /// The digest of the last one, in hexadecimal digits.
    package var digest: String

    /// The end of an empty trail.
    package static let empty = AuditHead(number: 0, digest: String(repeating: "0", count: 64))

    /// The parameters as the properties of their names.
    package init(number: Int, digest: String) {
        self.number = number
        self.digest = digest
    }

    /// The number and the first digits, for a report: "1042:9f86d081884c7d65".
    package var description: String { "\(number):\(digest.prefix(16))" }
}
