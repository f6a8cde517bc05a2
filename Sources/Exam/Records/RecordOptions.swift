package import CommandLineKit
internal import Foundation
internal import Glibc
internal import Platform
package import RecordStore
internal import Sealing

/// The options of every verb that keeps tests or reads kept ones.
package enum RecordOptions {
    package static let file = Option<String?>(
        "records", .file,
        help: "The file of the records, which is made if it is missing, or the address of a"
            + " PostgreSQL database that several lanes share, as"
            + " postgresql://user@host/database; its password goes in ~/.pgpass or the file"
            + " that PGPASSFILE names. Default: that of the variable \(RecordPlace.variable),"
            + " else aloud/records.db in the user's data folder.")
    package static let none = Option.flag("no-records", help: "Keep nothing.")

    package static let all: [any OptionDeclaration] = [file, none]

    /// Opens the records; nil if nothing is to be kept.
    ///
    /// - Throws: `Misuse` if the options exclude each other; `RecordError`.
    package static func open(
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
    package static func open(
        reading arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> OpenRecords {
        try OpenRecords(path(arguments, in: environment), in: environment)
    }

    /// Opens the records for a verb that makes no file: if there is none, an act that only reads
    /// finds empty records.
    ///
    /// - Parameter isNeeded: whether the act makes no sense without a file. An option that names a
    ///   missing file is always an error.
    /// - Throws: `NoRecords` if there is no place for them; `MissingRecords`; `RecordError`.
    package static func open(
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
    package static func isMissing(_ path: String) -> Bool {
        [path, path + "-wal"].allSatisfy { path in
            var status = stat()
            return stat(FileName.cString(of: path), &status) != 0
                && [ENOENT, ENOTDIR].contains(errno)
        }
    }

    /// The file of the records.
    ///
    /// - Throws: `NoRecords` if there is no place for them.
    package static func path(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> String {
        switch RecordPlace(named: try arguments[file], variables: environment.variables) {
        case .file(let path): return path
        case .nowhere, .unknown: throw NoRecords()
        }
    }
}

/// There is no place for records.
package struct NoRecords: Error, CustomStringConvertible {
    package var description: String {
        "There are no records: \(RecordPlace.variable) is 'off', or there is no home folder. Name a"
            + " file with '--records FILE'."
    }
}

/// There is no file of records.
private struct MissingRecords: Error, CustomStringConvertible {
    package let path: String

    package var description: String {
        "There are no records in '\(FileName.shown(path))'. Name their file with '--records FILE';"
            + " the first test makes it."
    }
}

/// The place of the records.
package enum RecordPlace: Equatable {
    /// A file.
    case file(String)
    /// Nothing is kept: the variable says "off".
    case nowhere
    /// There is no home folder.
    case unknown

    /// The environment variable that names the file.
    package static let variable = "ALOUD_RECORDS"

    /// The place that an option or a variable names, else the user's data folder (XDG Base
    /// Directory Specification 0.8).
    package init(named path: String?, variables: [String: String]) {
        if let path = path ?? variables[Self.variable], !path.isEmpty {
            self = path == "off" ? .nowhere : .file(path)
        } else if let data = Self.data(variables) {
            self = .file(data + "/records.db")
        } else {
            self = .unknown
        }
    }

    /// Aloud's folder in the user's data folder; nil if there is no home folder.
    package static func data(_ variables: [String: String]) -> String? {
        func folder(_ path: String?) -> String? {
            path.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        return
            (folder(variables["XDG_DATA_HOME"])
            ?? folder(variables["HOME"]).map { $0 + "/.local/share" }).map { $0 + "/aloud" }
    }

    /// Whether a text is the address of a database and not the path of a file.
    package static func isAddress(_ text: String) -> Bool { ServerAddress(text) != nil }

    /// The file of the outbox for a shared store. A changed password in the address does not change
    /// the file.
    ///
    /// - Throws: `NoRecords` if there is no home folder.
    package static func outbox(of address: String, in variables: [String: String]) throws -> String
    {
        guard let folder = data(variables) else { throw NoRecords() }
        func path(_ address: String) -> String {
            let name = Hexadecimal.text(Array(BLAKE2b.digest(Array(address.utf8)).prefix(8)))
            return "\(folder)/outbox-\(name).db"
        }
        // Former versions used the whole address as the path of the file.
        let (former, own) = (path(address), path(ServerAddress.shown(address)))
        return RecordOptions.isMissing(own) && !RecordOptions.isMissing(former) ? former : own
    }
}

/// The option about the sentences on the next step after a test.
package enum NextStepOption {
    package static let file = Option<String?>(
        "next-steps", .file,
        help: "The file with the sentences about the next step after a test; 'aloud config"
            + " next-steps' prints Aloud's own, which are the default.")

    /// The table of a command line.
    ///
    /// - Throws: `NextStepFault`.
    package static func table(_ arguments: ParsedArguments) throws -> NextStepTable {
        try NextStepTable(at: try arguments[file])
    }
}
