package import Acuity
internal import CommandLineKit
internal import Foundation
internal import Glibc
internal import Platform
internal import PostgreSQLRecords
internal import Recognition
internal import RecordLink
package import RecordStore
package import Records
internal import SQLiteRecords
internal import Sealing
internal import Synchronization
internal import TrialRecords

/// The records while a verb uses them: either the file itself, which other verbs then reach through
/// this program, or a connection to the program that has the file.
package final class OpenRecords {
    /// The store.
    package let store: any RecordKeeping
    /// The store as people read it: without the results of masked trials.
    package var readers: any RecordKeeping { MaskedRecords(store) }
    /// The user of the program, for the audit trail.
    package let author: Author
    /// The model of mishearing that a test assumed.
    package let hearing: @Sendable (TestSetup, OptotypeSet) throws -> RecognitionErrorModel
    /// The path of the file.
    package let path: String
    private let use: SharedUse
    private let end: @Sendable () -> Void
    /// The folder of temporary records, which `close` removes; nil if the records are permanent.
    private var passing: URL?

    /// The time that another verb may need to end, seconds.
    private static let patience = 5.0

    /// Opens a file, or connects to the program that has it; tests that a former program left
    /// running are closed as interrupted, except those that devices conduct over REST.
    ///
    /// - Throws: `RecordError`.
    ///
    /// - Parameter passing: whether the records are temporary.
    package init(_ path: String, in environment: CommandEnvironment, passing: Bool = false) throws {
        let console = environment.console
        let author = Author(NSUserName())
        let isShared = RecordPlace.isAddress(path)
        if let address = ServerAddress(path) {
            try address.check()
            if address.hasPassword { console.say(ServerAddress.advice) }
        }
        let place = try isShared ? RecordPlace.outbox(of: path, in: environment.variables) : path
        let address = isShared ? path : nil
        let path = try SQLiteRecords.place(of: place)
        let hearing: @Sendable (TestSetup, OptotypeSet) throws -> RecognitionErrorModel = {
            try Self.model(of: $0, for: $1, in: console)
        }
        (self.path, self.author, self.hearing) = (path, author, hearing)
        let keys = passing ? nil : RecordSeal.keys(beside: path, in: environment)
        let use = try SharedUse(path + "-use")
        self.use = use
        let serve: @Sendable (any RecordKeeping) -> JoinedRecords.Opened = { file in
            let lanes = address.map {
                LaneRecords($0, keys, outbox: file, by: author, in: console)
            }
            let shared = lanes?.records
            let sender = shared.map { OutboxSender($0) }
            let store: any RecordKeeping = shared ?? file
            let server = Self.server(of: store, at: path, by: author, hearing: hearing, in: console)
            return JoinedRecords.Opened(store) {
                sender?.stop()
                server?.stop()
                store.close()
            }
        }
        let deadline = ContinuousClock.now + .seconds(Self.patience)
        while true {
            if let file = try Self.file(path, keys, by: console) {
                if use.isAlone {
                    try Self.close(file, by: author, hearing: hearing, in: console)
                }
                let opened = serve(file)
                (store, end) = (opened.records, opened.end)
                return
            }
            let joined: JoinedRecords?
            do {
                joined = try JoinedRecords(servedAt: Self.socket(of: path)) {
                    running throws(RecordError) in
                    guard let file = try Self.file(path, keys, by: console) else { return nil }
                    if use.isAlone {
                        try file.closeLeft(
                            except: running, at: Moment(console.date()), by: author,
                            hearing: hearing)
                    }
                    return serve(file)
                }
            } catch RecordError.busy(let reason) {
                throw RecordError.busy(reason)
            } catch { joined = nil }
            if let joined {
                store = joined
                end = { joined.close() }
                return
            }
            guard ContinuousClock.now < deadline else { throw RecordError.inUse(path) }
            // The other program is starting or ending.
            Thread.sleep(forTimeInterval: 0.05)
        }
    }

    /// Empty temporary records, which `close` removes.
    ///
    /// - Throws: `RecordError`.
    static func empty(in environment: CommandEnvironment) throws -> OpenRecords {
        let parent = FileManager.default.temporaryDirectory
        let folder = parent.appendingPathComponent("aloud-\(UUID().uuidString)")
        guard mkdir(FileName.cString(of: folder.path), 0o700) == 0 else {
            throw NoTemporaryFile(parent.path)
        }
        let opened: OpenRecords
        do {
            opened = try OpenRecords(
                folder.appendingPathComponent("records.db").path, in: environment, passing: true)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        opened.passing = folder
        return opened
    }

    /// Ends the use.
    package func close() {
        end()
        if let passing { try? FileManager.default.removeItem(at: passing) }
    }

    /// Opens the file; nil while another program has it.
    private static func file(
        _ path: String, _ keys: AuditKeys?, by console: Console
    ) throws(RecordError) -> (any RecordKeeping)? {
        do throws(RecordError) {
            return try SQLiteRecords(
                path, digest: BLAKE2b.digest, keys: keys, now: { Moment(console.date()) })
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
        let left = try store.closeLeft(
            at: Moment(console.date()), by: author, hearing: hearing)
        if !left.isEmpty {
            console.say(
                "Note: \(left.count.counting("test")) was interrupted. The records keep its"
                    + " answers; 'aloud records list' shows it as interrupted.")
        }
    }

    /// Serves the records to other verbs; nil, with a warning, if that is not possible.
    private static func server(
        of store: any RecordKeeping, at path: String, by author: Author,
        hearing: @escaping @Sendable (TestSetup, OptotypeSet) throws -> RecognitionErrorModel,
        in console: Console
    ) -> RecordServer? {
        do throws(RecordError) {
            return try RecordServer(store, at: Self.socket(of: path)) { tests in
                _ = try? store.closeLeft(
                    tests, at: Moment(console.date()), by: author, hearing: hearing)
            }
        } catch {
            console.say(
                "Warning: Other programs cannot use the records while this one runs. \(error)")
            return nil
        }
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
