internal import Acuity
internal import CommandLineKit
internal import Recognition
internal import Workbench

extension EvaluateCommand {
    /// Hears lines of five letters as tests, recorded or joined from single ones, and talk.
    static func evaluateLines(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        try LineOptions.refuseWithLines(arguments)
        let manifest = try ManifestRows(arguments)
        let joining = try arguments[join].map {
            LineEvaluation.Joining(pause: $0, seed: try arguments[seed])
        }
        let open = try manifest.recordings(arguments, in: environment)
        for doubt in doubts(in: manifest, isJoined: joining != nil) { environment.say(doubt) }
        let lines = try lines(of: manifest, joining, open)
        let files = try EvaluationFiles(manifest.all, of: manifest.path, arguments)
        let degrading = try SoundDegrading(
            manifest.all, hearing: Set(lines.map(\.row.speaker)), open, arguments, in: environment)
        let degraded = lines.map { line in
            LineHearing.Line(
                row: line.row,
                recording: degrading.applied(to: line.recording, of: line.row.speaker))
        }
        let listeners = try HearingOptions.listeners(
            for: LetterChoice(toAnswer: .sloan), arguments, in: environment)
        let result = try LineHearing(jobs: try arguments[jobs]).hear(degraded) {
            try listeners.make()
        }
        for failure in result.failures { environment.complain(failure) }
        // A file that cannot be written does not take the result with it.
        let written = Result { try files.errors?.write(LineTable(result.heard).markdown) }
        let evaluation = LineEvaluation(
            result.heard, unread: result.failures.count, accept: listeners.thresholds.accept,
            joining: joining)
        try tell(evaluation.text, or: evaluation, arguments, in: environment)
        try written.get()
        return result.failures.isEmpty ? .success : .failure
    }

    /// What is doubtful in rows that may have been meant as a line, or as a letter of one.
    private static func doubts(in manifest: ManifestRows, isJoined: Bool) -> [String] {
        let words = isJoined ? 1 : Chart.lettersInLine
        let near = manifest.wanted.filter { row in
            row.transcript.count == words
                || row.transcript.contains { HiddenLetters($0)?.letters.count == words }
        }
        return ReferenceRow.doubts(in: near, of: manifest.path)
    }

    /// The lines that are heard, recorded or joined, and talk.
    ///
    /// - Throws: `NoLines`, or `TooFewLetters`.
    private static func lines(
        of manifest: ManifestRows, _ joining: LineEvaluation.Joining?,
        _ open: @escaping @Sendable (ReferenceRow) -> Recording
    ) throws -> [LineHearing.Line] {
        guard let joining else {
            let lines = manifest.wanted.filter { $0.isLine || $0.isTalk }
            guard !lines.isEmpty else { throw NoLines(path: manifest.path, set: manifest.setNames) }
            return lines.map { LineHearing.Line(row: $0, recording: open($0)) }
        }
        let joined = JoinedLine.draw(from: manifest.wanted, seed: joining.seed)
        guard !joined.isEmpty else {
            throw TooFewLetters(path: manifest.path, set: manifest.setNames)
        }
        return joined.map { line in
            LineHearing.Line(
                row: line.row, recording: line.recording(pause: joining.pause, open))
        } + manifest.wanted.filter(\.isTalk).map { LineHearing.Line(row: $0, recording: open($0)) }
    }
}
