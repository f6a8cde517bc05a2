package import Acuity
internal import Contrast
package import Records
internal import Trials

/// Makes the record of a test that was interrupted from its events.
package struct InterruptedTest {
    /// The model of mishearing that a test assumed.
    package typealias Hearing = (TestSetup, OptotypeSet) throws -> RecognitionErrorModel

    /// A lane has abandoned its test if the last event is older than this, milliseconds. Chosen:
    /// nobody reads a letter for an hour, and an interrupted test does not resume after that.
    static let longestSilence: Int64 = 60 * 60_000

    private let test: StoredTest
    private let events: [StoredEvent]
    private let hearing: Hearing

    /// A test with the events that were kept.
    ///
    /// - Parameter hearing: called for the estimate; an error leaves the estimate out.
    package init(_ test: StoredTest, events: [StoredEvent], hearing: @escaping Hearing) {
        self.test = test
        self.events = events
        self.hearing = hearing
    }

    /// The time of the last event; the beginning if the clock was set back to before it.
    package var ended: Moment { max(events.last?.at ?? test.began, test.began) }

    /// The result, if the test had it and the program stopped before it could close the test.
    package var result: TestRecord? {
        guard let last = events.last else { return nil }
        var reader = EventReader()
        return (try? reader.read(last.text))?.result
    }

    /// The circumstances with the deviations that the events show; nil outside of trials, where the
    /// circumstances are unchanged.
    ///
    /// - Parameter rules: the protocol of the trial; nil if it cannot be read.
    func circumstances(under rules: TrialProtocol?) -> Circumstances? {
        var circumstances = test.circumstances
        guard var watch = TrialWatch(circumstances.trial, under: rules) else { return nil }
        for event in events { watch.take(recorded: event.text) }
        if result == nil { watch.takeInterruption() }
        circumstances.trial = watch.visit
        return circumstances
    }

    /// The record: the score of the lines that were finished, and the estimate from their letters.
    ///
    /// An event that this version does not understand ends the reading; what came before counts.
    package var record: TestRecord {
        var reader = EventReader()
        for event in events {
            do { _ = try reader.read(event.text) } catch { break }
        }
        let time = ended.milliseconds - test.ownBeginning(events).milliseconds
        var record = TestRecord(
            setup: test.record.setup,
            score: AcuityScore(
                logMAR: nil, lettersRight: reader.read.reduce(0) { $0 + $1.right },
                lettersCredited: 0, lines: reader.read, end: nil,
                remarks: reader.read.isEmpty ? [] : [.stoppedEarly]),
            lettersAskedAgain: reader.lettersAskedAgain,
            // A test that resumed began with the duration before the break.
            duration: test.record.duration + .milliseconds(max(0, time)),
            end: .interrupted, overrides: reader.overrides, soundsMissing: reader.soundsMissing)
        guard let shown = reader.read.first?.presentation.optotypes else { return record }
        let model = try? hearing(record.setup, shown)
        let recorded = RecordedTest(
            reading: reader.read, redrawn: reader.redrawn, result: record)
        guard let procedure = try? recorded.replayed(hearing: model ?? .exact) else {
            return record
        }
        if let choice = record.setup.contrastProcedure {
            record.score = procedure.score
            record.contrast = model.map {
                ContrastResult(of: choice, procedure, hearing: $0.of(reader.warmUp.person))
            }
            return record
        }
        // Without the model that was assumed there is no estimate to rely on.
        let estimate = model.map { procedure.estimate(hearing: $0.of(reader.warmUp.person)) }
        record.score = procedure.score.beside(estimate)
        record.estimate = estimate.map { RecordedEstimate($0) }
        return record
    }
}

extension StoredTest {
    /// The time from which the duration of a test counts: its first letters. Those of lines that it
    /// took over from before a break do not count; if there are no others, it is the last event.
    ///
    /// - Parameter events: all of the test. Those that were taken over have the time of its
    ///   beginning, when it cannot have finished a line of its own.
    package func ownBeginning(_ events: [StoredEvent]) -> Moment {
        var reader = EventReader()
        var (own, lines): (Moment?, Int) = (nil, 0)
        for event in events {
            do { _ = try reader.read(event.text) } catch { break }
            if own == nil, reader.isShowing { own = event.at }
            guard reader.read.count > lines else { continue }
            lines = reader.read.count
            if event.at <= began { own = nil }
        }
        return own ?? (lines > 0 ? max(events.last?.at ?? began, began) : began)
    }
}

extension RecordKeeping {
    /// Closes a running test that its lane has abandoned: with its result if it has one, otherwise
    /// as interrupted.
    ///
    /// - Parameters:
    ///   - now: the time; the last event must be an hour or more away from it.
    ///   - hearing: the model of mishearing that the test assumed.
    /// - Throws: `RecordError.notFound`, `.notRunning`, `.invalid` for a test that may still run.
    package func closeAbandoned(
        _ id: RecordID, at now: Moment, by author: Author,
        hearing: @escaping InterruptedTest.Hearing
    ) throws(RecordError) {
        guard let test = try test(id) else { throw .notFound }
        guard test.state == .running else { throw .notRunning }
        guard try isAbandoned(test, at: now) else {
            throw .invalid(
                "The test may still run: its last event is less than 60 minutes away. End it at its"
                    + " lane, or close it later.")
        }
        try closeInterrupted([id], by: author, hearing: hearing)
    }

    /// Whether the last event of a running test is an hour or more away from a time.
    private func isAbandoned(_ test: StoredTest, at now: Moment) throws(RecordError) -> Bool {
        let last = try events(of: test.id).last?.at ?? test.began
        return abs(now.milliseconds - last.milliseconds) >= InterruptedTest.longestSilence
    }

    /// Closes the tests that a program left running when it ended. A test that a device conducts over
    /// REST continues with the next program, unless its last event is an hour or more away.
    ///
    /// - Parameters:
    ///   - ids: the tests; nil for all that run.
    ///   - others: tests that are left as they are.
    ///   - now: the time.
    ///   - hearing: the model of mishearing that a test assumed.
    /// - Returns: the tests that were interrupted.
    @discardableResult package func closeLeft(
        _ ids: [RecordID]? = nil, except others: Set<RecordID> = [], at now: Moment,
        by author: Author, hearing: @escaping InterruptedTest.Hearing
    ) throws(RecordError) -> [StoredTest] {
        var others = others
        for test in try running(ids) {
            let origin = try origin(of: test.id)
            guard origin?.reason == Author.overInterface, try !isAbandoned(test, at: now) else {
                continue
            }
            others.insert(test.id)
        }
        return try closeInterrupted(ids, except: others, by: author, hearing: hearing)
    }

    /// Closes tests that were left running: with their result where they had it, otherwise as
    /// interrupted, with the record rebuilt from their events. One that had ended before stays as it
    /// is.
    ///
    /// - Parameters:
    ///   - ids: the tests; nil for all that run, which no program may still be conducting.
    ///   - others: tests that are left as they are.
    ///   - hearing: the model of mishearing that a test assumed.
    /// - Returns: the tests that were interrupted.
    @discardableResult package func closeInterrupted(
        _ ids: [RecordID]? = nil, except others: Set<RecordID> = [], by author: Author,
        hearing: @escaping InterruptedTest.Hearing
    ) throws(RecordError) -> [StoredTest] {
        var closed: [StoredTest] = []
        for test in try running(ids) where !others.contains(test.id) {
            let left = InterruptedTest(test, events: try events(of: test.id), hearing: hearing)
            let result = left.result
            do throws(RecordError) {
                try finish(
                    test.id, as: result == nil ? .interrupted : .finished,
                    with: result ?? left.record,
                    circumstances: left.circumstances(under: rules(of: test)), at: left.ended,
                    by: author)
            } catch {
                // The test is not sealed again; `verify` names it.
                guard error == .changedOutside else { throw error }
                continue
            }
            if result == nil, let kept = try self.test(test.id) { closed.append(kept) }
        }
        return closed
    }

    /// The protocol of the trial of a test; nil outside of trials, and if it cannot be read.
    private func rules(of test: StoredTest) -> TrialProtocol? {
        guard let visit = test.circumstances.trial,
            let study = StudyBook(try? setting(StudyBook.setting))?[visit.study]
        else { return nil }
        return study.protocols.last { $0.digest == visit.digest }?.protocol
    }

    /// The tests that run, of some or of all. Those of an outbox are found by their keys while the
    /// shared store cannot be reached.
    private func running(_ ids: [RecordID]?) throws(RecordError) -> [StoredTest] {
        guard let ids else { return try tests(TestQuery(states: [.running], limit: .max)) }
        var found: [StoredTest] = []
        for id in ids {
            if let test = try test(id), test.state == .running { found.append(test) }
        }
        return found
    }
}
