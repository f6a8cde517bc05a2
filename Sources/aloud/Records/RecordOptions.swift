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

/// The options of every verb that keeps tests or reads kept ones.
enum RecordOptions {
    static let file = Option<String?>(
        "records", .file,
        help: "The file of the records, which is made if it is missing, or the address of a"
            + " PostgreSQL that several lanes share, as postgresql://user@host/database; its password"
            + " belongs into ~/.pgpass or the file that PGPASSFILE names. If not given, that of the variable \(RecordPlace.variable), else aloud/records.db in the"
            + " user's data folder.")
    static let none = Option.flag("no-records", help: "Keep nothing.")

    static let all: [any OptionDeclaration] = [file, none]

    /// Opens the records; nil if nothing is to be kept.
    ///
    /// - Throws: `Misuse` if the options exclude each other; `RecordError`.
    static func open(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> OpenRecords? {
        guard try !arguments[none] else {
            guard try arguments[file] == nil else {
                throw Misuse("'--records' and '--no-records' exclude each other; leave out one.")
            }
            return nil
        }
        switch RecordPlace(named: try arguments[file], variables: environment.variables) {
        case .nowhere: return nil
        case .unknown:
            environment.say(
                "Note: The test is not kept, because there is no home folder. Name a file with"
                    + " '--records FILE'.")
            return nil
        case .file(let path): return try OpenRecords(path, in: environment)
        }
    }

    /// Opens the records for a verb that is about them.
    ///
    /// - Throws: `NoRecords` if there is no place for them; `RecordError`.
    static func open(
        reading arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> OpenRecords {
        try OpenRecords(path(arguments, in: environment), in: environment)
    }

    /// Opens the records for a verb that makes no file: if there is none, an act that only reads
    /// finds empty records.
    ///
    /// - Parameter isNeeded: whether the act has no sense without a file. An option that names a
    ///   missing file is always an error.
    /// - Throws: `NoRecords` if there is no place for them; `MissingRecords`; `RecordError`.
    static func open(
        existing arguments: ParsedArguments, isNeeded: Bool, in environment: CommandEnvironment
    ) throws -> OpenRecords {
        let path = try path(arguments, in: environment)
        guard !RecordPlace.isAddress(path), isMissing(path) else {
            return try OpenRecords(path, in: environment)
        }
        guard !isNeeded, !arguments.wasGiven(file.name) else { throw MissingRecords(path: path) }
        environment.say(
            "There are no records yet: the first test makes '\(FileName.shown(path))'.")
        return try OpenRecords.empty(in: environment)
    }

    /// Whether there are no records at a path, not even their write-ahead log.
    static func isMissing(_ path: String) -> Bool {
        [path, path + "-wal"].allSatisfy { path in
            var status = stat()
            return stat(FileName.cString(of: path), &status) != 0
                && [ENOENT, ENOTDIR].contains(errno)
        }
    }

    /// The file of the records.
    ///
    /// - Throws: `NoRecords` if there is no place for them.
    static func path(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> String {
        switch RecordPlace(named: try arguments[file], variables: environment.variables) {
        case .file(let path): return path
        case .nowhere, .unknown: throw NoRecords()
        }
    }
}

/// There is no place for records.
struct NoRecords: Error, CustomStringConvertible {
    var description: String {
        "There are no records: \(RecordPlace.variable) is 'off', or there is no home folder. Name a"
            + " file with '--records FILE'."
    }
}

/// There is no file of records.
private struct MissingRecords: Error, CustomStringConvertible {
    let path: String

    var description: String {
        "There are no records in '\(FileName.shown(path))'. Name their file with '--records FILE';"
            + " the first test makes it."
    }
}

/// The place of the records.
enum RecordPlace: Equatable {
    /// A file.
    case file(String)
    /// Nothing is kept: the variable says "off".
    case nowhere
    /// There is no home folder.
    case unknown

    /// The environment variable that names the file.
    static let variable = "ALOUD_RECORDS"

    /// The place that an option or a variable names, else the user's data folder (XDG Base
    /// Directory Specification 0.8).
    init(named path: String?, variables: [String: String]) {
        if let path = path ?? variables[Self.variable], !path.isEmpty {
            self = path == "off" ? .nowhere : .file(path)
        } else if let data = Self.data(variables) {
            self = .file(data + "/records.db")
        } else {
            self = .unknown
        }
    }

    /// Aloud's folder in the user's data folder; nil if there is no home folder.
    static func data(_ variables: [String: String]) -> String? {
        func folder(_ path: String?) -> String? {
            path.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        return
            (folder(variables["XDG_DATA_HOME"])
            ?? folder(variables["HOME"]).map { $0 + "/.local/share" }).map { $0 + "/aloud" }
    }

    /// Whether a text is the address of a database and not the path of a file.
    static func isAddress(_ text: String) -> Bool { ServerAddress(text) != nil }

    /// The file of what waits to be sent to an address. It stays the same with another password.
    ///
    /// - Throws: `NoRecords` if there is no home folder.
    static func outbox(of address: String, in variables: [String: String]) throws -> String {
        guard let folder = data(variables) else { throw NoRecords() }
        func path(_ address: String) -> String {
            let name = BLAKE2b.digest(Array(address.utf8)).prefix(8)
                .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return "\(folder)/outbox-\(name).db"
        }
        // Former versions named the file by the whole address.
        let (former, own) = (path(address), path(ServerAddress.shown(address)))
        return RecordOptions.isMissing(own) && !RecordOptions.isMissing(former) ? former : own
    }
}

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

    /// Those of a lane, whoever is tested.
    static let ofLane: [any OptionDeclaration] = [correction, examiner, lane, keepSound]
    /// All, for a test of one person.
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
        }
        var records = ExamRecords(
            store: opened.store, author: opened.author,
            signIns: SignIns(
                Accounts.real(opened.store) { [console = environment.console] in
                    Moment(console.date())
                }), person: person?.key,
            circumstances: circumstances, digest: BLAKE2b.digest, picture: QRPicture.rows,
            hearing: opened.hearing)
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
            let digest = BLAKE2b.digest(Array(bytes)).prefix(8)
            return "ear.net "
                + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }
}

// Declared here because the files module does not depend on the exam.
extension FLACRecording: SoundRecording {}
