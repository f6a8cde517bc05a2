internal import CommandLineKit
internal import Doctor
internal import Exam
internal import Foundation
internal import Glibc
internal import Platform
internal import RecordStore
internal import SQLiteRecords

/// The checks of the records: of the file, its references and its audit trail, of the users who may
/// read it, and of the age of the last backup.
enum RecordsCheck {
    static let records = "records"
    static let access = "records access"
    static let backup = "backup"
    static let outbox = "outbox"
    static let copies = "plain copies"

    /// The age from which a backup is too old if tests came since, days: chosen.
    private static let mostDays = 7
    /// Entries of the trail that are read at a time.
    private static let page = 1_000

    /// The findings; none if nothing is kept here.
    static func findings(in environment: CommandEnvironment) -> [Finding] {
        guard case .file(let path) = place(in: environment) else { return [] }
        let isServer = RecordPlace.isAddress(path)
        guard isServer || !RecordOptions.isMissing(path) else {
            return [.ok(records, "no tests are kept yet; the first one makes '\(path)'")]
        }
        var access = isServer ? [] : [accessFinding(of: path)]
        do {
            let opened = try OpenRecords(path, in: environment)
            defer { opened.close() }
            if isServer { access.append(try outboxFinding(of: opened.store.waitingTests())) }
            access += [copiesFinding(of: opened.path)].compactMap(\.self)
            let faults = try opened.store.verify()
            if let first = faults.first {
                let count = faults.count.counting("fault")
                return access + [
                    .error(records, "\(count), the first: \(first) See 'aloud records verify'.")
                ]
            }
            return access + [
                .ok(records, "sound; the audit trail ends at \(try opened.store.head())"),
                isServer
                    ? .skipped(backup, "the backups of the database server are not known here")
                    : try backupFinding(of: opened.store, at: Moment(environment.date())),
            ]
        } catch {
            return access + [.error(records, "\(error)")]
        }
    }

    /// The maximum number of tests in a finding.
    private static let mostNamed = 10

    /// The tests that wait to be sent to the shared records, and why.
    static func outboxFinding(of waiting: [WaitingTest]) -> Finding {
        guard let first = waiting.first else { return .ok(outbox, "no test waits to be sent") }
        let count =
            waiting.count == 1 ? "1 test waits" : "\(waiting.count) tests wait"
        let named = waiting.prefix(mostNamed).map { test in
            "\(test.id)" + (test.trouble.map { " (\($0))" } ?? "")
        }
        let more = waiting.count > mostNamed ? ", and others" : ""
        return .warning(
            outbox,
            "\(count) to be sent since \(first.ended.dayAndMinute): "
                + named.joined(separator: ", ") + more)
    }

    /// The place of the records by the variable and the configuration file of the verbs that keep
    /// tests.
    static func place(in environment: CommandEnvironment) -> RecordPlace {
        let file = try? environment.console.configurationFile(named: nil)
        for verb in [ServeCommand.verb, TestCommand.verb] {
            let found = try? ConfiguredValues(
                for: verb, typed: [], variables: environment.variables, file: file)
            if let path = found?.values[RecordOptions.file.name]?.texts.last {
                return RecordPlace(named: path, variables: environment.variables)
            }
        }
        return RecordPlace(named: nil, variables: environment.variables)
    }

    /// Whether other users can read or change the file of the records, by its mode and that of its
    /// folder; inode(7).
    static func accessFinding(of path: String) -> Finding {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let copies = PlainCopy.left(besides: path)
        var troubles = ([path, path + "-wal", path + "-journal"] + copies).compactMap {
            path -> String? in
            guard let mode = mode(of: path), mode & 0o066 != 0 else { return nil }
            let act =
                mode & 0o022 == 0 ? "read" : mode & 0o044 == 0 ? "write" : "read and write"
            return "other users can \(act) '\(path)': 'chmod 600 \"\(path)\"'"
        }
        // In a folder such as /tmp nobody can replace the files of others.
        if let mode = mode(of: folder), mode & 0o022 != 0, mode & S_ISVTX == 0 {
            troubles.append(
                "other users can replace files in '\(folder)': 'chmod go-w \"\(folder)\"'")
        }
        return troubles.isEmpty
            ? .ok(access, "no other user can read or change them")
            : .warning(access, troubles.joined(separator: "; "))
    }

    /// Copies without encryption that a program left; nil if there are none.
    static func copiesFinding(of path: String) -> Finding? {
        let left = PlainCopy.left(besides: path)
        guard !left.isEmpty else { return nil }
        return .warning(
            copies,
            "not encrypted: \(left.map { "'\($0)'" }.joined(separator: ", ")); the next start of Aloud"
                + " or the next 'aloud records erase' removes them")
    }

    /// The bits of a file's mode; nil if there is no such file.
    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(FileName.cString(of: path), &status) == 0 ? status.st_mode : nil
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
                // A backup has no entry of itself, so the restore shows that there is one.
                case .backup, .restore: (last, tests) = (entry.at, 0)
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
