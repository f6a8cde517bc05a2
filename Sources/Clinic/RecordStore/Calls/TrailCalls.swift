// The calls that are about the audit trail, and about the store as a whole.

extension RecordKeeping {
    /// Adds an entry to the audit trail.
    package func note(
        _ action: AuditAction, of object: RecordID?, by author: Author
    ) throws(RecordError) {
        try carryOut(NoteAction(action: action, object: object, author: author))
    }
}

/// The call of `note(_:of:by:)`.
package struct NoteAction: RecordCall {
    package let action: AuditAction
    package let object: RecordID?
    package let author: Author
}

extension RecordKeeping {
    /// The time of the last entry of an action on a person or a test in the audit trail; nil without
    /// one.
    package func time(
        of action: AuditAction, on object: RecordID
    ) throws(RecordError) -> Moment? {
        try carryOut(ReadActionTime(action: action, object: object))
    }

    /// The time at which a person or a test was last erased; nil if it never was.
    package func erasure(of object: RecordID) throws(RecordError) -> Moment? {
        try time(of: .erase, on: object)
    }
}

/// The call of `time(of:on:)`.
package struct ReadActionTime: RecordCall {
    package typealias Answer = Moment?
    package let action: AuditAction
    package let object: RecordID
}

extension RecordKeeping {
    /// Entries of the audit trail after a number, in order.
    package func trail(after number: Int, limit: Int) throws(RecordError) -> [AuditEntry] {
        try carryOut(ReadTrail(number: number, limit: limit))
    }
}

/// The call of `trail(after:limit:)`.
package struct ReadTrail: RecordCall {
    package typealias Answer = [AuditEntry]
    package let number: Int
    package let limit: Int
}

extension RecordKeeping {
    /// The end of the audit trail.
    package func head() throws(RecordError) -> AuditHead { try carryOut(ReadHead()) }
}

/// The call of `head()`.
package struct ReadHead: RecordCall {
    package typealias Answer = AuditHead
}

extension RecordKeeping {
    /// Adds the trail of another store. Entries that exist already are left as they are.
    ///
    /// - Parameter trail: entries in order.
    /// - Returns: the number of entries that were added.
    /// - Throws: `RecordError.invalid` if an entry was changed, or one before it is missing.
    package func keep(trail: [ImportedEntry], by author: Author) throws(RecordError) -> Int {
        try carryOut(KeepTrail(trail: trail, author: author))
    }
}

/// The call of `keep(trail:by:)`.
package struct KeepTrail: RecordCall {
    package typealias Answer = Int
    package let trail: [ImportedEntry]
    package let author: Author
}

extension RecordKeeping {
    /// Entries of imported trails after a position, in order; nil to start at the first.
    package func importedTrail(
        after last: ImportedEntry?, limit: Int
    ) throws(RecordError) -> [ImportedEntry] {
        try carryOut(ReadImportedTrail(last: last, limit: limit))
    }
}

/// The call of `importedTrail(after:limit:)`.
package struct ReadImportedTrail: RecordCall {
    package typealias Answer = [ImportedEntry]
    package let last: ImportedEntry?
    package let limit: Int
}

extension RecordKeeping {
    /// Checks the file, the references, the audit trail, and the contents of each object. Others
    /// can write meanwhile, because it checks a copy or a snapshot of the database.
    ///
    /// - Returns: the faults; none for a sound store.
    package func verify() throws(RecordError) -> [RecordFault] { try carryOut(VerifyRecords()) }
}

/// The call of `verify()`.
package struct VerifyRecords: RecordCall {
    package typealias Answer = [RecordFault]
}

extension RecordKeeping {
    /// Writes a complete copy to a new file while the store is in use.
    ///
    /// - Throws: `RecordError.failed`.
    package func copy(to path: String) throws(RecordError) { try carryOut(CopyRecords(path: path)) }
}

/// The call of `copy(to:)`.
package struct CopyRecords: RecordCall {
    package let path: String
}
