/// A fault of a store.
package enum RecordFault: Sendable, Equatable, Codable, CustomStringConvertible {
    /// The file is damaged, in the words of the database.
    case damaged(String)
    /// A row refers to one that is not there.
    case reference(String)
    /// An entry of the audit trail was changed, or one before it is missing.
    case trail(Int)
    /// The seal of an entry is not that of its key: somebody without the key wrote it.
    case seal(Int)
    /// An entry has no seal.
    case unsealed(Int)
    /// Entries are sealed with a key that is not here.
    case unknownKey(String, first: Int, last: Int)
    /// A known end of the trail is missing: the trail was truncated or rewritten.
    case cut(String)
    /// A test has ended twice: its answers may have been changed in between.
    case endedTwice(RecordID)
    /// An object was changed outside Aloud.
    case changed(RecordID)
    /// The trail has no such object.
    case unrecorded(RecordID)
    /// An object is missing, and nobody erased it.
    case missing(RecordID)
    /// The settings were changed outside Aloud.
    case settings
    /// An entry of an imported trail was changed or is missing; 0 for a whole one.
    case importedTrail(Int)

    /// The fault in a sentence.
    package var description: String {
        switch self {
        case .damaged(let words): "The file is damaged: \(words)"
        case .reference(let words): "A reference leads nowhere: \(words)"
        case .trail(let number):
            "Entry \(number) of the audit trail was changed, or the entry before it is missing."
        case .seal(let number):
            "Entry \(number) of the audit trail was written without the key of its seal."
        case .unsealed(let number):
            "Entry \(number) of the audit trail has no seal: another program wrote it."
        case .unknownKey(let key, let first, let last):
            "Entries \(first) to \(last) of the audit trail have the seal of the key \(key), which"
                + " this machine lacks, so it cannot check them. Add the line of that key to the"
                + " file 'seal.key' of this machine, or 'lost \(key)' if it is lost."
        case .cut(let head):
            "The audit trail does not have the end \(head): it was truncated or rewritten, or"
                + " the records are older than that."
        case .endedTwice(let test):
            "The test \(test) ended twice: it was set to run again outside Aloud."
        case .changed(let object):
            "The test, person or account \(object) was changed outside Aloud."
        case .unrecorded(let object):
            "The test, person or account \(object) was added outside Aloud."
        case .missing(let object):
            "The test, person or account \(object) is missing, and nobody erased it."
        case .settings: "The settings were changed outside Aloud."
        case .importedTrail(let number):
            number == 0
                ? "An imported audit trail is missing."
                : "Entry \(number) of an imported audit trail was changed, or the entry before it"
                    + " is missing."
        }
    }
}
