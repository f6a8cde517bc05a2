internal import Accounts
internal import HTTP
internal import RecordStore

// The state of the page of accounts: the person who has signed in, and the next required step.

extension AccountPages {
    /// The state of the page.
    private struct StateContent: Encodable {
        /// Whether people have to sign in.
        var isClosed: Bool
        /// Whether the request is from the user of this machine, who may make the first account.
        var isHome: Bool
        /// The person who has signed in; nil for nobody.
        var account: PersonContent?
        /// The latest emergencies, for an admin.
        var emergencies: [EmergencyContent]
        /// The roles that need a second factor, for an admin.
        var factorRoles: [Role]
        /// The name of the lane, and whether other devices reach it, for an admin.
        var lane: String?
        var isListening: Bool?
    }

    private struct PersonContent: Encodable {
        var login: String
        var name: String?
        var role: Role
        var mustChoose: Bool
        var emergency: String?
        var ends: String?
        /// Whether the account has a second factor.
        var hasFactor: Bool
        /// Whether the person must set up a second factor before anything else.
        var mustMakeFactor: Bool
        /// The number of recovery codes that are left.
        var recoveryLeft: Int
    }

    private struct EmergencyContent: Encodable {
        var at: String
        var by: String
        var reason: String?
    }

    func state(_ request: Request) throws(RecordError) -> Reply.Content {
        let isClosed = signIns.areRequired
        let known = isClosed ? signIns.session(cookie: request.headers["cookie"]) : nil
        var content = StateContent(
            isClosed: isClosed, isHome: !isClosed && isHome(request),
            account: known.map(person), emergencies: [], factorRoles: [])
        if let person = content.account, person.role == .admin, !person.mustChoose,
            !person.mustMakeFactor
        {
            content.emergencies = try signIns.accounts.emergencies().map {
                EmergencyContent(
                    at: $0.at.dayAndMinute, by: $0.author.name, reason: $0.author.reason)
            }
            content.lane = lane?.name()
            content.isListening = lane?.isListening
            let roles = try signIns.accounts.rolesWithSecondFactor()
            content.factorRoles = Role.allCases.filter(roles.contains)
        }
        return Self.content(content)
    }

    private func person(_ known: KnownKey) -> PersonContent {
        let account = known.account
        return PersonContent(
            login: account.login, name: account.name, role: account.role,
            mustChoose: account.initialUntil != nil, emergency: known.key.emergency,
            ends: known.key.ends?.dayAndMinute, hasFactor: account.secondFactor != nil,
            mustMakeFactor: signIns.needsSecondFactor(account),
            recoveryLeft: account.secondFactor?.recovery.count ?? 0)
    }
}
