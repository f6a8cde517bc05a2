internal import CommandLineKit
internal import Recognition
internal import Workbench

extension EvaluateCommand {
    /// Hears letters, words and noise, speaker by speaker, and counts how well.
    static func evaluateLetters(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        try LineOptions.refuseWithoutLines(arguments)
        let choice = try arguments[letters]
        let manifest = try ManifestRows(arguments)
        let wanted = manifest.wanted
        let chosen = wanted.filter { $0.letters.allSatisfy(choice.letters.contains) }
        guard !chosen.isEmpty else {
            throw EmptySet(path: manifest.path, set: manifest.setNames)
        }
        for doubt in ReferenceRow.doubts(in: chosen, of: manifest.path) { environment.say(doubt) }
        let files = try EvaluationFiles(manifest.all, of: manifest.path, arguments)
        let sessions = try sessions(of: chosen, manifest, arguments, in: environment)
        let listeners = try HearingOptions.listeners(for: choice, arguments, in: environment)
        let hearing = ManifestHearing(
            alone: try arguments[alone], jobs: try arguments[jobs],
            keepsEvidence: files.needEvidence)
        let result = try hearing.hear(sessions) { RecordingListener(try listeners.make()) }
        for failure in result.failures { environment.complain(failure) }
        // A file that cannot be written does not take the result with it.
        let written = Result { try files.write(result.heard, by: listeners) }
        let leftOut = wanted.count - chosen.count
        let evaluation = evaluation(
            of: result, leftOut: leftOut, for: choice, thresholds: listeners.thresholds)
        try tell(evaluation.text, or: evaluation.json, arguments, in: environment)
        try written.get()
        return result.failures.isEmpty ? .success : .failure
    }

    /// What is to be heard of each speaker, in the order of their names, with the noise and the room that
    /// the options ask for.
    private static func sessions(
        of rows: [ReferenceRow], _ manifest: ManifestRows, _ arguments: ParsedArguments,
        in environment: CommandEnvironment
    ) throws -> [ManifestHearing.Session] {
        let open = try manifest.recordings(arguments, in: environment)
        let degrading = try SoundDegrading(
            manifest.all, hearing: Set(rows.map(\.speaker)), open, arguments, in: environment)
        return Dictionary(grouping: rows, by: \.speaker).sorted { $0.key < $1.key }
            .map { speaker, theirs in
                ManifestHearing.Session(
                    rows: theirs,
                    recordings: theirs.map { degrading.applied(to: open($0), of: speaker) })
            }
    }

    /// What was heard, compared with what was said; directions are counted as the letters that stand for
    /// them.
    private static func evaluation(
        of result: ManifestHearing.Result, leftOut: Int, for choice: LetterChoice,
        thresholds: HearingThresholds
    ) -> Evaluation {
        var heard = result.heard
        if let optotypes = choice.pointing {
            heard = heard.map { $0.namingDirections(among: optotypes) }
        }
        return Evaluation(
            heard, unread: result.failures.count, leftOut: leftOut, thresholds: thresholds,
            listenedFor: choice)
    }
}
