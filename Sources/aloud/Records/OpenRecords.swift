internal import Acuity
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import PostgreSQLRecords
internal import Recognition
internal import RecordLink
internal import RecordStore
internal import Records
internal import SQLiteRecords
internal import Sealing
internal import Synchronization

/// The records while a verb uses them: the file itself, which other verbs then reach through this
/// one, or the connection to the program that has the file.
final class OpenRecords {
    /// The store.
    let store: any RecordKeeping
    /// The user of the program, for the audit trail.
    let author: Author
    /// The model of mishearing that a test assumed.
    let hearing: @Sendable (TestSetup, OptotypeSet) throws -> RecognitionErrorModel
    /// The path of the file.
    let path: String
    private var server: RecordServer?
    private var sender: OutboxSender?

    /// The time that another verb may need to end, seconds.
    private static let patience = 5.0

    /// Opens a file, or connects to the program that has it; tests that a former program left
    /// running are closed as interrupted.
    ///
    /// - Throws: `RecordError`.
    init(_ path: String, in environment: CommandEnvironment) throws {
        let console = environment.console
        author = Author(NSUserName())
        let isShared = RecordPlace.isAddress(path)
        let place = try isShared ? RecordPlace.outbox(of: path, in: environment.variables) : path
        let address = isShared ? path : nil
        let path = try SQLiteRecords.place(of: place)
        self.path = path
        hearing = { setup, optotypes in
            try Self.model(of: setup, for: optotypes, in: console)
        }
        let deadline = ContinuousClock.now + .seconds(Self.patience)
        while true {
            if let file = try Self.file(path, by: console) {
                try Self.close(file, by: author, hearing: hearing, in: console)
                if let address {
                    let shared = Self.shared(address, outbox: file, by: author, in: console)
                    store = shared
                    sender = OutboxSender(shared)
                } else {
                    store = file
                }
                break
            }
            if let sent = try? RecordServer.records(servedAt: Self.socket(of: path)) {
                store = sent
                return
            }
            guard ContinuousClock.now < deadline else { throw RecordError.inUse(path) }
            // The other program is starting or ending.
            Thread.sleep(forTimeInterval: 0.05)
        }
        begin(in: console)
    }

    /// The records of several lanes, after what waits in the outbox was sent.
    private static func shared(
        _ address: String, outbox: any RecordKeeping, by author: Author, in console: Console
    ) -> OutboxRecords {
        let now: @Sendable () -> Moment = { Moment(console.date()) }
        let records = OutboxRecords(
            outbox: outbox,
            shared: PostgreSQLRecords(address, digest: BLAKE2b.digest, now: now),
            sender: author, now: now)
        do throws(RecordError) {
            let count = try records.send()
            if count > 0 {
                console.say("Note: \(count.counting("test")) from the outbox was sent.")
            }
        } catch {
            console.say(
                "Warning: \(error) Tests wait in the outbox of this machine, and are sent later.")
        }
        return records
    }

    /// Opens the file; nil while another program has it.
    private static func file(
        _ path: String, by console: Console
    ) throws(RecordError) -> (any RecordKeeping)? {
        do throws(RecordError) {
            return try SQLiteRecords(
                path, digest: BLAKE2b.digest, now: { Moment(console.date()) })
        } catch {
            guard case .inUse = error else { throw error }
            return nil
        }
    }

    /// Closes the tests that a former program left running.
    private static func close(
        _ store: any RecordKeeping, by author: Author,
        hearing: @escaping InterruptedTest.Hearing, in console: Console
    ) throws {
        let left = try store.closeInterrupted(by: author, hearing: hearing)
        if !left.isEmpty {
            console.say(
                "Note: \(left.count.counting("test")) did not end as it should. The records keep the"
                    + " answers until then; 'aloud records list' shows it as interrupted.")
        }
    }

    /// Lets other verbs in.
    private func begin(in console: Console) {
        let (store, author, hearing) = (store, author, hearing)
        do throws(RecordError) {
            server = try RecordServer(store, at: Self.socket(of: path)) { tests in
                _ = try? store.closeInterrupted(tests, by: author, hearing: hearing)
            }
        } catch {
            console.say(
                "Warning: Other programs cannot use the records while this one runs. \(error)")
        }
    }

    /// Ends the use.
    func close() {
        sender?.stop()
        server?.stop()
        store.close()
    }

    private static func socket(of path: String) -> String { path + "-socket" }

    private static func model(
        of setup: TestSetup, for optotypes: OptotypeSet, in console: Console
    ) throws -> RecognitionErrorModel {
        guard let name = setup.hearing?.name, let assumed = AssumedErrorRate(name) else {
            return .exact
        }
        guard assumed == .file(AssumedErrorRate.measured) else {
            return try assumed.model(for: optotypes)
        }
        return try RecognitionErrorModel(
            measuredFor: optotypes, in: try console.grammars(named: nil))
    }
}

/// Sends the tests of the outbox while the lane is idle, so that they do not wait for the next test.
final class OutboxSender: Sendable {
    private let over = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let isStopped = Mutex(false)

    /// The time between two tries, seconds.
    private static let pause = 30.0

    /// Begins to send.
    ///
    /// - Parameter pause: the time between two tries, seconds.
    init(_ records: OutboxRecords, pause: Double = pause) {
        let thread = Thread { [over, ended] in
            while over.wait(timeout: .now() + pause) == .timedOut {
                // Tests that cannot be sent wait for the next try.
                _ = try? records.sendWhenIdle()
            }
            ended.signal()
        }
        thread.name = "aloud outbox"
        thread.start()
    }

    /// Ends it, after the test that is being sent.
    func stop() {
        let isFirst = isStopped.withLock { stopped in
            defer { stopped = true }
            return !stopped
        }
        guard isFirst else { return }
        over.signal()
        ended.wait()
    }
}
