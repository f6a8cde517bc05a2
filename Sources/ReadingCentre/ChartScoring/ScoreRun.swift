package import Acuity
package import Audio
internal import CommandLineKit
internal import Foundation
internal import PhoneticMapping
package import Platform
internal import Recognition
internal import Records
internal import Synchronization
package import Transcripts

/// A run of `aloud-workbench score`: recordings are heard, then aligned to their charts and scored.
package struct ScoreRun: Sendable {
    /// The settings of a run.
    package struct Settings: Sendable {
        /// The version of the program.
        package var version: String
        /// Paths of the files and folders that decide how sound is heard: the program, its grammars
        /// and its models.
        package var files: [String]
        /// The set of letters listened for, by its name.
        package var letters: String
        /// The kind of the processor's products: processors of another kind hear a little
        /// differently.
        package var kernel: String
        /// The parts of a profile that decide how sound is heard; empty without a profile.
        package var profile: String
        /// The reading that counts where a letter was read several times.
        package var counted: ReadingCounted
        /// The number of recognisers side by side.
        package var jobs: Int

        /// Sets each property from the parameter of its name.
        package init(
            version: String, files: [String], letters: String, kernel: String,
            profile: String = "",
            counted: ReadingCounted, jobs: Int
        ) {
            self.profile = profile
            self.kernel = kernel
            self.version = version
            self.files = files
            self.letters = letters
            self.counted = counted
            self.jobs = jobs
        }
    }

    /// The reading that counts where a letter was read several times.
    package enum ReadingCounted: String, CaseIterable, Sendable {
        /// The last reading, so that corrections count.
        case last
        /// The first reading.
        case first
    }

    let table: ScoreTable
    let settings: Settings
    let listeners: ListenerSupply
    let hearing: RecognitionErrorModel
    let open: @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource
    let folder: ScoreFolder?

    /// - Parameters:
    ///   - hearing: how often letters are misheard, for the estimate.
    ///   - open: opens a sound file by its path and channel; nil is the mean of the channels.
    ///   - folder: keeps what was heard and the verdicts of people; nil for neither.
    package init(
        _ table: ScoreTable, settings: Settings, listeners: ListenerSupply,
        hearing: RecognitionErrorModel,
        open: @escaping @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource,
        folder: ScoreFolder?
    ) {
        self.table = table
        self.settings = settings
        self.listeners = listeners
        self.hearing = hearing
        self.open = open
        self.folder = folder
    }

    /// A recording as it was heard and aligned.
    struct Aligned: Sendable {
        var recording: ChartRecording
        /// Whether the chart is known: named by the table, or the only one that fits.
        var isChartSure = true
        /// The letters before any verdict of a person.
        var read: ReadChart
        var duration: Double
        var missing: String?
    }

    /// Hears and aligns all recordings, in the order of the table.
    ///
    /// - Parameters:
    ///   - stop: ends the work after the recordings that are being heard.
    ///   - note: called with the number of recordings heard so far, from any thread.
    func align(
        until stop: StopRequest, note: @escaping @Sendable (Int) -> Void
    ) throws -> [Result<Aligned, HearingFailure>] {
        let done = Mutex(0)
        let keyOfHearing = keyOfHearing
        let newListener = { @Sendable in LazyRecordingListener(listeners) }
        return try ConcurrentMap.map(
            table.recordings, jobs: settings.jobs, with: newListener
        ) { recording, listener in
            guard !stop.isRequested else {
                return .failure(HearingFailure(words: "The run was stopped."))
            }
            defer {
                note(
                    done.withLock {
                        $0 += 1
                        return $0
                    })
            }
            do {
                let heard = try heard(recording, by: listener, key: keyOfHearing)
                return .success(aligned(heard, to: recording))
            } catch { return .failure(HearingFailure(words: String(describing: error))) }
        }
    }

    private func aligned(_ heard: HeardChart, to recording: ChartRecording) -> Aligned {
        guard !recording.namesChart else {
            let read = ReadChart(heard, chart: recording.chart, counting: settings.counted)
            return Aligned(
                recording: recording, read: read, duration: heard.duration, missing: heard.missing)
        }
        let best = ReadChart.ofBestChart(heard, counting: settings.counted)
        var recording = recording
        (recording.chartName, recording.chart) = (best.name.rawValue, Chart(best.name))
        return Aligned(
            recording: recording, isChartSure: best.isSure, read: best.read,
            duration: heard.duration, missing: heard.missing)
    }

    /// The scores of recordings that were aligned.
    func scores(
        of aligned: [Result<Aligned, HearingFailure>], with judgements: Judgements
    ) -> [ChartScore] {
        zip(table.recordings, aligned).map { recording, result in
            switch result {
            case .success(let aligned):
                ChartScore(
                    aligned.recording, isChartSure: aligned.isChartSure,
                    judgements.applied(to: aligned.read, of: recording.record),
                    duration: aligned.duration, missing: aligned.missing, hearing: hearing)
            case .failure(let failure): ChartScore(recording, failure: failure.words)
            }
        }
    }

    private var keyOfHearing: Fingerprint {
        var key = Fingerprint()
        key.add(settings.version)
        key.add(settings.letters)
        key.add(settings.kernel)
        key.add(settings.profile)
        key.add("\(listeners.thresholds)")
        for file in settings.files { key.add(fileAt: file) }
        return key
    }

    private func heard(
        _ recording: ChartRecording, by listener: LazyRecordingListener, key: Fingerprint
    ) throws -> HeardChart {
        var key = key
        key.add(recording.file)
        key.add(fileAt: recording.file)
        key.add("\(recording.channel ?? 0) \(recording.examiner ?? 0) \(recording.start)")
        key.add("\(recording.end ?? 0)")
        if let known = folder?.heard(key.text) { return known }
        let open = open
        let isWhole = recording.start == 0 && recording.end == nil
        let sound = Recording(name: recording.record) {
            let source = try open(recording.file, recording.channel)
            return isWhole
                ? source : PartOfSound(of: source, from: recording.start, to: recording.end)
        }
        var heard = HeardChart(
            try listener.listener().hear(sound), at: listeners.thresholds, offset: recording.start)
        if heard.duration == 0 {
            throw HearingFailure(
                words: "\(FileName.shown(recording.file)): there is no sound"
                    + (isWhole ? "." : " between 'start' and 'end'."))
        }
        if let channel = recording.examiner {
            let channels = try ExaminerChannel(
                examiner: open(recording.file, channel).readAll().samples,
                reader: open(recording.file, recording.channel).readAll().samples)
            for index in heard.answers.indices {
                let answer = heard.answers[index]
                heard.answers[index].isExaminer = channels.isExaminer(answer.start, answer.end)
            }
            heard.speech.removeAll { channels.isExaminer($0[0], $0[1]) }
        }
        folder?.keep(heard, as: key.text)
        return heard
    }
}

/// The reason that a recording could not be heard.
struct HearingFailure: Error, CustomStringConvertible {
    /// The reason as a sentence.
    let words: String

    var description: String { words }
}

/// A recogniser that is opened when it is first needed: recordings that were heard before need none.
private final class LazyRecordingListener {
    private let supply: ListenerSupply
    private var made: RecordingListener?

    init(_ supply: ListenerSupply) { self.supply = supply }

    func listener() throws -> RecordingListener {
        if let made { return made }
        let new = RecordingListener(try supply.make())
        made = new
        return new
    }
}

/// The channels of examiner and reader. The one who is louder in their own channel speaks.
private struct ExaminerChannel {
    /// The loudness of each 50 ms as a share of the channel's loudest.
    private let examiner: [Float]
    private let reader: [Float]

    private static let frame = speechRate / 20

    init(examiner: [Float], reader: [Float]) {
        self.examiner = Self.loudness(examiner)
        self.reader = Self.loudness(reader)
    }

    /// Whether the examiner speaks from one time to another, seconds of the recording. The examiner
    /// must be 1.5 times as loud as the reader: chosen, so that sound that leaks equally into both
    /// channels counts as the reader's.
    func isExaminer(_ start: Double, _ end: Double) -> Bool {
        Self.mean(examiner, start, end) > 1.5 * Self.mean(reader, start, end)
    }

    private static func loudness(_ samples: [Float]) -> [Float] {
        let frames = stride(from: 0, to: samples.count, by: frame).map { start in
            let part = samples[start..<min(start + frame, samples.count)]
            return (part.reduce(0) { $0 + $1 * $1 } / Float(part.count)).squareRoot()
        }
        let loudest = max(frames.max() ?? 0, 1e-6)
        return frames.map { $0 / loudest }
    }

    private static func mean(_ frames: [Float], _ start: Double, _ end: Double) -> Float {
        let seconds = Double(frame) / Double(speechRate)
        let first = max(0, Int(start / seconds))
        let last = min(frames.count, max(first + 1, Int(end / seconds)))
        guard first < last else { return 0 }
        return frames[first..<last].reduce(0, +) / Float(last - first)
    }
}

/// The recordings of a table as they were heard, and the results made from them.
package struct ScoreBatch: Sendable {
    private let run: ScoreRun
    private let aligned: [Result<ScoreRun.Aligned, HearingFailure>]

    /// Hears and aligns the recordings of a table.
    ///
    /// - Parameters:
    ///   - note: called with the number of recordings heard so far, from any thread.
    ///   - stop: ends the work after the recordings that are being heard.
    package init(
        _ run: ScoreRun, until stop: StopRequest, note: @escaping @Sendable (Int) -> Void
    ) throws {
        self.run = run
        aligned = try run.align(until: stop, note: note)
    }

    /// Opens a sound of the run by its path and channel.
    var open: @Sendable (_ path: String, _ channel: Int?) throws -> any AudioSource { run.open }

    /// The charts that were heard.
    var charts: [ScoreRun.Aligned] { aligned.compactMap { try? $0.get() } }

    /// A sentence for each recording that could not be heard, with the way out.
    package var failures: [String] {
        zip(run.table.recordings, aligned).compactMap { recording, result -> String? in
            guard case .failure(let failure) = result else { return nil }
            return "The recording '\(recording.record)' could not be heard: \(failure) Correct its"
                + " file or its row, then run the same command again."
        }
    }

    /// The scores, with these verdicts of people.
    func scores(with judgements: Judgements) -> [ChartScore] {
        run.scores(of: aligned, with: judgements)
    }

    /// The verdicts of people in the folder on the sounds of the run.
    func judgements() throws -> Judgements {
        try run.folder?.judgements().on(charts.map(\.recording)) ?? Judgements()
    }

    /// The scores, with the verdicts of people in the folder.
    package func scores() throws -> [ChartScore] { scores(with: try judgements()) }

    /// Writes all results to the folder of the run.
    ///
    /// - Parameters:
    ///   - event: the name of REDCap's event; nil for a project without events.
    ///   - time: the time of the run, for the page.
    /// - Throws: `ResultFileError`, or `DamagedJudgements`.
    package func write(event: String?, time: String) throws {
        guard let folder = run.folder else { return }
        let judgements = try judgements()
        let scores = scores(with: judgements)
        let agreement = ReaderAgreement(judgements, on: charts, hearing: run.hearing)
        try folder.write(scores.csv, to: "scores.csv")
        try folder.write(scores.lettersCSV, to: "letters.csv")
        try folder.write(scores.map { $0.json + "\n" }.joined(), to: "scores.jsonl")
        try folder.write(scores.redcap(event: event), to: "redcap.csv")
        try folder.write(ChartScore.redcapDictionary, to: "redcap-dictionary.csv")
        if let agreement {
            try folder.write(agreement.object.jsonText + "\n", to: "agreement.json")
        } else {
            // One of another table.
            folder.remove("agreement.json")
        }
        let words =
            "Printed by aloud-workbench score, version \(run.settings.version), on \(time). Letters are"
            + " accepted from a confidence of \(fixed(run.listeners.thresholds.accept, 2));"
            + " '\(run.settings.letters)' was listened for; the \(run.settings.counted.rawValue)"
            + " reading of a letter counts."
        try folder.write(
            ScoreReport(scores, words: words, agreement: agreement).html, to: "report.html")
    }
}
