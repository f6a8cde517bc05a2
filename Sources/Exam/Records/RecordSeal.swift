internal import CommandLineKit
internal import Foundation
package import RecordStore
internal import Sealing

/// The keys of this machine that seal the audit trail.
package enum RecordSeal {
    /// The file of the keys: in Aloud's folder of the user's data folder, for all records of the
    /// user. Without a home folder it is next to the records.
    package static func place(beside records: String, _ variables: [String: String]) -> String {
        let folder =
            RecordPlace.data(variables)
            ?? URL(fileURLWithPath: records).deletingLastPathComponent().path
        return folder + "/seal.key"
    }

    /// The keys, made if they are missing; nil, with a warning, if they cannot be read or made: a test
    /// must not wait for that.
    package static func keys(beside records: String, in environment: CommandEnvironment)
        -> AuditKeys?
    {
        do throws(SealingError) {
            return keys(try SealKeys(at: place(beside: records, environment.variables)))
        } catch {
            environment.say("Warning: The audit trail is not sealed. \(error)")
            return nil
        }
    }

    private static func keys(_ keys: SealKeys) -> AuditKeys {
        func key(_ key: SealKeys.Key) -> AuditKeys.Key {
            AuditKeys.Key(name: key.name, bytes: key.bytes)
        }
        return AuditKeys(
            own: key(keys.own), others: keys.others.map(key), lost: keys.lost, code: SealKeys.code)
    }
}
