internal import Acuity
internal import Foundation
internal import RecordStore
internal import Records
internal import TrialRecords
internal import Trials

/// The place of a subject in a trial: the visit, and the tests so far.
struct TrialPlace {
    /// The study.
    let study: Study
    /// The subject.
    let subject: TrialSubject
    /// The order of the subject.
    let arm: TrialProtocol.Arm
    /// The visit.
    let visit: TrialProtocol.Visit
    /// The tests of the subject in the study, the earliest first.
    private let tests: [StoredTest]

    /// Maximum number of tests of a subject: far more than a trial has.
    private static let mostTests = 10_000

    /// The place of the person who is tested next.
    ///
    /// - Throws: `TrialRefusal` without a subject who is enrolled; `RecordError`.
    init(of trial: TrialConduct, in records: ExamRecords?) throws {
        let rules = trial.rules
        func refusal(_ reason: String, _ advice: String) -> TrialRefusal {
            TrialRefusal(rules.title, [reason], advice: advice)
        }
        guard let records, let key = records.person,
            let number = try records.store.person(key)?.id
        else {
            throw refusal(
                "No subject is chosen.",
                "Choose the person whose identifier is the number of the subject.")
        }
        guard let study = try records.store.studies()[rules.study],
            study.current?.digest == trial.file.digest
        else {
            throw refusal(
                "Another version of the protocol was put into force meanwhile.",
                "Start Aloud again with the version in force.")
        }
        guard let subject = study.subject(number),
            let arm = rules.arms.first(where: { $0.name == subject.arm })
        else {
            throw refusal(
                "The subject is not enrolled.",
                "Enrol them with 'aloud trial enrol \(rules.study) NUMBER'.")
        }
        guard !study.isLocked(number) else {
            throw refusal(
                "The data are locked.", "Unlock them with 'aloud trial unlock', with a reason.")
        }
        self.study = study
        self.subject = subject
        self.arm = arm
        tests = try records.store.tests(TestQuery(person: key, limit: Self.mostTests))
            .filter { $0.circumstances.trial?.study == rules.study }.reversed()
        let all = tests
        if let wanted = trial.visit {
            guard let visit = rules.visits.first(where: { $0.name == wanted }) else {
                throw refusal(
                    "It has no visit of this name.",
                    "Its visits are \(rules.visits.map(\.name).joined(separator: ", ")).")
            }
            self.visit = visit
        } else {
            visit =
                rules.visits.first { visit in
                    !arm.eyes.allSatisfy { Self.isComplete($0, at: visit.name, in: all) }
                } ?? rules.visits[rules.visits.count - 1]
        }
    }

    private static func isComplete(_ eye: Eye, at visit: String, in tests: [StoredTest]) -> Bool {
        tests.contains {
            $0.state == .finished && $0.eye == eye && $0.circumstances.trial?.visit == visit
                && $0.record.isComplete
        }
    }

    /// Whether an eye has a complete test of the visit.
    func isComplete(_ eye: Eye) -> Bool { Self.isComplete(eye, at: visit.name, in: tests) }

    /// The number of tests of an eye in the visit, also those that are not complete.
    func tests(of eye: Eye) -> Int {
        tests.count { $0.eye == eye && $0.circumstances.trial?.visit == visit.name }
    }

    /// The next eye of the order; nil if all are complete.
    var nextEye: Eye? { arm.eyes.first { !isComplete($0) } }

    /// The chart of an eye by the arm; nil for that of the protocol.
    func chart(of eye: Eye) -> String? {
        guard let charts = arm.charts, let index = arm.eyes.firstIndex(of: eye) else { return nil }
        return charts[index]
    }

    /// The days since the first test of the subject; nil without one.
    func daysInStudy(on today: CalendarDay) -> Int? {
        tests.first { $0.state != .voided }.map {
            today.daysSince1970 - $0.began.day.daysSince1970
        }
    }

    /// The day of a date, as certificates have it.
    func day(_ date: Date) -> String { Moment(date).day.description }
}
