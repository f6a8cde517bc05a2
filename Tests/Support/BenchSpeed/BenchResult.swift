internal import Audio
internal import CommandLineKit
internal import Evaluation
internal import Platform
internal import Records

/// The measurements of a bench run.
struct BenchResult {
    var sessions: Int
    var recordings: Int
    var isSynthetic: Bool
    /// The time to load grammar, dictionary, decoder and mapper, seconds.
    var ready: Double
    /// The time from the start of the process until then, seconds.
    var readySinceStart: Double?
    /// The most memory held until all was heard, bytes.
    var peakBytes: Int?
    var speed: TranscriptionSpeed
    /// Processor time of the whole process until all was heard, without the making of synthetic
    /// speech, seconds.
    var processProcessor: Double
    /// Nil where it was skipped.
    var live: LiveLatency?

    /// Sets each property from the parameter of its name.
    init(
        sessions: Int, recordings: Int, isSynthetic: Bool, ready: Double,
        readySinceStart: Double? = nil, peakBytes: Int? = nil, speed: TranscriptionSpeed,
        processProcessor: Double, live: LiveLatency? = nil
    ) {
        self.sessions = sessions
        self.recordings = recordings
        self.isSynthetic = isSynthetic
        self.ready = ready
        self.readySinceStart = readySinceStart
        self.peakBytes = peakBytes
        self.speed = speed
        self.processProcessor = processProcessor
        self.live = live
    }

    /// Seconds of sound in a second of processor time of the whole process.
    private var processTimesRealTime: Double { speed.sound / processProcessor }
}

extension BenchResult: Encodable {
    /// Writes one object for programs; times in seconds.
    func encode(to encoder: any Encoder) throws {
        try encoder.write([
            "recordings": recordings, "sessions": sessions, "synthetic": isSynthetic,
            "seconds": rounded(speed.sound), "speechSeconds": rounded(speed.speech),
            "ready": rounded(ready), "readySinceStart": rounded(readySinceStart),
            "peakMemoryBytes": peakBytes, "processorSeconds": rounded(speed.processor),
            "timesRealTime": orNull(rounded(speed.timesRealTime)),
            "programProcessorSeconds": rounded(processProcessor),
            "programTimesRealTime": orNull(rounded(processTimesRealTime)),
            "letters": speed.tally.said > 0 ? speed.tally : nil, "live": live,
            "unread": speed.failures.count,
        ])
    }
}

extension LiveLatency: Encodable {
    /// Writes the seconds from the end of a letter to its acceptance, and how many there were.
    func encode(to encoder: any Encoder) throws {
        try encoder.write([
            "accepted": seconds.count, "notAccepted": notAccepted, "different": different,
            "added": added, "median": rounded(quantile(0.5)), "p90": rounded(quantile(0.9)),
            "p95": rounded(quantile(0.95)), "worst": rounded(quantile(1)),
            "busyShare": rounded(busyShare), "overruns": losses.overruns,
            "droppedSeconds": rounded(losses.droppedSeconds),
        ])
    }
}

extension BenchResult {
    /// A table for people.
    var text: String {
        let share = speed.sound > 0 ? 100 * speed.speech / speed.sound : 0
        var rows = [
            (
                "measured on",
                "\(recordings.counting("recording")) of \(sessions.counting("voice"))"
                    + (isSynthetic ? ", made by a synthesiser" : "")
                    + ", \(fixed(speed.sound, 0)) s, \(fixed(share, 0)) % of it speech", ""
            ),
            (
                "decoder ready",
                "\(milliseconds(ready)) ms"
                    + (readySinceStart.map { ", \(milliseconds($0)) ms after the program's start" }
                        ?? ""),
                "under 100 ms"
            ),
            (
                "memory", peakBytes.map { "\(fixed(Double($0) / 1e6, 0)) MB at its peak" } ?? "?",
                "under 100 MB"
            ),
            (
                "transcription",
                "\(fixed(speed.timesRealTime, 0)) x real time"
                    + " (\(fixed(speed.processor, 2)) s of processor time)",
                "100 x"
            ),
            (
                "whole program",
                "\(fixed(processTimesRealTime, 0)) x real time"
                    + " (\(fixed(processProcessor, 2)) s of processor time)", ""
            ),
        ]
        if speed.tally.said > 0 {
            rows.append(
                (
                    "letters right",
                    "\(speed.tally.right) of \(speed.tally.said)"
                        + " (\(speed.tally.percent(speed.tally.right)) %),"
                        + " \(speed.tally.wrong + speed.tally.inserted) wrong or too many,"
                        + " \(speed.tally.unclear) unclear", ""
                ))
        }
        if let live { rows += self.rows(of: live) }
        var table = TextTable(columnsFromLeft: 3)
        for (name, value, goal) in rows {
            table.add([name, value, goal.isEmpty ? "" : "goal: " + goal])
        }
        return table.lines.map { $0 + "\n" }.joined()
    }

    private func rows(of live: LiveLatency) -> [(String, String, String)] {
        var rows: [(String, String, String)] = []
        if let median = live.quantile(0.5), let most = live.quantile(0.9),
            let nearlyAll = live.quantile(0.95),
            let worst = live.quantile(1)
        {
            rows = [
                ("live, median", "\(milliseconds(median)) ms", "at most 400 ms"),
                ("live, 90 %", "\(milliseconds(most)) ms or less", ""),
                ("live, 95 %", "\(milliseconds(nearlyAll)) ms or less", ""),
                ("live, worst", "\(milliseconds(worst)) ms", ""),
            ]
        }
        if let busy = live.busyShare {
            rows.append(
                (
                    "live, processor", "\(percent(busy, 1)) of one core",
                    "at most 25 %"
                ))
        }
        rows.append(
            (
                "live, letters",
                "\(live.seconds.count) accepted, \(live.different) of them as another letter than"
                    + " offline; \(live.added) heard live only, \(live.notAccepted) offline only",
                ""
            ))
        if live.losses.overruns > 0 || live.losses.droppedSeconds > 0 {
            rows.append(
                (
                    "live, lost",
                    "\(live.losses.overruns.counting("overrun")),"
                        + " \(fixed(live.losses.droppedSeconds, 2)) s thrown away", ""
                ))
        }
        return rows
    }

    private func milliseconds(_ seconds: Double) -> String { fixed(seconds * 1000, 0) }
}
