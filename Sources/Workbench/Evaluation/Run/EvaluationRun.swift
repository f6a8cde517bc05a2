package import Audio
internal import CommandLineKit
internal import Platform
package import Recognition
internal import Records
package import Transcripts

/// A run of `aloud-workbench evaluate`: the recordings of a manifest, how they are changed and heard, and
/// where the details go.
package struct EvaluationRun {
    /// The recordings.
    package var manifest: Manifest
    /// Opens a sound file by its path and channel; nil is the mean of the channels.
    package var open: @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource
    /// Makes the resamplers that vary the recordings of a spoken test.
    package var resampler: ResamplerFactory
    /// The channel that is heard of each recording.
    package var channel: Int?
    /// Room, noise and microphone.
    package var degrading: SoundDegrading.Choice
    /// The number of recognisers that listen side by side.
    package var jobs: Int
    /// The file for the hypotheses, before thresholds are applied.
    package var evidence: String?
    /// The file for the table of errors.
    package var errors: String?
    /// The path without ending of the files that sclite reads.
    package var transcripts: String?
    /// Makes the recognisers for letters.
    package var listeners: (LetterChoice) throws -> ListenerSupply
    /// Shows a person a doubt about the manifest.
    package var note: (String) -> Void

    /// Sets each property from the parameter of its name.
    package init(
        manifest: Manifest,
        open: @escaping @Sendable (String, Int?) throws -> any AudioSource,
        resampler: @escaping ResamplerFactory, channel: Int?,
        degrading: SoundDegrading.Choice, jobs: Int, evidence: String?, errors: String?,
        transcripts: String?, listeners: @escaping (LetterChoice) throws -> ListenerSupply,
        note: @escaping (String) -> Void
    ) {
        self.manifest = manifest
        self.open = open
        self.resampler = resampler
        self.channel = channel
        self.degrading = degrading
        self.jobs = jobs
        self.evidence = evidence
        self.errors = errors
        self.transcripts = transcripts
        self.listeners = listeners
        self.note = note
    }
}

/// The outcome of an evaluation.
package struct EvaluationOutcome {
    /// The evaluation as tables for people.
    package var text: String
    /// The evaluation as one JSON object.
    package var json: String
    /// Recordings that could not be heard, and tests that failed: a sentence for each.
    package var failures: [String]
    /// Whether the files with the details were written. An error there leaves the result as it is.
    package var written: Result<Void, any Error>
}

extension EvaluationRun {
    /// Opens the recording of a row.
    var recording: @Sendable (ReferenceRow) -> Recording {
        { [path = manifest.path, open, channel] row in
            Recording(file: row.file(of: path), name: row.path) { try open($0, channel) }
        }
    }

    /// The files that are read in the run.
    private var inputs: Set<FileIdentity> {
        let sounds = [degrading.noise, degrading.room].compactMap(\.self)
        return Set(([manifest.path] + sounds + manifest.files).map(FileIdentity.init))
    }

    /// Opens the files for the details.
    ///
    /// - Throws: `ResultFileError`, also if one of them is read in the run or both are the same.
    func files() throws -> (evidence: ResultFile?, errors: ResultFile?) {
        var used = inputs
        let first = try evidence.map { try ResultFile($0, for: "the evidence", sparing: used) }
        if let evidence { used.insert(FileIdentity(evidence)) }
        return (first, try errors.map { try ResultFile($0, for: "the errors", sparing: used) })
    }

    /// Makes the degradation of each recording.
    ///
    /// - Parameter speakers: the speakers under evaluation, who are left out of the babble.
    func degrade(hearing speakers: some Sequence<String>) throws -> SoundDegrading {
        try SoundDegrading(
            degrading, of: manifest.rows, hearing: Set(speakers), recording: recording
        ) { [open] in try open($0, nil) }
    }

    /// Hears letters, words and noise, speaker by speaker, and counts how well.
    ///
    /// - Parameters:
    ///   - choice: the letters to listen for; recordings of other letters are left out.
    ///   - alone: whether each recording is heard without earlier ones as context.
    package func letters(_ choice: LetterChoice, alone: Bool) throws -> EvaluationOutcome {
        let chosen = manifest.wanted.filter { $0.letters.allSatisfy(choice.letters.contains) }
        guard !chosen.isEmpty else {
            throw EmptySet(path: manifest.path, set: manifest.setNames)
        }
        manifest.doubts(in: chosen).forEach(note)
        let files = try files()
        let transcripts = try transcripts.map { try ScoredTranscripts($0, sparing: inputs) }
        let degrading = try degrade(hearing: chosen.map(\.speaker))
        let sessions = Dictionary(grouping: chosen, by: \.speaker).sorted { $0.key < $1.key }
            .map { speaker, rows in
                ManifestHearing.Session(
                    rows: rows,
                    recordings: rows.map { degrading.applied(to: recording($0), of: speaker) })
            }
        let listeners = try listeners(choice)
        let hearing = ManifestHearing(
            alone: alone, jobs: jobs,
            keepsEvidence: files.evidence != nil || files.errors != nil)
        let result = try hearing.hear(sessions) { RecordingListener(try listeners.make()) }
        // Directions are counted by their letters.
        let heard = choice.pointing.map { optotypes in
            result.heard.map { $0.namingDirections(among: optotypes) }
        }
        let written = Result {
            try transcripts?.write(heard ?? result.heard, thresholds: listeners.thresholds)
            try files.evidence?.write(result.heard.map { $0.jsonText + "\n" }.joined())
            try files.errors?.write(
                ErrorTable(result.heard, thresholds: listeners.thresholds).markdown)
        }
        let evaluation = Evaluation(
            heard ?? result.heard, unread: result.failures.count,
            leftOut: manifest.wanted.count - chosen.count, thresholds: listeners.thresholds,
            listenedFor: choice)
        return EvaluationOutcome(
            text: evaluation.text, json: listeners.json(evaluation), failures: result.failures,
            written: written)
    }
}
