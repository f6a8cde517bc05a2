internal import Accounts
internal import Foundation
internal import HTTP
internal import RecordStore

/// The accounts of a clinic, for its admins.
struct AccountDesk {
    let pages: AccountPages
    let request: Request

    func content(_ act: AccountPages.Act) throws -> Reply.Content {
        let author = try admin(isRecent: ![.list, .lane].contains(act))
        switch act {
        case .add: return try add(by: author)
        case .change: return try change(by: author)
        case .addToken: return try addToken(by: author)
        case .requireFactor:
            let wanted: RequiredRoles = try request.json()
            try pages.accounts.requireSecondFactor(of: wanted.roles, by: author)
            return AccountPages.done()
        case .endToken:
            let wanted: KeyReference = try request.json()
            try pages.accounts.end(wanted.id, by: author)
            return AccountPages.done()
        case .lane:
            let wanted: LaneRequest = try request.json()
            guard pages.lane?.rename(wanted.name) == true else {
                throw RecordError.invalid("The name of a lane has 1 to 64 characters.")
            }
            return AccountPages.done()
        case .list: return AccountPages.content(try listed())
        default: throw Refusal.malformed
        }
    }

    private struct LaneRequest: Decodable {
        var name: String
    }

    private struct RequiredRoles: Decodable {
        var roles: Set<Role>
    }

    /// The admin who asks.
    ///
    /// - Parameter isRecent: whether the admin must have proved their identity in the last minutes.
    /// - Throws: `ProofNeeded`, `Refusal.signIn`, or `.notAllowed` for anybody else, with an entry
    ///   in the audit trail.
    private func admin(isRecent: Bool) throws -> Author {
        // A token does not count: only people manage accounts.
        guard
            let caller = pages.signIns.caller(
                cookie: request.headers["cookie"], authorization: nil)
        else { throw Refusal.signIn }
        guard caller.may(.administer) else {
            pages.signIns.note(refusalOf: .administer, to: caller, for: nil)
            throw Refusal.notAllowed
        }
        guard !isRecent || !caller.mustConfirm(.administer) else { throw ProofNeeded() }
        return caller.author()
    }

    private struct KeyReference: Decodable {
        var id: RecordID
    }

    private struct KeyContent: Encodable {
        var id: String
        var kind: AccessKey.Kind
        var label: String
        /// Nil for a token that was never used.
        var used: String?
        var ends: String?
        var scopes: [String]?
    }

    private struct AccountContent: Encodable {
        var id: String
        var login: String
        var name: String?
        var role: Role
        var state: String
        var isDisabled: Bool
        var isProgram: Bool
        var hasFactor: Bool
        var keys: [KeyContent]
    }

    private func listed() throws(RecordError) -> [AccountContent] {
        let now = pages.accounts.now()
        let keys = Dictionary(grouping: try pages.accounts.store.keys(of: nil), by: \.account)
        return try pages.accounts.all().map { account in
            AccountContent(
                id: account.id.text, login: account.login, name: account.name,
                role: account.role, state: account.state(at: now),
                isDisabled: account.isDisabled, isProgram: account.password == nil,
                hasFactor: account.secondFactor != nil,
                keys: (keys[account.id] ?? []).filter {
                    $0.ends.map { now.milliseconds < $0.milliseconds } ?? true
                }.map { key in
                    KeyContent(
                        id: key.id.text, kind: key.kind, label: key.label,
                        used: key.lastUse?.dayAndMinute, ends: key.ends?.dayAndMinute,
                        scopes: key.scopes?.map(\.rawValue).sorted())
                })
        }
    }

    /// A secret that is shown once.
    private struct OneTimeSecret: Encodable {
        var initial: String?
        var token: String?
    }

    private struct NewAccount: Decodable {
        var login: String
        var name: String?
        var role: Role
        var isProgram: Bool?
    }

    private func add(by author: Author) throws -> Reply.Content {
        let wanted: NewAccount = try request.json()
        let name = wanted.name?.trimmingCharacters(in: .whitespaces)
        let added = try pages.accounts.add(
            wanted.login.trimmingCharacters(in: .whitespaces),
            name: name?.isEmpty == true ? nil : name, role: wanted.role,
            hasPassword: wanted.isProgram != true, by: author)
        return AccountPages.content(OneTimeSecret(initial: added.initial))
    }

    private struct Change: Decodable {
        var id: RecordID
        var role: Role?
        var isDisabled: Bool?
        var newPassword: Bool?
        var resetFactor: Bool?
        var remove: Bool?
    }

    private func change(by author: Author) throws -> Reply.Content {
        let wanted: Change = try request.json()
        guard let account = try pages.accounts.all().first(where: { $0.id == wanted.id }) else {
            throw RecordError.notFound
        }
        if let role = wanted.role {
            try pages.accounts.setRole(role, of: account, by: author)
        } else if let isDisabled = wanted.isDisabled {
            try pages.accounts.setDisabled(isDisabled, of: account, by: author)
        } else if wanted.newPassword == true {
            guard account.password != nil else {
                throw RecordError.invalid("A program has tokens and no password.")
            }
            return AccountPages.content(
                OneTimeSecret(initial: try pages.accounts.setPassword(nil, of: account, by: author))
            )
        } else if wanted.resetFactor == true {
            try pages.accounts.removeSecondFactor(of: account, endingKeys: true, by: author)
        } else if wanted.remove == true {
            try pages.accounts.remove(account, by: author)
        } else {
            throw Refusal.malformed
        }
        return AccountPages.done()
    }

    private struct NewToken: Decodable {
        var id: RecordID
        var name: String
        var scopes: Set<Permission>
        var days: Int
    }

    private func addToken(by author: Author) throws -> Reply.Content {
        let wanted: NewToken = try request.json()
        guard let account = try pages.accounts.all().first(where: { $0.id == wanted.id }) else {
            throw RecordError.notFound
        }
        guard (1...3_650).contains(wanted.days) else {
            throw RecordError.invalid("A token lasts 1 to 3650 days.")
        }
        let token = try pages.accounts.addToken(
            named: wanted.name, of: account, scopes: wanted.scopes, days: wanted.days, by: author)
        return AccountPages.content(OneTimeSecret(token: token))
    }
}
