internal import Accounts
internal import Acuity
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Glibc
internal import Platform
internal import QRPictures
internal import RecordStore
internal import Records
internal import Sealing
internal import SoundFiles

/// The options about the person and the circumstances of a test.
enum PersonOptions {
    private static let id = Option<String?>(
        "person", .text("id"),
        help: "Keep the test with the person of this identifier, such as a chart number.")
    private static let name = Option<String?>(
        "name", .text("name"), help: "The person's name, for the records.")
    private static let birthDate = Option<CalendarDay?>(
        "birth-date",
        ValueKind("date", expected: "a day such as 1957-08-23") { CalendarDay($0.halfWidth) },
        help: "The person's day of birth, for the records.")
    private static let correction = Option<Correction?>(
        "correction", .choice(of: Correction.self),
        help: "The correction that the tested eye wears, for the records.")
    private static let examiner = Option<String?>(
        "examiner", .text("name"), help: "The person who conducts the test, for the records.")
    private static let lane = Option<String?>(
        "lane", .text("name"),
        help: "The room or the machine, for the records (default: this machine's name).")
    private static let keepSound = Option.flag(
        "keep-sound",
        help: "Keep the sound of the test with it, as FLAC. It is erased with the test.")
    private static let note = Option<String?>(
        "note", .text("words"), help: "A remark on the test, for the records.")

    /// The options of a lane, which tests several people.
    static let ofLane: [any OptionDeclaration] = [correction, examiner, lane, keepSound]
    /// All options, for a test of one person.
    static let all: [any OptionDeclaration] = [id, name, birthDate] + ofLane + [note]

    /// The records of an exam; nil if nothing is kept.
    ///
    /// - Throws: `Misuse` if an option has no effect; `RecordError`.
    static func records(
        _ arguments: ParsedArguments, of exam: ExamConfiguration, in opened: OpenRecords?,
        ofOnePerson: Bool, in environment: CommandEnvironment
    ) throws -> ExamRecords? {
        guard let opened else {
            for option in all where arguments.wasGiven(option.name) {
                throw Misuse("'--\(option.name)' has no effect without records.")
            }
            return nil
        }
        var circumstances = Circumstances(
            correction: try arguments[correction],
            distanceSource: arguments.isSet(MeasurementOptions.distance) ? .entered : .usual,
            examiner: try arguments[examiner],
            lane: try arguments[lane] ?? Self.machine, software: "aloud \(aloudVersion)")
        if case .voice(_, let hearing) = exam.answers {
            let parts = [Self.model(in: hearing.models), hearing.profileInUse?.words]
            let known = parts.compactMap(\.self)
            circumstances.model = known.isEmpty ? nil : known.joined(separator: ", ")
        }
        var person: Person?
        if ofOnePerson {
            circumstances.note = try arguments[note]
            try Person.check(
                birthDate: arguments[birthDate], on: Moment(environment.date()).day)
            person = try PersonEntry(
                id: try arguments[id], name: try arguments[name],
                birthDate: try arguments[birthDate]
            ).person(in: opened.store, by: opened.author, at: Moment(environment.date()))
            // If the shared records cannot be reached, the test has no order, but is kept.
            circumstances.order = person.flatMap { person in
                (try? opened.store.orders(
                    of: person.key, on: Moment(environment.date()).day))?
                    .order(for: exam.measurement.eye)
            }
        }
        var records = ExamRecords(
            store: opened.store, author: opened.author,
            signIns: SignIns(Accounts.real(opened.store, in: environment)), person: person?.key,
            circumstances: circumstances, uptime: environment.console.uptime,
            digest: BLAKE2b.digest, picture: QRPicture.rows,
            hearing: opened.hearing)
        records.laneName = LaneName(
            given: try arguments[lane], machine: Self.machine,
            file: RecordPlace.data(environment.variables).map {
                URL(fileURLWithPath: $0 + "/lane")
            })
        if try arguments[keepSound] { records.recording = { FLACRecording() } }
        return records
    }

    /// The name of this machine; gethostname(2).
    private static var machine: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(
            decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The network of the ear by the first digits of its digest; nil if it cannot be read.
    private static func model(in folder: ResourceFolder) -> String? {
        FileManager.default.contents(atPath: folder.file("ear.net")).map { bytes in
            "ear.net " + Hexadecimal.text(Array(BLAKE2b.digest(Array(bytes)).prefix(8)))
        }
    }
}

// Declared here because the files module does not depend on the exam.
extension FLACRecording: SoundRecording {}
