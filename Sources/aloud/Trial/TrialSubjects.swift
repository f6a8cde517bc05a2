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
    private static func strata(_ call: RecordsCall) throws -> [String: String] {
        var found: [String: String] = [:]
        for part in try (call[strata] ?? "").split(separator: ",") {
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
        static let verb = Verb(
            "trial enrol",
            summary: "Enrol a subject, draw their permanent arm, and print it.",
            arguments: [study, subject], options: [strata, RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let now = call.now
            let (name, number) = (try call[study], try call[subject])
            let strata = try strata(call)
            let enrolled = try call.store.changeStudies(as: .enrol, by: call.author) { book in
                var study = try known(book, name)
                let subject = try study.enrol(number, strata: strata, at: now.description)
                book[name] = study
                return subject
            }
            // The subject is also added to the people, among whom the lane looks for it.
            if try call.store.person(withID: number) == nil {
                _ = try call.store.save(
                    Person(key: RecordID(at: now), id: number, name: nil, birthDate: nil),
                    by: call.author)
            }
            try call.environment.output.write(enrolled.arm + "\n")
            return .success
        }
    }

    /// `aloud trial draw`.
    enum Draw: RecordsAct {
        private static let count = Option(
            "count", .whole("number", in: 1...10_000), default: "20",
            help: "The number of subjects of the stratum.")
        static let verb = Verb(
            "trial draw",
            summary: "Print the arms that the subjects of a stratum get, in their order.",
            arguments: [study], options: [strata, count, RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let name = try call[study]
            var study = try known(try call.store.studies(), name)
            // The same code as an enrolment, on a copy that is not kept.
            study.subjects = []
            study.isLocked = false
            for number in 1...(try call[count]) {
                let subject = try study.enrol("\(number)", strata: strata(call), at: "")
                try call.environment.output.write("\(number)  \(subject.arm)\n")
            }
            return .success
        }
    }

    /// Changes the lock of a study or of a subject, with a reason.
    fileprivate static func setLock(_ isLocked: Bool, _ call: RecordsCall) throws {
        let name = try call[study]
        let subject = try call[onlySubject]
        let reason = try neededReason(call)
        if isLocked {
            let tests = try call.store.tests(ofStudy: name).filter {
                subject == nil || $0.circumstances.trial?.subject == subject
            }
            guard !tests.contains(where: { $0.state == .running }) else { throw TestRuns() }
            let open = tests.filter {
                $0.state != .voided && $0.circumstances.trial?.unexplained.isEmpty == false
            }
            guard open.isEmpty else { throw DeviationsOpen(count: open.count) }
        }
        let about = subject == nil ? "study \(name)" : "a subject of \(name)"
        try call.store.changeStudies(
            as: isLocked ? .lockTrial : .unlockTrial,
            by: Author(call.author.name, reason: "\(about): \(reason)")
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
        static let verb = Verb(
            "trial lock", summary: "Lock the data of a study or a subject against changes.",
            arguments: [study], options: [onlySubject, reason, RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            try setLock(true, call)
            call.say("Locked at \(try call.store.head()) of the audit trail.")
            return .success
        }
    }

    /// `aloud trial unlock`.
    enum Unlock: RecordsAct {
        static let verb = Verb(
            "trial unlock", summary: "Unlock the data of a study or a subject, with a reason.",
            arguments: [study], options: [onlySubject, reason, RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            try setLock(false, call)
            return .success
        }
    }

    /// `aloud trial unmask`.
    enum Unmask: RecordsAct {
        static let verb = Verb(
            "trial unmask",
            summary: "Unmask the results of a study permanently, with a reason.",
            arguments: [study], options: [reason, RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let name = try call[study]
            let reason = try neededReason(call)
            try call.store.changeStudies(
                as: .unmaskTrial, by: Author(call.author.name, reason: "\(name): \(reason)")
            ) { book in
                var study = try known(book, name)
                study.isUnmasked = true
                book[name] = study
            }
            call.say("The results of \(name) are open. A lane shows them after a restart.")
            return .success
        }
    }
}

/// A test of the study is running, so its data cannot be locked.
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
