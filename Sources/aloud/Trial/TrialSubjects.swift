internal import CommandLineKit
internal import Exam
internal import Platform
internal import RecordStore
internal import TrialRecords
internal import Trials

extension TrialCommand {
    private static let strata = Option<String?>(
        "strata", .text("name=value"),
        help: "The value of each stratum of the protocol; several with ',' between.")

    /// The values of the strata by name.
    private static func strata(_ arguments: ParsedArguments) throws -> [String: String] {
        var found: [String: String] = [:]
        for part in try (arguments[strata] ?? "").split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1).map { String($0) }
            guard sides.count == 2, found[sides[0]] == nil else {
                throw Misuse("'--strata' takes NAME=VALUE, each name once.")
            }
            found[sides[0]] = sides[1]
        }
        return found
    }

    /// `aloud trial enrol`.
    enum Enrol: RecordsAct {
        private static let subject = Argument<String>(
            "subject", .text("number"),
            help: "The number of the subject, which is the identifier of the person.")
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "trial enrol",
            summary: "Enrol a subject, draw their permanent arm, and print it.",
            arguments: [study, subject], options: [strata, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let now = Moment(environment.console.date())
            let (name, number) = (try arguments[study], try arguments[subject])
            let strata = try strata(arguments)
            let enrolled = try opened.store.changeStudies(as: .enrol, by: opened.author) { book in
                var study = try known(book, name)
                let subject = try study.enrol(number, strata: strata, at: now.description)
                book[name] = study
                return subject
            }
            // The lane finds the subject among the people.
            if try opened.store.person(withID: number) == nil {
                _ = try opened.store.save(
                    Person(key: RecordID(at: now), id: number, name: nil, birthDate: nil),
                    by: opened.author)
            }
            try environment.output.write(enrolled.arm + "\n")
            return .success
        }
    }

    /// `aloud trial draw`.
    enum Draw: RecordsAct {
        private static let count = Option(
            "count", .whole("number", in: 1...10_000), default: "20",
            help: "The number of subjects of the stratum.")
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "trial draw",
            summary: "Print the arms that the subjects of a stratum get, in their order.",
            arguments: [study], options: [strata, count, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let name = try arguments[study]
            var study = try known(try opened.store.studies(), name)
            // The same code as an enrolment, on a copy that is not kept.
            study.subjects = []
            study.isLocked = false
            for number in 1...(try arguments[count]) {
                let subject = try study.enrol("\(number)", strata: strata(arguments), at: "")
                try environment.output.write("\(number)  \(subject.arm)\n")
            }
            return .success
        }
    }

    /// Changes the lock of a study or of a subject, with a reason.
    fileprivate static func setLock(
        _ isLocked: Bool, _ arguments: ParsedArguments, _ opened: OpenRecords
    ) throws {
        let name = try arguments[study]
        let subject = try arguments[onlySubject]
        let reason = try neededReason(arguments)
        if isLocked {
            let tests = try opened.store.tests(ofStudy: name).filter {
                subject == nil || $0.circumstances.trial?.subject == subject
            }
            guard !tests.contains(where: { $0.state == .running }) else { throw TestRuns() }
            let open = tests.filter {
                $0.state != .voided && $0.circumstances.trial?.unexplained.isEmpty == false
            }
            guard open.isEmpty else { throw DeviationsOpen(count: open.count) }
        }
        let about = subject == nil ? "study \(name)" : "a subject of \(name)"
        try opened.store.changeStudies(
            as: isLocked ? .lockTrial : .unlockTrial,
            by: Author(opened.author.name, reason: "\(about): \(reason)")
        ) { book in
            var study = try known(book, name)
            if let subject {
                guard study.subject(subject) != nil else { throw NoSuchPerson() }
                study.lockedSubjects.removeAll { $0 == subject }
                if isLocked { study.lockedSubjects.append(subject) }
            } else {
                study.isLocked = isLocked
            }
            book[name] = study
        }
    }

    fileprivate static let onlySubject = Option<String?>(
        "subject", .text("number"), help: "Only the data of this subject.")

    /// `aloud trial lock`.
    enum Lock: RecordsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "trial lock", summary: "Lock the data of a study or a subject against changes.",
            arguments: [study], options: [onlySubject, reason, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try setLock(true, arguments, opened)
            environment.say("Locked at \(try opened.store.head()) of the audit trail.")
            return .success
        }
    }

    /// `aloud trial unlock`.
    enum Unlock: RecordsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "trial unlock", summary: "Unlock the data of a study or a subject, with a reason.",
            arguments: [study], options: [onlySubject, reason, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try setLock(false, arguments, opened)
            return .success
        }
    }

    /// `aloud trial unmask`.
    enum Unmask: RecordsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "trial unmask",
            summary: "Unmask the results of a study permanently, with a reason.",
            arguments: [study], options: [reason, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let name = try arguments[study]
            let reason = try neededReason(arguments)
            try opened.store.changeStudies(
                as: .unmaskTrial, by: Author(opened.author.name, reason: "\(name): \(reason)")
            ) { book in
                var study = try known(book, name)
                study.isUnmasked = true
                book[name] = study
            }
            environment.say("The results of \(name) are open. A lane shows them after a restart.")
            return .success
        }
    }
}

/// A test of the study runs, so that its data cannot be locked.
private struct TestRuns: Error, CustomStringConvertible {
    var description: String {
        "A test of the study is running. Wait for its end, or close it with 'aloud records close'."
    }
}

/// Deviations without a reason.
private struct DeviationsOpen: Error, CustomStringConvertible {
    let count: Int

    var description: String {
        "\(count.counting("test")) with a deviation without a reason. 'aloud trial deviations STUDY'"
            + " lists them; 'aloud trial explain TEST CODE --reason WORDS' gives the reason."
    }
}
