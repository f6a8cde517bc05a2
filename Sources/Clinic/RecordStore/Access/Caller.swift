/// The person or the program that makes a request, and their rights.
package struct Caller: Sendable, Hashable {
    /// The login of the person or the program; without accounts the user of the machine.
    package let name: String
    /// The role of the account.
    package let role: Role
    /// The permissions that a program's token is limited to; nil for people.
    package let scopes: Set<Permission>?
    /// Whether the person proved their identity in the last minutes; true for programs.
    package let isRecent: Bool

    /// Sets each property from the parameter of its name.
    package init(name: String, role: Role, scopes: Set<Permission>? = nil, isRecent: Bool = true) {
        self.name = name
        self.role = role
        self.scopes = scopes
        self.isRecent = isRecent
    }

    /// Whether the role has the permission, and the token's scopes, if any, include it.
    package func may(_ permission: Permission) -> Bool {
        role.permissions.contains(permission) && scopes?.contains(permission) != false
    }

    /// Whether the person must prove their identity again before they use the permission.
    package func mustConfirm(_ permission: Permission) -> Bool {
        !isRecent && [.erase, .administer].contains(permission)
    }

    /// The caller as the author of a change.
    package func author(because reason: String? = nil) -> Author {
        Author(name, reason: reason)
    }
}

/// The role of an account. Each role may do everything that the roles after it may do.
package enum Role: String, Sendable, Hashable, Codable, CaseIterable {
    /// Manages accounts, and erases.
    case admin
    /// Corrects tests, and exports them.
    case clinician
    /// Conducts tests.
    case `operator`
    /// Reads.
    case viewer

    /// Everything that the role may do.
    package var permissions: Set<Permission> {
        switch self {
        case .admin: Set(Permission.allCases)
        case .clinician: [.readPeople, .readTests, .writePeople, .writeTests, .amend, .export]
        case .operator: [.readPeople, .readTests, .writePeople, .writeTests]
        case .viewer: [.readPeople, .readTests]
        }
    }
}

/// A right that a request needs. The raw values are the scopes of a program's token.
package enum Permission: String, Sendable, Hashable, Codable, CaseIterable {
    /// To search people, and to read a person.
    case readPeople
    /// To read tests with their events, and a person's history.
    case readTests
    /// To add and change people.
    case writePeople
    /// To begin a test, to add its events, and to finish it.
    case writeTests
    /// To change the person, the circumstances or the state of an ended test.
    case amend
    /// To take tests out as a file: CSV, FHIR, DICOM, PDF, JSON Lines.
    case export
    /// To erase a person or a test.
    case erase
    /// To manage accounts, and to read the audit trail.
    case administer
}

/// Finds the caller of a request. Any thread.
package protocol CallerFinding: Sendable {
    /// The caller of a request; nil if the request has no valid session, token or key, which the
    /// server answers with status 401.
    ///
    /// - Parameters:
    ///   - cookie: the header Cookie; nil without one.
    ///   - authorization: the header Authorization ("Bearer …"); nil without one.
    func caller(cookie: String?, authorization: String?) -> Caller?

    /// Adds the refusal of a caller without the permission to the audit trail. The server then
    /// answers with status 403.
    func note(refusalOf permission: Permission, to caller: Caller, for object: RecordID?)
}
