internal import CommandLineKit
internal import Foundation
internal import Platform
internal import RecordStore

/// The checks of the records: of the file, its references and its audit trail, and of the age of the
/// last backup.
enum RecordsCheck {
    static let records = "records"
    static let backup = "backup"

    /// The age from which a backup is too old if tests came since, days: chosen.
    private static let mostDays = 7
    /// Entries of the trail that are read at a time.
    private static let page = 1_000

    /// The findings; none if nothing is kept here.
    static func findings(in environment: CommandEnvironment) -> [Finding] {
        guard case .file(let path) = RecordPlace(named: nil, variables: environment.variables)
        else { return [] }
        let isServer = RecordPlace.isAddress(path)
        guard isServer || FileManager.default.fileExists(atPath: path) else {
            return [.ok(records, "no tests are kept yet; the first one makes '\(path)'")]
        }
        do {
            let opened = try OpenRecords(path, in: environment)
            defer { opened.close() }
            let faults = try opened.store.verify()
            if let first = faults.first {
                let count = faults.count.counting("fault")
                return [
                    .error(records, "\(count), the first: \(first) See 'aloud records verify'.")
                ]
            }
            return [
                .ok(records, "sound; the audit trail ends at \(try opened.store.head())"),
                isServer
                    ? .skipped(backup, "the backups of the database server are not known here")
                    : try backupFinding(of: opened.store, at: Moment(environment.date())),
            ]
        } catch {
            return [.error(records, "\(error)")]
        }
    }

    /// The age of the last backup by the audit trail, and the tests since.
    static func backupFinding(
        of store: any RecordKeeping, at now: Moment
    ) throws(RecordError) -> Finding {
        var last: Moment?
        var (tests, number) = (0, 0)
        while case let entries = try store.trail(after: number, limit: page), !entries.isEmpty {
            for entry in entries {
                switch entry.action {
                case .backup: (last, tests) = (entry.at, 0)
                case .begin, .add: tests += 1
                default: break
                }
            }
            number = entries[entries.count - 1].number
        }
        let since = tests == 0 ? "no test came since" : "\(tests.counting("test")) came since"
        let advice = "write one with 'aloud records backup FILE'"
        guard let last else {
            return tests == 0
                ? .ok(backup, "none is needed yet: no tests are kept")
                : .warning(backup, "there never was one for \(tests.counting("test")): \(advice)")
        }
        let days = Int((now.milliseconds - last.milliseconds) / 86_400_000)
        let words = "the last one is of \(last.day), \(since)"
        return tests > 0 && days >= mostDays
            ? .warning(backup, "\(words): \(advice)") : .ok(backup, words)
    }
}
