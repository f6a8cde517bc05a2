internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import RecordStore

/// `aloud records`: the tests that are kept.
enum RecordsCommand: CommandOfActs {
    static let acts: [any Command.Type] = [
        List.self, Show.self, People.self, Follow.self, Due.self, Expect.self,
        Export.self, Import.self, Amend.self, Close.self, Sign.self, Signatures.self,
        Trail.self, Verify.self, Backup.self, Restore.self, Erase.self,
    ]

    static let verb = Verb(
        "records", summary: "Show, export, back up and erase the tests that are kept.",
        discussion: """
            The records are one file in the user's data folder, or a PostgreSQL database that \
            several lanes share. If another command has the file open, this one works through that \
            command.

              aloud records show --person 1042
              aloud records list --from 2026-01-01 --json
              aloud records backup /media/usb/aloud-2026-01-31.backup
              aloud records erase --person 1042 --reason "asked for by the person"
            """)

    /// A test that an act requires.
    static let test = Argument<String>(
        "test", .text("test"),
        help: "The identifier of the test, as 'aloud records list' prints it.")
    /// A test, for acts with an option that names a person instead.
    static let testIfAny = Argument<String?>(
        optional: "test", .text("test"),
        help: "The identifier of a test, as 'aloud records list' prints it.")

    static let person = Option<String?>(
        "person", .text("id"), help: "Only the person with this identifier.")
    static let search = Option<String?>(
        "search", .text("words"),
        help: "Names that contain these words, or identifiers that start with them.")
    static let from = Option<CalendarDay?>(
        "from", .day, help: "Tests from this day on, such as 2026-01-31.")
    static let through = Option<CalendarDay?>("through", .day, help: "Tests up to this day.")
    static let limit = Option(
        "limit", .whole("number", in: 1...1_000_000), default: "50",
        help: "The maximum number of lines.")
    static let json = Option.flag("json", help: "Print JSON Lines.")
    static let reason = Option<String?>(
        "reason", .text("words"), help: "The reason; the audit trail keeps it.")
    static let passphraseFile = Option<String?>(
        "passphrase-file", .file,
        help: "The file whose first line is the passphrase of the backup (default: the variable"
            + " \(Passphrase.variable), else it is asked for).")

    /// The person of an option.
    ///
    /// - Throws: `NoSuchPerson`.
    static func person(_ call: RecordsCall, _ option: Option<String?>) throws -> Person? {
        guard let id = try call[option] else { return nil }
        guard let person = try call.store.person(withID: id) else { throw NoSuchPerson() }
        return person
    }

    /// The test that the command line names.
    ///
    /// - Throws: `NoSuchTest`.
    static func test(_ call: RecordsCall) throws -> StoredTest {
        guard let name = try call[testIfAny], let id = RecordID(name),
            let test = try call.readers.test(id)
        else { throw NoSuchTest() }
        return test
    }
}

/// The records have no person of an identifier. The message does not repeat it: an error text may
/// be kept in a log.
struct NoSuchPerson: Error, CustomStringConvertible {
    var description: String {
        "The records have no person of this identifier. 'aloud records people' lists them."
    }
}

/// The records have no test of an identifier.
struct NoSuchTest: Error, CustomStringConvertible {
    var description: String {
        "The records have no such test. 'aloud records list' lists the tests in its first column."
    }
}

extension ValueKind where Value == CalendarDay {
    /// A day.
    static let day = ValueKind("date", expected: "a day such as 2026-01-31") { CalendarDay($0) }
}
