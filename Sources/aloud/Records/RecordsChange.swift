internal import CommandLineKit
internal import Platform
internal import RecordStore

/// `aloud records amend`, `erase` and `verify`.
enum RecordsChange {
    static func amend(
        _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        var test = try RecordsCommand.test(arguments, opened)
        let person = try RecordsCommand.person(arguments, RecordsCommand.toPerson, opened)
        let correction = try arguments[RecordsCommand.correction]
        let isVoid = try arguments[RecordsCommand.void]
        guard person != nil || correction != nil || isVoid else {
            throw Misuse(
                "'records amend' wants a change: '--to-person', '--correction' or '--void'.")
        }
        test.person = person?.key ?? test.person
        test.circumstances.correction = correction ?? test.circumstances.correction
        if isVoid { test.state = .voided }
        _ = try opened.store.amend(test, by: try author(arguments, opened))
        environment.say("Amended. The former version is kept.")
        return .success
    }

    static func erase(
        _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let author = try author(arguments, opened)
        let person = try RecordsCommand.person(arguments, RecordsCommand.person, opened)
        let object = try person?.key ?? RecordsCommand.test(arguments, opened).id
        let count = try opened.store.erase(object, by: author)
        environment.say(
            "Erased \(person == nil ? "" : "the person and ")\(count.counting("test")). Backups and"
                + " exports that were made before still hold them: erase those, too.")
        return .success
    }

    /// - Throws: `Misuse` without a reason.
    private static func author(
        _ arguments: ParsedArguments, _ opened: OpenRecords
    ) throws -> Author {
        guard let reason = try arguments[RecordsCommand.reason] else {
            throw Misuse("Say why with '--reason WORDS'; the audit trail keeps it.")
        }
        return Author(opened.author.name, reason: reason)
    }

    /// The outcome of a check as programs read it.
    private struct Verification: Encodable {
        var sound: Bool
        var faults: [String]
        var entries: Int
        var head: String
    }

    static func verify(
        _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let faults = try opened.store.verify()
        let head = try opened.store.head()
        if try arguments[RecordsCommand.json] {
            try environment.emit(
                Verification(
                    sound: faults.isEmpty, faults: faults.map { "\($0)" }, entries: head.number,
                    head: head.digest))
        } else if faults.isEmpty {
            try environment.output.write(
                "The records are sound. The audit trail has \(head.number) entries and ends at"
                    + " \(head).\n")
        } else {
            for fault in faults { try environment.output.write("\(fault)\n") }
        }
        guard !faults.isEmpty else { return .success }
        environment.complain(
            "The records have \(faults.count.counting("fault")). Keep a copy of the file, and"
                + " restore a backup with 'aloud records restore'.")
        return .failure
    }
}
