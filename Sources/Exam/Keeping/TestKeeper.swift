internal import Audio
internal import CommandLineKit
package import Dialogue
internal import Foundation
package import RecordStore
internal import Records

/// Keeps a test in the store from its first event on.
///
/// Each event is on the disk before the test goes on. If the store fails in mid-test, the test goes
/// on, and each further event tries again what is not kept yet.
package final class TestKeeper: TestObserver {
    private let records: ExamRecords
    private let console: Console
    private let times: TestTimes
    /// The identifier of the test.
    package let id: RecordID
    private var circumstances: Circumstances
    private var count = 0
    private var waiting: [StoredEvent] = []
    private var result: TestRecord?
    private var isClosed = false
    private var recording: (any SoundRecording)?
    /// The reason that not everything is kept; nil if all is.
    package private(set) var failure: RecordError?

    /// Begins to keep a test.
    ///
    /// - Throws: `RecordError` if it cannot be kept.
    init(_ setup: TestSetup, in records: ExamRecords, console: Console) throws(RecordError) {
        times = TestTimes(console)
        let began = times.began
        self.records = records
        self.console = console
        circumstances = records.circumstances
        recording = records.recording?()
        id = RecordID(at: began)
        var setup = setup
        setup.time = setup.time ?? console.time
        try records.store.begin(
            StoredTest(
                id: id, person: records.person, sitting: records.sitting ?? RecordID(at: began),
                began: began, circumstances: circumstances, record: .empty(setup)),
            by: records.author)
    }

    /// Keeps the events of the finished lines of a test that goes on.
    func take(over events: [String]) {
        for text in events {
            waiting.append(StoredEvent(number: count, at: times.now, text: text))
            count += 1
        }
        keep()
    }

    package func observe(_ event: TestEvent) {
        if case .result(let record) = event { result = record }
        waiting.append(
            StoredEvent(
                number: count, at: times.now, text: event.recorded.jsonText))
        count += 1
        keep()
    }

    /// Notes the level of the sound, and that of the pauses between words, decibels below full
    /// scale: the loudest and the quietest count.
    func hear(level: Double, noise: Double?) {
        var sound = circumstances.sound ?? Circumstances.Sound()
        sound.level = rounded(max(sound.level ?? level, level), places: 1)
        if let noise { sound.noise = rounded(min(sound.noise ?? noise, noise), places: 1) }
        circumstances.sound = sound
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

    /// Keeps the sound, once. It comes before the result: a finished test leaves the outbox of its
    /// lane, and nothing that comes later could wait there.
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

    private func keep() {
        do throws(RecordError) {
            while let event = waiting.first {
                try records.store.append(event, to: id)
                waiting.removeFirst()
            }
            if let result, !isClosed {
                keepSound()
                try records.store.finish(
                    id, as: .finished, with: result, circumstances: circumstances,
                    at: times.now, by: records.author)
                isClosed = true
            }
            if failure != nil { console.say("The records can be written again: nothing is lost.") }
            failure = nil
        } catch {
            if failure == nil {
                console.say(
                    "Warning: \(error) The test goes on, and Aloud tries again with each answer.")
            }
            failure = error
        }
    }
}

/// The times of a test: its beginning by the clock of the machine, and from there on by a clock that
/// nobody sets, so that no event is before the one that came first.
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

/// A test is not in the records, or not all of it.
package struct TestNotKept: Error, CustomStringConvertible {
    /// The reason.
    package let reason: RecordError

    /// The fault and the way out.
    package var description: String {
        "The test is not all in the records. \(reason) Keep its result, which is printed."
    }
}
