internal import CommandLineKit
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
    func write(_ heard: [HeardRow], by listeners: ListenerMaking) throws {
        try evidence?.write(heard.map { $0.json.text + "\n" }.joined())
        try errors?.write(
            ErrorTable(heard, thresholds: listeners.thresholds).markdown)
    }
}
