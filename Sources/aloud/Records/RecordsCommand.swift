internal import CommandLineKit
internal import Foundation
internal import Platform
internal import RecordStore

/// `aloud records`: the tests that are kept.
enum RecordsCommand: Command {
    /// What is to be done with the records.
    enum Act: String, CaseIterable, Sendable {
        case list, show, people, export, `import`, amend, close, trail, verify, backup, restore,
            erase
    }

    static let act = Argument<Act>(
        "act", .choice(of: Act.self),
        help: "One of \(Act.allCases.map(\.rawValue).joined(separator: ", ")).")
    static let operands = Argument<[String]>(
        repeating: "name", atLeastOne: false, .text("name"),
        help: "The test's identifier, or the file.")

    static let person = Option<String?>(
        "person", .text("id"), help: "The person of this identifier alone.")
    static let search = Option<String?>(
        "search", .text("words"),
        help: "Names that contain these words, or identifiers that start with them.")
    static let from = Option<CalendarDay?>(
        "from", .day, help: "Tests from this day on, such as 2026-01-31.")
    static let through = Option<CalendarDay?>("through", .day, help: "Tests to this day.")
    static let limit = Option(
        "limit", .whole("number", in: 1...1_000_000), default: "50",
        help: "The maximum number of tests or people.")
    static let json = Option.flag("json", help: "Print JSON Lines.")
    static let output = Option<String?>(
        "output", short: "o", .file,
        help: "The file to export to (default: standard output).")
    static let format = Option<ExportFormat>(
        "format", .choice(of: ExportFormat.self), default: "jsonl",
        help: "The format of an export. The default is JSON Lines, which 'import' reads.")
    static let reason = Option<String?>(
        "reason", .text("words"),
        help: "Why something is erased or changed; the audit trail keeps it.")
    static let passphraseFile = Option<String?>(
        "passphrase-file", .file,
        help: "The file whose first line is the passphrase of a backup. By default the variable"
            + " \(Passphrase.variable), else it is asked for.")
    static let toPerson = Option<String?>(
        "to-person", .text("id"), help: "With amend: the person whom the test belongs to.")
    static let correction = Option<Correction?>(
        "correction", .choice(of: Correction.self), help: "With amend: the correction worn.")
    static let head = Option.flag(
        "head",
        help:
            "With verify: print the end of the audit trail, to be kept elsewhere. Such an end after"
            + " it is looked for: a trail that was cut or written anew does not have it.")
    static let void = Option.flag("void", help: "With amend: declare the test a mistake.")

    static let verb = Verb(
        "records", summary: "Show, export, back up and erase the tests that are kept.",
        discussion: """
            list            the tests, the latest first
            show            a person's history (--person ID), or one test with its letters (TEST)
            people          the people, by name or identifier (--search)
            export          tests in the format of --format: jsonl (with all events), csv (a test a \
            row), csv-letters (a letter a row), redcap, redcap-dictionary, fhir (R4, a bundle a \
            line); dicom and pdf write files into the folder --output
            import FILE     adds what an export in jsonl holds, the events of 'aloud test --events', \
            or results of FrACT10; '-' is standard input
            amend TEST      moves a test to the right person, or declares it a mistake
            close TEST      closes a test that stays "running" though its lane is gone
            trail           the audit trail: who did and saw what, when and why
            verify          checks the file, its references and the audit trail (--head [END])
            backup FILE     writes an encrypted copy, also while tests run; '-' is standard output
            restore FILE    makes the records from a backup; '-' is standard input
            erase           erases a person (--person ID) or a test (TEST)

            The records are one file in the user's data folder. While another verb uses it, this one \
            works through that, and goes on by itself when that ends.

              aloud records show --person 1042
              aloud records list --from 2026-01-01 --json
              aloud records backup /media/usb/aloud-2026-01-31.backup
              aloud records erase --person 1042 --reason "asked for by the person"
            """,
        arguments: [act, operands],
        options: [
            person, search, from, through, limit, json, format, output, reason, passphraseFile,
            toPerson,
            correction, void, head, RecordOptions.file,
        ], stopsOnRequest: true)

    /// The options that have an effect on an act.
    private static func options(of act: Act) -> [any OptionDeclaration] {
        switch act {
        case .list: [person, search, from, through, limit, json]
        case .show: [person, from, through, json]
        case .people: [search, from, through, limit, json]
        case .export: [person, from, through, format, output]
        case .import: [person]
        case .amend: [toPerson, correction, void, reason]
        case .close: [reason]
        case .trail: [limit, json]
        case .verify: [json, head]
        case .backup, .restore: [passphraseFile]
        case .erase: [person, reason]
        }
    }

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let act = try arguments[act]
        let useful = options(of: act).map(\.name) + [RecordOptions.file.name]
        for option in verb.options
        where arguments.wasGiven(option.name) && !useful.contains(option.name) {
            throw Misuse("'--\(option.name)' has no effect with 'records \(act.rawValue)'.")
        }
        try checkOperands(arguments, of: act)
        if act == .restore { return try RecordsBackup.restore(arguments, in: environment) }
        let opened =
            switch act {
            case .import, .restore: try RecordOptions.open(reading: arguments, in: environment)
            case .backup, .verify, .amend, .close, .erase:
                try RecordOptions.open(existing: arguments, isNeeded: true, in: environment)
            case .list, .show, .people, .export, .trail:
                try RecordOptions.open(existing: arguments, isNeeded: false, in: environment)
            }
        defer { opened.close() }
        switch act {
        case .list: return try RecordsListing.list(arguments, opened, in: environment)
        case .show: return try RecordsListing.show(arguments, opened, in: environment)
        case .people: return try RecordsListing.people(arguments, opened, in: environment)
        case .trail: return try RecordsListing.trail(arguments, opened, in: environment)
        case .export: return try RecordsExchange.export(arguments, opened, in: environment)
        case .import: return try RecordsExchange.import(arguments, opened, in: environment)
        case .amend: return try RecordsChange.amend(arguments, opened, in: environment)
        case .close: return try RecordsChange.close(arguments, opened, in: environment)
        case .erase: return try RecordsChange.erase(arguments, opened, in: environment)
        case .verify: return try RecordsChange.verify(arguments, opened, in: environment)
        case .backup: return try RecordsBackup.backup(arguments, opened, in: environment)
        case .restore: return .success
        }
    }

    /// - Throws: `Misuse` if a name is missing or too many.
    private static func checkOperands(_ arguments: ParsedArguments, of act: Act) throws {
        let names = try arguments[operands]
        let namesPerson = arguments.wasGiven(person)
        switch act {
        case .import, .backup, .restore:
            guard names.count == 1 else {
                throw Misuse("'records \(act.rawValue)' requires one file.")
            }
        case .amend, .close:
            guard names.count == 1 else {
                throw Misuse("'records \(act.rawValue)' requires one test.")
            }
        case .show, .erase:
            guard names.count == (namesPerson ? 0 : 1) else {
                throw Misuse(
                    "'records \(act.rawValue)' requires '--person ID', or one test as 'records list'"
                        + " names it.")
            }
        case .verify:
            guard names.count <= (arguments.wasGiven(head.name) ? 1 : 0) else {
                throw Misuse("Unexpected argument '\(names[names.count - 1])'.")
            }
        case .list, .people, .export, .trail:
            guard names.isEmpty else { throw Misuse("Unexpected argument '\(names[0])'.") }
        }
    }

    /// The person of an option.
    ///
    /// - Throws: `NoSuchPerson`.
    static func person(
        _ arguments: ParsedArguments, _ option: Option<String?>, _ opened: OpenRecords
    ) throws -> Person? {
        guard let id = try arguments[option] else { return nil }
        guard let person = try opened.store.person(withID: id) else { throw NoSuchPerson() }
        return person
    }

    /// The test of the first name.
    ///
    /// - Throws: `NoSuchTest`.
    static func test(_ arguments: ParsedArguments, _ opened: OpenRecords) throws -> StoredTest {
        guard let name = try arguments[operands].first, let id = RecordID(name),
            let test = try opened.store.test(id)
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

/// A test that may still run is not closed from outside.
struct TestMayRun: Error, CustomStringConvertible {
    let minutes: Int

    var description: String {
        "The test may still run: its last event is less than \(minutes) minutes away. End it at its"
            + " lane, or close it later."
    }
}

extension ValueKind where Value == CalendarDay {
    /// A day.
    static let day = ValueKind("date", expected: "a day such as 2026-01-31") { CalendarDay($0) }
}
