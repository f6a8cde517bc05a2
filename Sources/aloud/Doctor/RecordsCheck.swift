internal import CommandLineKit
internal import Foundation
internal import Platform
internal import RecordStore

/// The check of the records: of the file, its references and its audit trail.
enum RecordsCheck {
    /// The finding; nil if nothing is kept here.
    static func finding(in environment: CommandEnvironment) -> Finding? {
        guard case .file(let path) = RecordPlace(named: nil, variables: environment.variables)
        else { return nil }
        guard RecordPlace.isAddress(path) || FileManager.default.fileExists(atPath: path) else {
            return .ok("records", "no tests are kept yet; the first one makes '\(path)'")
        }
        do {
            let opened = try OpenRecords(path, in: environment)
            defer { opened.close() }
            let faults = try opened.store.verify()
            guard let first = faults.first else {
                return .ok(
                    "records",
                    "sound; the audit trail ends at \(try opened.store.head())")
            }
            return .error(
                "records",
                "\(faults.count.counting("fault")), the first: \(first) See 'aloud records verify'."
            )
        } catch {
            return .error("records", "\(error)")
        }
    }
}
