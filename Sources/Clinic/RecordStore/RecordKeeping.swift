/// A store of people and their tests, and of the accounts that may use them. Its methods are next to
/// their calls (`RecordCall`).
///
/// A call returns when its changes are on the disk, so they survive a power cut. Each change has
/// its entry in the audit trail, in the same transaction. Any thread may call.
package protocol RecordKeeping: AnyObject, Sendable {
    /// Carries out a call.
    @discardableResult func carryOut<Call: RecordCall>(
        _ call: Call
    ) throws(RecordError) -> Call.Answer

    /// Ends the store. Later calls throw.
    func close()
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
    /// The server refuses; the reason in words.
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
    /// The value cannot be kept; the reason in a sentence.
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

    /// Whether the trouble is the store's, not the call's: the same call may work later, or in
    /// another store now.
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
