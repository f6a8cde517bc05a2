package import CommandLineKit
internal import Foundation
internal import Platform
internal import RecordStore
internal import Sealing

/// The options about alerts of confirmed changes.
package enum AlertOptions {
    private static let webhook = Option<String?>(
        "alert-webhook", .text("address"),
        help: "Send an alert of each confirmed change to this address (https), until it is"
            + " accepted. The body is JSON without names, signed by HMAC-SHA256.")
    private static let secret = Option<String?>(
        "alert-secret", .file,
        help: "The file with the secret of that signature, readable by its owner only. It is"
            + " made if it is missing. Default: aloud/alert.secret in the user's data folder.")
    private static let names = Option.flag(
        "alert-names", help: "Add the person's name and the clinic's identifier to alerts.")

    package static let all: [any OptionDeclaration] = [webhook, secret, names]

    /// The sending of alerts from open records; nil without an address.
    ///
    /// - Throws: `Misuse`, `AlertFault`, `SharedSecretFault`.
    package static func sending(
        _ arguments: ParsedArguments, from opened: OpenRecords?, in environment: CommandEnvironment
    ) throws -> AlertSending? {
        guard let address = try arguments[webhook] else {
            for option in [secret.name, names.name] where arguments.wasGiven(option) {
                throw Misuse("'--\(option)' has no effect without '--alert-webhook'.")
            }
            return nil
        }
        guard let opened else { throw Misuse("'--alert-webhook' has no effect without records.") }
        // No secret is made for an address that is refused.
        try AlertWebhook.check(address)
        guard
            let path = try arguments[secret]
                ?? RecordPlace.data(environment.variables).map({ $0 + "/alert.secret" })
        else { throw Misuse("Name the file of the secret with '--alert-secret FILE'.") }
        let shared = try SharedSecret(at: path)
        if shared.isNew {
            environment.say(
                "Made the secret of alerts in '\(FileName.shown(path))'. Give it to their receiver."
            )
        }
        let console = environment.console
        return AlertSending(
            to: try AlertWebhook(address, secret: shared.bytes, isNamed: try arguments[names]),
            from: opened.store, by: Author(opened.author.name), now: { Moment(console.date()) },
            say: { console.say($0) })
    }
}
