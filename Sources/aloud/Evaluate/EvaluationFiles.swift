internal import CommandLineKit
internal import Recognition
internal import Records
internal import Workbench

/// What an evaluation writes beside its result.
struct EvaluationFiles {
    let evidence: ResultFile?
    let errors: ResultFile?

    /// Opens those that the options name.
    ///
    /// - Parameter rows: whose recordings are read, of a manifest at this path.
    /// - Throws: `ResultFileError`, also where one of them is read or both are the same.
    init(_ rows: [ReferenceRow], of manifest: String, _ arguments: ParsedArguments) throws {
        let sounds = try [arguments[EvaluateCommand.noise], arguments[EvaluateCommand.room]]
            .compactMap { $0 }
        var used = Set(
            ([manifest] + sounds + rows.map { $0.file(of: manifest) }).map(FileIdentity.init))
        let evidencePath = try arguments[EvaluateCommand.evidence]
        evidence = try evidencePath.map {
            try ResultFile($0, for: "the evidence", sparing: used)
        }
        if let evidencePath { used.insert(FileIdentity(evidencePath)) }
        errors = try arguments[EvaluateCommand.errors].map {
            try ResultFile($0, for: "the errors", sparing: used)
        }
    }

    /// Whether they tell what answers were made of.
    var needEvidence: Bool { evidence != nil || errors != nil }

    /// Writes what was heard of letters, and which of it was not right.
    ///
    /// - Throws: `ResultFileError`.
    func write(_ heard: [HeardRow], by listeners: ListenerFactory) throws {
        try evidence?.write(heard.map { $0.json.text + "\n" }.joined())
        try errors?.write(
            ErrorTable(heard, thresholds: listeners.thresholds).markdown)
    }
}

/// The manifest of a command line, and which of its recordings are wanted.
struct ManifestRows {
    let path: String
    /// All of them; of those in a set that is talk, that is noted.
    let all: [ReferenceRow]
    /// The sets that were asked for; none for all.
    private let sets: [String]

    /// Reads it.
    ///
    /// - Throws: `ManifestError`; `EmptySet` where a set that was named is not there.
    init(_ arguments: ParsedArguments) throws {
        path = try arguments[EvaluateCommand.manifest]
        sets = try arguments[EvaluateCommand.sets]
        let talks = try arguments[EvaluateCommand.talk]
        var rows = try ReferenceRow.read(path)
        for index in rows.indices { rows[index].isTalk = talks.contains(rows[index].set) }
        for (names, option) in [(sets, "'--set'"), (talks, "'--talk'")] {
            for set in names where !rows.contains(where: { $0.set == set }) {
                throw EmptySet(path: path, set: set, options: option)
            }
        }
        try ReferenceRow.refuseContradictions(in: rows, of: path)
        all = rows
    }

    /// Those of the wanted sets.
    var wanted: [ReferenceRow] { sets.isEmpty ? all : all.filter { sets.contains($0.set) } }

    /// The wanted sets in words for a message; nil for all.
    var setNames: String? { sets.isEmpty ? nil : sets.joined(separator: "', '") }

    /// Opens the recordings that rows name, from the manifest's folder.
    func recordings(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> @Sendable (ReferenceRow) -> Recording {
        let open = try ChannelOption.opening(arguments, in: environment)
        return { [path] row in
            Recording(file: row.file(of: path), name: row.path, open: open)
        }
    }
}
