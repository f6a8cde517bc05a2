internal import CommandLineKit
internal import Exam
internal import Platform
internal import RecordStore

/// `aloud records amend`, `close`, `erase` and `verify`.
enum RecordsChange {
    static func amend(
        _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        var test = try RecordsCommand.test(arguments, opened)
        let person = try RecordsCommand.person(arguments, RecordsCommand.Amend.toPerson, opened)
        let correction = try arguments[RecordsCommand.Amend.correction]
        let isVoid = try arguments[RecordsCommand.Amend.void]
        guard person != nil || correction != nil || isVoid else {
            throw Misuse(
                "'records amend' requires a change: '--to-person', '--correction' or '--void'.")
        }
        test.person = person?.key ?? test.person
        test.circumstances.correction = correction ?? test.circumstances.correction
        if isVoid { test.state = .voided }
        _ = try opened.readers.amend(test, by: try author(arguments, opened))
        environment.say("Amended. The former version is kept.")
        return .success
    }

    static func close(
        _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let author = try author(arguments, opened)
        let test = try RecordsCommand.test(arguments, opened)
        guard test.state == .running else {
            environment.say("The test is already closed: it is \(test.state.words).")
            return .success
        }
        try opened.store.closeAbandoned(
            test.id, at: Moment(environment.date()), by: author, hearing: opened.hearing)
        environment.say(
            "Closed with the answers until then. If its lane still has more of it, that is sent as a"
                + " test of its own.")
        return .success
    }

    static func erase(
        _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let author = try author(arguments, opened)
        let person = try RecordsCommand.person(arguments, RecordsCommand.person, opened)
        let object = try person?.key ?? RecordsCommand.test(arguments, opened).id
        let sent = try peersWith(testsOf: object, person != nil, in: opened.store)
        let count = try opened.store.erase(object, by: author)
        environment.say(
            "Erased \(person == nil ? "" : "the person and ")\(count.counting("test")). Backups and"
                + " exports that were made before still hold them: erase those, too.")
        if !sent.isEmpty {
            environment.say(
                "These peers have results of it, and keep them: \(sent.joined(separator: ", ")).")
        }
        return .success
    }

    /// The names of the peers that have a result of a person, or a test.
    private static func peersWith(
        testsOf object: RecordID, _ isPerson: Bool, in store: any RecordKeeping
    ) throws -> [String] {
        var names: Set<String> = []
        func look(_ test: RecordID) throws {
            let query = DeliveryQuery(test: test, states: [.acknowledged])
            try store.eachDelivery(query) { names.insert($0.peer) }
        }
        if isPerson {
            try store.eachTest(TestQuery(person: object)) { try look($0.id) }
        } else {
            try look(object)
        }
        return names.sorted()
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

    /// The outcome of a check, as JSON.
    private struct Verification: Encodable {
        var sound: Bool
        var faults: [String]
        var entries: Int
        var head: String
    }

    static func verify(
        _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let sought = try arguments[RecordsCommand.Verify.end].map(KeptHead.init)
        var faults = try opened.store.verify()
        let head = try opened.store.head()
        if let sought, try !sought.isThere(in: opened.store) { faults.append(.cut(sought.words)) }
        if try arguments[RecordsCommand.json] {
            try environment.emit(
                Verification(
                    sound: faults.isEmpty, faults: faults.map { "\($0)" }, entries: head.number,
                    head: head.digest))
        } else if try faults.isEmpty && arguments[RecordsCommand.Verify.head] {
            try environment.output.write("\(head.number):\(head.digest)\n")
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

/// An end of the audit trail that somebody kept: "1042:9f86d081884c7d65", or the digest alone.
struct KeptHead {
    /// The end, as typed.
    let words: String
    private let number: Int?
    private let digest: String

    /// Minimum number of digits: those of a report.
    private static let fewest = 16

    /// - Throws: `Misuse`.
    init(_ words: String) throws {
        let parts = words.split(separator: ":", omittingEmptySubsequences: false)
        let digits = parts.last?.lowercased() ?? ""
        let number = parts.count == 2 ? Int(parts[0]) : nil
        guard (Self.fewest...64).contains(digits.count), digits.allSatisfy(\.isHexDigit),
            parts.count == 1 || number ?? 0 > 0
        else {
            throw Misuse(
                "'\(words)' is not the end of a trail. 'records verify --head' prints one, such as"
                    + " 1042:9f86d081884c7d65.")
        }
        (self.words, self.number, self.digest) = (words, number, digits)
    }

    /// Whether the trail of a store has this end.
    func isThere(in store: any RecordKeeping) throws(RecordError) -> Bool {
        if let number {
            let entry = try store.trail(after: number - 1, limit: 1).first
            return entry?.number == number && entry?.digest.hasPrefix(digest) == true
        }
        var last = 0
        while case let page = try store.trail(after: last, limit: 2_000), !page.isEmpty {
            if page.contains(where: { $0.digest.hasPrefix(digest) }) { return true }
            last = page[page.count - 1].number
        }
        return false
    }
}
