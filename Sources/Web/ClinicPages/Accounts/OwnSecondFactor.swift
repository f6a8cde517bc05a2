internal import Accounts
internal import HTTP
internal import RecordStore
internal import Synchronization

/// The second factor of a person, which they make, renew and remove.
struct OwnSecondFactor {
    let pages: AccountPages
    let request: Request

    func content(_ act: AccountPages.Act) throws -> Reply.Content {
        let known = try pages.recent(request)
        guard known.account.initialUntil == nil else { throw Refusal.notAllowed }
        // An emergency access rests on the password alone, so it cannot change the second factor.
        guard known.key.emergency == nil else { throw EmergencyLasts() }
        let author = Author(known.account.login)
        switch act {
        case .beginFactor: return begin(known)
        case .addFactor: return try add(to: known, by: author)
        case .renewRecovery:
            return AccountPages.content(
                Recovery(codes: try pages.accounts.renewRecovery(of: known.account, by: author)))
        default:
            let roles = try pages.accounts.rolesWithSecondFactor()
            guard !roles.contains(known.account.role) else {
                throw RecordError.invalid(
                    "Your role needs a second factor. Replace it instead of removing it.")
            }
            try pages.accounts.removeSecondFactor(of: known.account, endingKeys: false, by: author)
            try pages.accounts.endOthers(known, by: author)
            return AccountPages.done()
        }
    }

    /// A secret for the app, as text, as an address, and as the rows of a picture ("0110…").
    private struct Offer: Encodable {
        var secret: String
        var address: String
        var picture: [String]
    }

    private func begin(_ known: KnownKey) -> Reply.Content {
        let secret = OneTimeCode.secret()
        pages.offered.keep(secret, for: known.account.id, at: pages.accounts.now())
        let address = OneTimeCode.address(of: secret, login: known.account.login)
        let rows = pages.picture(address) ?? []
        return AccountPages.content(
            Offer(
                secret: secret, address: address,
                picture: rows.map { $0.map { $0 ? "1" : "0" }.joined() }))
    }

    private struct Wanted: Decodable {
        var code: String
    }

    /// Recovery codes, which are shown once.
    private struct Recovery: Encodable {
        var codes: [String]
    }

    private func add(to known: KnownKey, by author: Author) throws -> Reply.Content {
        let wanted: Wanted = try request.json()
        guard let secret = pages.offered.secret(for: known.account.id, at: pages.accounts.now())
        else {
            throw RecordError.invalid("The picture is too old. Begin again.")
        }
        let added = try pages.accounts.addSecondFactor(
            secret, showing: wanted.code, to: known.account, by: author)
        guard let added else {
            throw RecordError.invalid(
                "This is not the code of the picture. Check that the clock of the app's device is"
                    + " right, and enter the code that it shows now.")
        }
        pages.offered.forget(known.account.id)
        try pages.accounts.endOthers(known, by: author)
        return AccountPages.content(Recovery(codes: added.recovery))
    }
}

/// The second factor cannot be changed during an emergency access.
struct EmergencyLasts: Error {}

/// Secrets of second factors that were shown and wait for their first code.
final class OfferedSecrets: Sendable {
    private struct Offer {
        var secret: String
        var at: Moment
    }

    /// The time for which a secret waits, milliseconds.
    private static let patience: Int64 = 600_000
    private let offers = Mutex<[RecordID: Offer]>([:])

    func keep(_ secret: String, for account: RecordID, at now: Moment) {
        offers.withLock { offers in
            offers = offers.filter { Self.isInTime($0.value, at: now) }
            offers[account] = Offer(secret: secret, at: now)
        }
    }

    func secret(for account: RecordID, at now: Moment) -> String? {
        offers.withLock { offers in
            offers[account].flatMap { Self.isInTime($0, at: now) ? $0.secret : nil }
        }
    }

    func forget(_ account: RecordID) { offers.withLock { $0[account] = nil } }

    private static func isInTime(_ offer: Offer, at now: Moment) -> Bool {
        now.milliseconds - offer.at.milliseconds < patience
    }
}
