/// The person who made a change or a read, and their reason.
package struct Author: Sendable, Equatable, Codable {
    /// The name of the account, or of the user of the machine.
    package var name: String
    /// The reason; nil where none is needed.
    package var reason: String?

    /// The reason of an author who conducts or adds a test over REST. It distinguishes such a test
    /// from a lane's own.
    package static let overInterface = "over the interface"

    /// Sets each property from the parameter of its name.
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
    /// The name in the trail.
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
    /// The clinic's webhook accepted the alert of a confirmed change.
    package static let alert = AuditAction(rawValue: "alert")
    /// Tests left the store in a file.
    package static let export = AuditAction(rawValue: "export")
    /// A copy of the store was made.
    package static let backup = AuditAction(rawValue: "backup")
    /// The store comes from a backup.
    package static let restore = AuditAction(rawValue: "restore")
    /// The trail of another store was imported.
    package static let importTrail = AuditAction(rawValue: "importTrail")
    /// A person or a test was erased.
    package static let erase = AuditAction(rawValue: "erase")
}

/// An entry of the audit trail. It holds no patient data: people and tests only by their keys.
package struct AuditEntry: Sendable, Equatable, Codable {
    /// The place in the trail, from 1.
    package let number: Int
    /// The time by the clock of the machine.
    package let at: Moment
    /// The person who did it, and why.
    package let author: Author
    /// The act.
    package let action: AuditAction
    /// The person or the test; nil for the whole store.
    package let object: RecordID?
    /// The digest of the object's contents after the action, in hexadecimal digits; nil if nothing
    /// was written.
    package let contents: String?
    /// The digest of the entry before, in hexadecimal digits; zeros for the first.
    package let previous: String
    /// The digest of this entry, in hexadecimal digits.
    package let digest: String
    /// The name of a key, and the keyed digest of `digest`; nil without a key.
    package let seal: String?

    /// Sets each property from the parameter of its name.
    package init(
        number: Int, at: Moment, author: Author, action: AuditAction, object: RecordID?,
        contents: String?, previous: String, digest: String, seal: String? = nil
    ) {
        self.number = number
        self.at = at
        self.author = author
        self.action = action
        self.object = object
        self.contents = contents
        self.previous = previous
        self.digest = digest
        self.seal = seal
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

    /// Sets each property from the parameter of its name.
    package init(number: Int, digest: String) {
        self.number = number
        self.digest = digest
    }

    /// The number and the first digits, for a report: "1042:9f86d081884c7d65".
    package var description: String { "\(number):\(digest.prefix(16))" }
}

/// An entry of the trail of another store, which came with an import.
package struct ImportedEntry: Sendable, Equatable, Codable {
    /// The digest of the first entry of that trail: the trail's identifier.
    package let trail: String
    /// The entry.
    package let entry: AuditEntry

    /// Sets each property from the parameter of its name.
    package init(trail: String, entry: AuditEntry) {
        self.trail = trail
        self.entry = entry
    }
}
