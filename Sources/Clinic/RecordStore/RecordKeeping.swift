package import Records

/// A store of people and their tests, and of the accounts that may use them.
///
/// A call returns when what it wrote is on the disk: after a power cut it is there. Each change
/// has its entry in the audit trail, in the same transaction. Any thread may call.
package protocol RecordKeeping: AccountKeeping {
    /// Adds a person (version 0), or changes one whose version is that of the store.
    ///
    /// - Returns: the person with the new version.
    /// - Throws: `RecordError.stale` if somebody else changed the person meanwhile, `.taken` if
    ///   another person has the clinic's identifier, `.invalid`.
    func save(_ person: Person, by author: Author) throws(RecordError) -> Person

    /// The person of a key; nil if there is none.
    func person(_ key: RecordID) throws(RecordError) -> Person?

    /// The person of a clinic's identifier; nil if there is none.
    func person(withID id: String) throws(RecordError) -> Person?

    /// People, sorted by name, then by identifier.
    ///
    /// - Throws: `RecordError.invalid` for a text that is too long.
    func people(_ query: PersonQuery) throws(RecordError) -> [Person]

    /// Begins a test.
    ///
    /// - Throws: `RecordError.notFound` if the store does not have its person, `.exists`.
    func begin(_ test: StoredTest, by author: Author) throws(RecordError)

    /// Adds the next event of a running test. An event that the store already has changes nothing.
    ///
    /// - Throws: `RecordError.notRunning`, `.notFound`, `.gap` if an event before it is missing.
    func append(_ event: StoredEvent, to test: RecordID) throws(RecordError)

    /// Gives a running test its result.
    ///
    /// - Parameters:
    ///   - state: `finished` or `interrupted`.
    ///   - circumstances: nil to leave them as they are.
    /// - Throws: `RecordError.notRunning`, `.notFound`.
    func finish(
        _ test: RecordID, as state: TestState, with record: TestRecord,
        circumstances: Circumstances?, at: Moment, by author: Author
    ) throws(RecordError)

    /// Adds a whole test that has ended, with its events, its former versions and its sound.
    ///
    /// - Returns: false if the store already has it, which changes nothing.
    /// - Throws: `RecordError.notFound` if the store does not have its person, `.invalid` for a
    ///   test that runs.
    func add(
        _ test: StoredTest, events: [StoredEvent], former: [FormerTest], sound: [UInt8]?,
        by author: Author
    ) throws(RecordError) -> Bool

    /// Changes the person, the sitting, the circumstances or the state of an ended test; its former
    /// version is kept. The author needs a reason.
    ///
    /// - Returns: the test with its new version.
    /// - Throws: `RecordError.stale`, `.notFound`, `.invalid` without a reason or for another
    ///   change.
    func amend(_ test: StoredTest, by author: Author) throws(RecordError) -> StoredTest

    /// A test; nil if there is none.
    func test(_ id: RecordID) throws(RecordError) -> StoredTest?

    /// The author who began or added a test, with the reason of the entry; nil if the audit trail has
    /// no such entry.
    func origin(of test: RecordID) throws(RecordError) -> Author?

    /// The events of a test, in order.
    func events(of test: RecordID) throws(RecordError) -> [StoredEvent]

    /// The former versions of a test, in order.
    func formerVersions(of test: RecordID) throws(RecordError) -> [FormerTest]

    /// Tests, the latest first.
    func tests(_ query: TestQuery) throws(RecordError) -> [StoredTest]

    /// Keeps the sound of a test with it, replacing a former one.
    ///
    /// - Parameter sound: a file of FLAC.
    /// - Throws: `RecordError.notFound`.
    func keep(sound: [UInt8], of test: RecordID, by author: Author) throws(RecordError)

    /// The sound of a test, a file of FLAC; nil if none is kept.
    func sound(of test: RecordID) throws(RecordError) -> [UInt8]?

    /// Erases a person with all their tests, or a test. The audit trail keeps the entry that it was
    /// done. The author needs a reason.
    ///
    /// - Returns: the number of tests erased.
    /// - Throws: `RecordError.notFound`, `.invalid` without a reason.
    func erase(_ object: RecordID, by author: Author) throws(RecordError) -> Int

    /// The time of the last entry of an action on a person or a test in the audit trail; nil without
    /// one.
    func time(of action: AuditAction, on object: RecordID) throws(RecordError) -> Moment?

    /// The ended tests that wait in an outbox, the oldest first; none of a store without one.
    func waitingTests() throws(RecordError) -> [WaitingTest]

    /// Deliveries of results to peers, in their order.
    func deliveries(_ query: DeliveryQuery) throws(RecordError) -> [Delivery]

    /// Changes a delivery.
    ///
    /// - Parameter words: the words of the entry in the audit trail; nil for none.
    /// - Returns: false if it changed or was erased meanwhile: then nothing is done.
    func change(
        _ former: Delivery, to new: Delivery, noting words: String?, by author: Author
    ) throws(RecordError) -> Bool

    /// The contents of a thing that can be signed; nil if it has no test that has ended.
    func signedContents(of object: SignedObject) throws(RecordError) -> SignedContents?

    /// All signatures, in their order.
    func signatures() throws(RecordError) -> [Signature]

    /// Adds a signature. The same one added again changes nothing.
    ///
    /// - Parameter isImported: whether it comes with an import, whose contents may differ.
    /// - Throws: `RecordError.stale` if the contents are others than those that were signed,
    ///   `.invalid` for other contents under an identifier in use.
    func add(
        _ signature: Signature, isImported: Bool, by author: Author
    ) throws(RecordError)

    /// Adds an entry to the audit trail.
    func note(
        _ action: AuditAction, of object: RecordID?, by author: Author
    ) throws(RecordError)

    /// Entries of the audit trail after a number, in order.
    func trail(after number: Int, limit: Int) throws(RecordError) -> [AuditEntry]

    /// The end of the audit trail.
    func head() throws(RecordError) -> AuditHead

    /// Keeps the trail of another store with the own one. Entries that exist already are left as
    /// they are.
    ///
    /// - Parameter trail: entries in order.
    /// - Returns: the number of entries that were added.
    /// - Throws: `RecordError.invalid` if an entry was changed, or one before it is missing.
    func keep(trail: [ImportedEntry], by author: Author) throws(RecordError) -> Int

    /// Entries of imported trails after a place, in order; nil for the first.
    func importedTrail(
        after last: ImportedEntry?, limit: Int
    ) throws(RecordError) -> [ImportedEntry]

    /// Checks the file, the references, the audit trail, and the contents of each object. Others write
    /// meanwhile: it checks a copy, or one state of the database.
    ///
    /// - Returns: the faults; none for a sound store.
    func verify() throws(RecordError) -> [RecordFault]

    /// Writes a complete copy to a new file while the store is in use.
    ///
    /// - Throws: `RecordError.failed`.
    func copy(to path: String) throws(RecordError)

    /// Ends the store. Later calls throw.
    func close()
}

extension RecordKeeping {
    package func waitingTests() throws(RecordError) -> [WaitingTest] { [] }

    /// The time at which a person or a test was last erased; nil if it never was.
    package func erasure(of object: RecordID) throws(RecordError) -> Moment? {
        try time(of: .erase, on: object)
    }

    /// Adds a whole test without former versions and sound.
    @discardableResult package func add(
        _ test: StoredTest, events: [StoredEvent], by author: Author
    ) throws(RecordError) -> Bool {
        try add(test, events: events, former: [], sound: nil, by: author)
    }
}

/// The reason that a store cannot do as asked. It holds no patient data.
package enum RecordError: Error, Sendable, Equatable, Codable, CustomStringConvertible {
    /// Another program uses the file.
    case inUse(String)
    /// The file is not Aloud's, or is damaged.
    case notRecords(String)
    /// The file was written by a later version.
    case newer(String, schema: Int)
    /// The file was written by a version before the first release.
    case older(String, schema: Int)
    /// The disk is full.
    case full
    /// The file, its folder or the disk cannot be written.
    case readOnly
    /// The file cannot be opened, in the words of the system.
    case notOpened(String, reason: String)
    /// The file was moved or deleted while it was in use.
    case moved(String)
    /// The file is missing, but its write-ahead log, which has the last tests, is there.
    case logAlone(String)
    /// The server cannot be reached, in words.
    case unreachable(String)
    /// The server refuses, for a reason in words.
    case refused(String)
    /// Another program holds the records for longer than a caller waits, in words.
    case busy(String)
    /// Something else, in the words of the database.
    case failed(String)
    /// There is no such person or test.
    case notFound
    /// The test is already there.
    case exists
    /// The test has ended.
    case notRunning
    /// The test ended before, and was set to run again by another program.
    case changedOutside
    /// An event before this one is missing.
    case gap
    /// Somebody else changed it meanwhile.
    case stale
    /// Another person has this identifier.
    case taken
    /// It cannot be kept so, for a reason in a sentence.
    case invalid(String)
    /// The data of its trial are locked, in a sentence with the way out.
    case locked(String)
    /// The store is closed.
    case closed

    /// The reason and the way out.
    package var description: String {
        switch self {
        case .inUse(let path):
            "Another program uses the records in '\(path)'. End it, or name another file with"
                + " '--records FILE'."
        case .notRecords(let path):
            "'\(path)' is not a file of Aloud's records, or it is damaged. Restore a backup with"
                + " 'aloud records restore', or name another file with '--records FILE'."
        case .newer(let path, let schema):
            "A later version of Aloud wrote '\(path)' (schema \(schema)). Update Aloud, or name"
                + " another file with '--records FILE'."
        case .older(let path, let schema):
            "A version of Aloud before 0.2.0 wrote '\(path)' (schema \(schema)), which this version"
                + " cannot read. Export its tests with that version ('aloud records export --format"
                + " jsonl'), and import them into a new file with 'aloud records import'."
        case .full:
            "The disk of the records is full. Free some space; what was kept before is safe."
        case .readOnly:
            "The records cannot be written. Make their file, folder and disk writable, name another"
                + " file with '--records FILE', or test without records with '--no-records'."
        case .notOpened(let path, let reason):
            "The records in '\(path)' cannot be opened (\(reason)). Check the folder, name another"
                + " file with '--records FILE', or test without records with '--no-records'."
        case .moved(let path):
            "'\(path)' was moved, replaced or deleted while Aloud used it: nothing more can be kept"
                + " there. Put the file back; it has all that was kept before."
        case .logAlone(let path):
            "'\(path)' is missing, but '\(path)-wal' has its last tests. Put the missing file back"
                + " next to it, or move the '-wal' to where that file is, with its name."
        case .unreachable(let reason): "The records cannot be reached: \(reason)"
        case .refused(let reason): "The server of the records refuses: \(reason)"
        case .busy(let reason): "The records are busy: \(reason)"
        case .failed(let reason): "The records cannot be used: \(reason)"
        case .notFound: "The records have no such person or test."
        case .exists: "The records already have this test."
        case .notRunning: "This test has ended and takes no more events."
        case .changedOutside:
            "This test had ended, and another program set it to run again. Its result stays as it"
                + " was sealed; see 'aloud records verify'."
        case .gap: "An event before this one is missing."
        case .stale: "Somebody else changed this meanwhile. Read it again, then change it."
        case .taken: "Another person has this identifier."
        case .invalid(let reason), .locked(let reason): reason
        case .closed: "The records are closed."
        }
    }

    /// Whether the store itself is in trouble, whatever is asked of it: the same may work later, and
    /// in another store now.
    package var isOutage: Bool {
        switch self {
        case .inUse, .notRecords, .newer, .older, .full, .readOnly, .notOpened, .moved, .logAlone,
            .unreachable, .refused, .busy, .failed, .closed:
            true
        case .notFound, .exists, .notRunning, .changedOutside, .gap, .stale, .taken, .invalid,
            .locked:
            false
        }
    }
}
