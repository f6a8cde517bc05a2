internal import Audio
internal import CommandLineKit
package import Dialogue
internal import Foundation
package import RecordStore
internal import Records
internal import Trials

/// Keeps a test in the store from its first event on.
///
/// Each event is on the disk before the test continues. If the store fails during the test, the
/// test continues, and each further event tries again to keep the waiting events. If somebody else
/// ends, changes or erases the test meanwhile, all its events are kept as a separate test.
package final class TestKeeper: TestObserver {
    private var records: ExamRecords
    private let console: Console
    private let times: TestTimes
    /// The identifier of the test.
    package private(set) var id: RecordID
    private let began: Moment
    private let sitting: RecordID
    private let setup: TestSetup
    /// The duration before an interruption.
    private let before: Duration
    /// The events in the store, to be copied if a separate test begins.
    private var kept: [StoredEvent] = []
    private var timesAnew = 0
    /// Maximum number of separate tests that begin because others changed the kept one. Without it,
    /// changes by others could cause endless new tests.
    private static let mostAnew = 3
    private var circumstances: Circumstances
    /// Notes the deviations from the protocol of a trial; nil outside of trials.
    private var trial: TrialWatch?
    private var count = 0
    private var waiting: [StoredEvent] = []
    private var result: TestRecord?
    private var isClosed = false
    private var recording: (any SoundRecording)?
    /// The reason that the test is incomplete in the records; nil if it is complete.
    package private(set) var failure: RecordError?

    /// Begins to keep a test.
    ///
    /// - Parameters:
    ///   - before: the duration before an interruption.
    ///   - rules: the protocol of the trial that the test belongs to; nil outside of trials.
    /// - Throws: `RecordError` if it cannot be kept.
    init(
        _ setup: TestSetup, after before: Duration, in records: ExamRecords,
        under rules: TrialProtocol? = nil, console: Console
    ) throws(RecordError) {
        times = TestTimes(console)
        let began = times.began
        self.records = records
        self.console = console
        circumstances = records.circumstances
        trial = TrialWatch(records.circumstances.trial, under: rules)
        recording = records.recording?()
        id = RecordID(at: began)
        var setup = setup
        setup.time = setup.time ?? console.time
        self.setup = setup
        self.before = before
        self.began = began
        sitting = records.sitting ?? RecordID(at: began)
        try begin(by: records.author)
    }

    private func begin(by author: Author) throws(RecordError) {
        var record = TestRecord.empty(setup)
        record.duration = before
        try records.store.begin(
            StoredTest(
                id: id, person: records.person, sitting: sitting, began: began,
                circumstances: circumstances, record: record), by: author)
    }

    /// Begins a separate test with all events so far, after somebody else changed the former one.
    private func beginAnew() throws(RecordError) {
        timesAnew += 1
        let former = id
        id = RecordID(at: times.now)
        if let person = records.person, records.lack(person) {
            // The person was erased while they were tested.
            records.person = nil
        }
        do throws(RecordError) {
            try begin(by: Author(records.author.name, reason: "instead of \(former.text)"))
        } catch {
            id = former
            throw error
        }
        waiting = kept + waiting
        kept = []
        console.say(
            "Warning: Somebody else changed this test in the records. It is kept as a test of its"
                + " own with all its answers.")
    }

    /// Keeps the events of the finished lines of a test that continues. They have the time of its
    /// beginning, so that `ownBeginning` knows them.
    func take(over events: [String]) {
        for text in events {
            trial?.take(recorded: text)
            waiting.append(StoredEvent(number: count, at: began, text: text))
            count += 1
        }
        if let trial { circumstances.trial = trial.visit }
        keep()
    }

    package func observe(_ event: TestEvent) {
        // Without a result in the records the test can resume: `end` closes it as interrupted.
        if case .result(let record) = event, record.end == .interrupted { return }
        let recorded = event.recorded
        trial?.take(recorded)
        if let trial { circumstances.trial = trial.visit }
        if case .result(let record) = event { result = record }
        waiting.append(
            StoredEvent(number: count, at: times.now, text: recorded.jsonText))
        count += 1
        keep()
    }

    /// Notes the level of the sound and of the pauses between words, decibels relative to full
    /// scale. The loudest sound and the quietest pause are kept.
    func hear(level: Double, noise: Double?) {
        var sound = circumstances.sound ?? Circumstances.Sound()
        sound.level = rounded(max(sound.level ?? level, level), places: 1)
        if let noise { sound.noise = rounded(min(sound.noise ?? noise, noise), places: 1) }
        circumstances.sound = sound
    }

    /// The comparison of the finished test with the person's earlier ones; nil while it runs, for a
    /// test without a person, and while the records cannot be read.
    var change: AcuityChange? {
        guard isClosed, let test = try? records.store.test(id) else { return nil }
        return try? records.store.change(of: test)
    }

    /// Whether the sound is kept with the test.
    var keepsSound: Bool { recording != nil }

    /// Adds sound to what is kept.
    func hear(_ chunk: AudioChunk) { recording?.add(chunk) }

    /// Closes the test: as interrupted if it has no result. Its sound follows.
    func end() {
        keep()
        keepSound()
        close()
    }

    /// Keeps the sound, once. It is kept before the result, because a finished test leaves the
    /// outbox of its lane, and later data could not wait there.
    private func keepSound() {
        guard let sound = recording?.end() else { return }
        recording = nil
        do throws(RecordError) {
            try records.store.keep(sound: sound, of: id, by: records.author)
        } catch {
            console.say("Warning: The sound of the test is not kept. \(error)")
        }
    }

    private func close() {
        guard result == nil, !isClosed, failure == nil else { return }
        do throws(RecordError) {
            try records.store.closeInterrupted(
                [id], by: records.author, hearing: records.hearing)
            isClosed = true
        } catch { failure = error }
    }

    /// Keeps the waiting events, and the result.
    private func keepWaiting() throws(RecordError) {
        while let event = waiting.first {
            try records.store.append(event, to: id)
            kept.append(waiting.removeFirst())
        }
        guard let result, !isClosed else { return }
        keepSound()
        do throws(RecordError) {
            try records.store.finish(
                id, as: .finished, with: result, circumstances: circumstances,
                at: times.now, by: records.author)
        } catch .notRunning {
            // The answer to the first try may have been lost.
            let there = try records.store.test(id)
            guard there?.state == .finished, there?.record == result else { throw .notRunning }
        }
        isClosed = true
    }

    private func keep() {
        do throws(RecordError) {
            do throws(RecordError) { try keepWaiting() } catch {
                guard [.gap, .notRunning, .changedOutside, .notFound].contains(error),
                    timesAnew < Self.mostAnew
                else { throw error }
                try beginAnew()
                try keepWaiting()
            }
            if failure != nil { console.say("The records can be written again: nothing is lost.") }
            failure = nil
        } catch {
            if failure == nil {
                console.say(
                    "Warning: \(error) The test continues, and Aloud tries again with each answer.")
            }
            failure = error
        }
    }
}

/// The times of a test. They start with the clock of the machine, and continue with a clock that
/// nobody can set, so that the times of events never go back.
struct TestTimes: Sendable {
    /// The beginning.
    let began: Moment
    private let start: Duration
    private let uptime: @Sendable () -> Duration

    /// The times of a test that begins now.
    init(_ console: Console) {
        began = Moment(console.date())
        uptime = console.uptime
        start = console.uptime()
    }

    /// The time now.
    var now: Moment { began.after(uptime() - start) }
}

/// An error: a test is not in the records, or only a part of it is.
package struct TestNotKept: Error, CustomStringConvertible {
    /// The reason.
    package let reason: RecordError

    /// The fault and the remedy.
    package var description: String {
        "The test is not all in the records. \(reason) Keep its result, which is printed."
    }
}

extension [any TestObserver] {
    /// Lets each printer of events add the comparison of the test that a keeper keeps.
    func compare(with keeper: TestKeeper?) {
        for case let printer as EventPrinter in self { printer.change = { keeper?.change } }
    }
}
