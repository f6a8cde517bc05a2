internal import CommandLineKit
internal import Exam
internal import Platform
internal import RecordStore

extension RecordsCommand {
    /// `aloud records amend`.
    enum Amend: RecordsAct {
        static let toPerson = Option<String?>(
            "to-person", .text("id"), help: "The person whom the test belongs to.")
        static let correction = Option<Correction?>(
            "correction", .choice(of: Correction.self), help: "The correction worn.")
        static let void = Option.flag("void", help: "Declare the test a mistake.")

        static let verb = Verb(
            "records amend",
            summary: "Move a test to the right person, or declare it a mistake.",
            discussion: "The former version of the test is kept.",
            arguments: [test],
            options: [toPerson, correction, void, reason, RecordOptions.file],
            stopsOnRequest: true)

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let kept = try test(call)
            let person = try person(call, toPerson)
            let correction = try call[correction]
            let isVoid = try call[void]
            guard person != nil || correction != nil || isVoid else {
                throw Misuse(
                    "'records amend' requires a change: '--to-person', '--correction' or '--void'.")
            }
            var amended = kept
            if let person { try amended.move(to: person.key, in: call.readers) }
            amended.circumstances.correction = correction ?? kept.circumstances.correction
            if isVoid { amended.state = .voided }
            let author = try author(call)
            try amended.check(amending: kept, by: author)
            guard amended != kept else {
                call.say("The test is already so. Nothing changed.")
                return .success
            }
            _ = try call.readers.amend(amended, by: author)
            call.say("Amended. The former version is kept.")
            return .success
        }
    }

    /// `aloud records close`.
    enum Close: RecordsAct {
        static let verb = Verb(
            "records close",
            summary: "Close a test that is still \"running\" after the end of its lane.",
            arguments: [test], options: [reason, RecordOptions.file], stopsOnRequest: true)

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let author = try author(call)
            let test = try test(call)
            guard test.state == .running else {
                call.say("The test is already closed: it is \(test.state.words).")
                return .success
            }
            try call.store.closeAbandoned(
                test.id, at: call.now, by: author, hearing: call.opened.hearing)
            call.say(
                "Closed with the answers until then. If its lane still has more of it, that is sent as a"
                    + " test of its own.")
            return .success
        }
    }

    /// `aloud records verify`.
    enum Verify: RecordsAct {
        static let end = Argument<String?>(
            optional: "end", .text("end"),
            help:
                "An end of the audit trail that was printed before. A trail that was truncated"
                + " or rewritten lacks it.")
        static let head = Option.flag(
            "head", help: "Print the end of the audit trail, to be kept elsewhere.")

        static let verb = Verb(
            "records verify", summary: "Check the file, its references and the audit trail.",
            arguments: [end], options: [json, head, RecordOptions.file], stopsOnRequest: true)

        static func check(_ arguments: ParsedArguments) throws {
            if let end = try arguments[end], try !arguments[head] {
                throw Misuse("Unexpected argument '\(end)': an end needs '--head' before it.")
            }
        }

        /// The outcome of a check, as JSON.
        private struct Verification: Encodable {
            var sound: Bool
            var faults: [String]
            var entries: Int
            var head: String
        }

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let sought = try call[end].map(KeptHead.init)
            var faults = try call.store.verify()
            let head = try call.store.head()
            if let sought, try !sought.isThere(in: call.store) { faults.append(.cut(sought.words)) }
            if try call[json] {
                try call.emit(
                    Verification(
                        sound: faults.isEmpty, faults: faults.map { "\($0)" }, entries: head.number,
                        head: head.digest))
            } else if try faults.isEmpty && call[Self.head] {
                try call.environment.output.write("\(head.number):\(head.digest)\n")
            } else if faults.isEmpty {
                try call.environment.output.write(
                    "The records are sound. The audit trail has \(head.number) entries and ends at"
                        + " \(head).\n")
            } else {
                for fault in faults { try call.environment.output.write("\(fault)\n") }
            }
            guard !faults.isEmpty else { return .success }
            call.complain(
                "The records have \(faults.count.counting("fault")). Keep a copy of the file, and"
                    + " restore a backup with 'aloud records restore'.")
            return .failure
        }
    }

    /// `aloud records erase`.
    enum Erase: RecordsAct {
        static let verb = Verb(
            "records erase", summary: "Erase a person with all tests, or one test.",
            arguments: [testIfAny], options: [person, reason, RecordOptions.file],
            stopsOnRequest: true)

        static func check(_ arguments: ParsedArguments) throws {
            try checkSubject(arguments, of: verb)
        }

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let author = try author(call)
            let person = try person(call, person)
            let object = try person?.key ?? test(call).id
            let sent = try peersWith(testsOf: object, person != nil, in: call.store)
            let count = try call.store.erase(object, by: author)
            call.say(
                "Erased \(person == nil ? "" : "the person and ")\(count.counting("test")). Backups and"
                    + " exports that were made before still hold them: erase those, too.")
            if !sent.isEmpty {
                call.say(
                    "These peers have results of it, and keep them: \(sent.joined(separator: ", "))."
                )
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
    }

    /// - Throws: `Misuse` without a reason.
    private static func author(_ call: RecordsCall) throws -> Author {
        guard let reason = try call[reason] else {
            throw Misuse("Say why with '--reason WORDS'; the audit trail keeps it.")
        }
        return Author(call.author.name, reason: reason)
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
