internal import Audio
internal import CommandLineKit
internal import Foundation
internal import Platform
internal import Recognition

/// Hears one session of a run.
struct SessionWorker {
    let run: TranscriptionRun
    /// The index of the session in the run.
    let index: Int
    let session: RecordingSession
    /// The output of the text that all sessions share; nil if there is none.
    let output: OrderedText?

    /// Hears the session and writes its transcripts, unless they exist.
    ///
    /// - Throws: an error of making a recogniser or of writing.
    func work(
        with listener: () throws -> RecordingListener
    ) throws -> TranscriptionRun.Outcome {
        var outcome = TranscriptionRun.Outcome()
        guard case .files(let formats, let store) = run.target else {
            let listener = try listener()
            let isHeard = hear(by: listener, &outcome) { recording in
                switch run.target {
                case .text(let format, _): output?.add(format.text(of: recording), to: index)
                case .utterances: output?.addNow(recording.jsonEnd)
                case .files: break
                }
            }
            if isHeard { output?.complete(index) }
            return outcome
        }
        let names = formats.flatMap { session.results(in: $0) }
        if let name = store.tooLongName(of: session, results: names) {
            refuse(
                "'\(FileName.shown(name))' is too long for the name of a result in"
                    + " '\(store.folder.path)', so the session was not heard. Shorten the name of the"
                    + " recording or the folder.")
            outcome.sessions = 1
            outcome.failed = session.files.count
            return outcome
        }
        let marks: [SessionStore.Mark]
        switch store.state(of: session, results: names) {
        case .done(let record):
            run.meter.skip(record.seconds)
            outcome.skipped = 1
            return outcome
        case .ofOthers(let others):
            refuse(others, store)
            outcome.sessions = 1
            outcome.failed = session.files.count
            return outcome
        case .open(let found): marks = found
        }
        try hear(
            by: try listener(), into: store, formats, marks: marks, results: names, &outcome)
        return outcome
    }

    /// Hears the session and writes its files.
    private func hear(
        by listener: RecordingListener, into store: SessionStore, _ formats: [TranscriptFormat],
        marks: [SessionStore.Mark], results names: [String],
        _ outcome: inout TranscriptionRun.Outcome
    ) throws {
        try store.begin(session)
        var texts: [TranscriptFormat: String] = [:]
        for format in formats where !format.isPerRecording { texts[format] = format.heading }
        var failure: (any Error)?
        let isHeard = hear(by: listener, &outcome) { recording in
            for format in formats {
                let text = format.text(of: recording)
                guard format.isPerRecording else {
                    texts[format]?.append(text)
                    continue
                }
                guard failure == nil else { continue }
                let name = session.result(of: recording.file, in: format)
                do {
                    // A recording that could not be heard has no text grid and no subtitles.
                    if text.isEmpty {
                        store.folder.remove(name)
                    } else {
                        try store.folder.write(text, to: name)
                    }
                } catch { failure = error }
            }
        }
        if let failure { throw failure }
        guard isHeard else { return }
        for (format, text) in texts {
            try store.folder.write(text, to: session.name + "." + format.ending)
        }
        outcome.removed = try store.finish(
            session, marks: marks, seconds: outcome.seconds,
            failures: outcome.failed + outcome.partial, files: names)
    }

    private func refuse(_ others: [String], _ store: SessionStore) {
        let more = others.count > 1 ? " and \((others.count - 1).counting("other"))" : ""
        refuse(
            "its results in '\(store.folder.path)' are also of '\(others[0])'\(more), not given here."
                + " Give all recordings of a folder in one call, with -r or --list; or name another"
                + " --output.")
    }

    private func refuse(_ reason: String) {
        run.meter.clear()
        run.complain("\(session.name): \(reason)")
    }

    /// Hears the recordings one after the other.
    ///
    /// - Returns: false if a request to stop came before the end.
    private func hear(
        by listener: RecordingListener, _ outcome: inout TranscriptionRun.Outcome,
        _ take: (TranscribedRecording) -> Void
    ) -> Bool {
        for (place, file) in session.files.enumerated() {
            do {
                let recording = try hear(file, by: listener, continuing: place > 0)
                if recording.error != nil || output != nil { run.meter.clear() }
                take(recording)
                guard output?.failure == nil else { return false }
                if let error = recording.error { run.complain(error) }
                if recording.error == nil {
                    outcome.whole += 1
                } else if recording.duration == nil {
                    outcome.failed += 1
                } else {
                    outcome.partial += 1
                }
                outcome.seconds += recording.duration ?? 0
            } catch {
                outcome.isStopped = true
                return false
            }
        }
        outcome.sessions = 1
        return true
    }

    /// - Throws: only `WatchedSource.Stopped`.
    private func hear(
        _ file: String, by listener: RecordingListener, continuing: Bool
    ) throws(WatchedSource.Stopped) -> TranscribedRecording {
        let isPipe = session.folder == nil
        let recording = Recording(name: file) { [run] in
            WatchedSource(try run.open(file), stop: isPipe ? nil : run.stop) { run.meter.add($0) }
        }
        var utterances: [TranscribedRecording.Utterance] = []
        let isStreamed = if case .utterances = run.target { true } else { false }
        do {
            let (duration, missing) = try listener.transcribe(
                recording, continuing: continuing, isLive: isStreamed && isPipe
            ) { time, answers in
                let utterance = TranscribedRecording.Utterance(
                    time: time, answers: answers.map(AnswerObject.init))
                guard isStreamed else {
                    utterances.append(utterance)
                    return
                }
                guard !answers.isEmpty else { return }
                run.meter.clear()
                output?.addNow(TranscribedRecording.jsonLine(of: utterance, in: file))
            }
            return TranscribedRecording(
                file: file, duration: duration, utterances: utterances,
                error: missing.map { "\($0)" })
        } catch let error as WatchedSource.Stopped {
            throw error
        } catch {
            // Ctrl-C also ends the program that writes into the pipe.
            if isPipe, run.stop.isRequested { throw WatchedSource.Stopped() }
            return TranscribedRecording(file: file, error: String(describing: error))
        }
    }
}

extension RecordingSession {
    /// Its files of results in a format, as paths from the folder of results.
    func results(in format: TranscriptFormat) -> [String] {
        format.isPerRecording
            ? files.map { result(of: $0, in: format) } : [name + "." + format.ending]
    }

    /// The file of results of one recording.
    func result(of file: String, in format: TranscriptFormat) -> String {
        resultStem(of: file) + "." + format.ending
    }
}

/// A source that counts the sound read from another one, and ends on a request to stop.
final class WatchedSource: RecordedSource {
    /// An error: the request to stop came before the end of the recording.
    struct Stopped: Error {}

    private let source: any AudioSource
    private let stop: StopRequest?
    private let count: (Double) -> Void

    /// - Parameters:
    ///   - stop: nil for a pipe, which ends with the program that writes into it.
    ///   - count: takes the seconds of each piece.
    init(_ source: any AudioSource, stop: StopRequest?, count: @escaping (Double) -> Void) {
        self.source = source
        self.stop = stop
        self.count = count
    }

    func read() throws -> AudioChunk? {
        if stop?.isRequested == true { throw Stopped() }
        let chunk = try source.read()
        if let chunk { count(chunk.duration) }
        return chunk
    }

    private var recorded: (any RecordedSource)? { source as? any RecordedSource }
    var path: String { recorded?.path ?? "" }
    var missingSeconds: Double { recorded?.missingSeconds ?? 0 }
    var damage: (any Error)? { recorded?.damage }
    var isCutOff: Bool { recorded?.isCutOff ?? false }
}
