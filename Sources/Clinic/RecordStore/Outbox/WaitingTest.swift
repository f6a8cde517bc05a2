/// A test that has ended and waits in the outbox of a lane.
package struct WaitingTest: Sendable, Equatable, Codable {
    /// The test.
    package var id: RecordID
    /// Its end.
    package var ended: Moment
    /// The reason that the last try to send it failed; nil before the first try.
    package var trouble: RecordError?

    /// Sets each property from the parameter of its name.
    package init(id: RecordID, ended: Moment, trouble: RecordError?) {
        self.id = id
        self.ended = ended
        self.trouble = trouble
    }
}

/// A notable event of an outbox, for the person who runs the lane. It holds no patient data.
package enum OutboxNews: Sendable, Equatable, CustomStringConvertible {
    /// The shared store refused or did not answer; reported once until it works again.
    case later(RecordError)
    /// The shared store works again after trouble.
    case again
    /// The shared store had the test with another end or other answers: it has two tests now.
    case keptBeside(RecordID, as: RecordID)
    /// The shared store has somebody else by the identifier of a person who was entered here.
    case withoutIdentifier(RecordID)
    /// The test, or its person, was erased in the shared store: it was erased here, too.
    case erased(RecordID)

    /// The event and what to do.
    package var description: String {
        switch self {
        case .later(let error):
            "Warning: \(error) Tests wait in the outbox of this machine, and are sent later."
        case .again: "The shared records can be written again: nothing is lost."
        case .keptBeside(let test, let copy):
            "Warning: The shared records have the test \(test) with another end or other answers."
                + " This machine's own is now the test \(copy). Compare them with 'aloud records"
                + " show', and declare one a mistake with 'aloud records amend'."
        case .withoutIdentifier(let test):
            "Warning: The shared records have another name or day of birth for the identifier of the"
                + " person of the test \(test). It is kept with a new person without identifier."
                + " Check it, and move it with 'aloud records amend'."
        case .erased(let test):
            "Note: The test \(test) or its person was erased in the shared records, so it was erased"
                + " in the outbox of this machine, too."
        }
    }
}

extension RecordID {
    /// The identifier of a copy of a test. The same number always gives the same identifier, so a
    /// copy that is made again is found.
    func copy(_ number: Int) -> RecordID {
        let digits = text.suffix(12)
        // An odd factor, so that no two numbers have the same identifier.
        let moved =
            (UInt64(digits, radix: 16) ?? 0) &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        let last = String(moved & 0xFFFF_FFFF_FFFF, radix: 16)
        return RecordID(
            text.dropLast(12) + String(repeating: "0", count: 12 - last.count) + last) ?? self
    }
}
