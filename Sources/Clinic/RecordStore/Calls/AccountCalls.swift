// The calls that are about accounts, their keys, and the settings that all lanes share.

extension RecordKeeping {
    /// All accounts, sorted by login.
    package func accounts() throws(RecordError) -> [Account] { try carryOut(ReadAccounts()) }
}

/// The call of `accounts()`.
package struct ReadAccounts: AwaitedCall {
    package typealias Answer = [Account]
}

extension RecordKeeping {
    /// Adds an account (version 0), or changes one if its version equals the store's.
    ///
    /// - Parameters:
    ///   - endingKeys: whether all its sessions and tokens end with the change.
    ///   - action: the entry of the audit trail.
    /// - Returns: the account with the new version.
    /// - Throws: `RecordError.stale`, `.taken` if another account has the login, `.invalid`.
    package func save(
        _ account: Account, endingKeys: Bool, as action: AuditAction, by author: Author
    ) throws(RecordError) -> Account {
        try carryOut(
            SaveAccount(account: account, endingKeys: endingKeys, action: action, author: author))
    }
}

/// The call of `save(_:endingKeys:as:by:)`.
package struct SaveAccount: AwaitedCall {
    package typealias Answer = Account
    package let account: Account
    package let endingKeys: Bool
    package let action: AuditAction
    package let author: Author
}

extension RecordKeeping {
    /// Removes an account with its keys.
    ///
    /// - Throws: `RecordError.notFound`.
    package func remove(account: RecordID, by author: Author) throws(RecordError) {
        try carryOut(RemoveAccount(account: account, author: author))
    }
}

/// The call of `remove(account:by:)`.
package struct RemoveAccount: AwaitedCall {
    package let account: RecordID
    package let author: Author
}

extension RecordKeeping {
    /// A setting that all lanes share; nil if it was never set.
    package func setting(_ name: String) throws(RecordError) -> String? {
        try carryOut(ReadSetting(setting: name))
    }
}

/// The call of `setting(_:)`.
package struct ReadSetting: AwaitedCall {
    package typealias Answer = String?
    package let setting: String
}

extension RecordKeeping {
    /// Changes a setting.
    ///
    /// - Throws: `RecordError.stale` if it no longer has the former value.
    package func set(
        _ name: String, from former: FormerSetting, to value: String, as action: AuditAction,
        by author: Author
    ) throws(RecordError) {
        try carryOut(
            ChangeSetting(
                setting: name, former: former, value: value, action: action, author: author))
    }
}

/// The call of `set(_:from:to:as:by:)`.
package struct ChangeSetting: AwaitedCall {
    package let setting: String
    package let former: FormerSetting
    package let value: String
    package let action: AuditAction
    package let author: Author
}

extension RecordKeeping {
    /// The keys of an account, or of all accounts for nil, in the order of their making.
    package func keys(of account: RecordID?) throws(RecordError) -> [AccessKey] {
        try carryOut(ReadKeys(account: account))
    }
}

/// The call of `keys(of:)`.
package struct ReadKeys: AwaitedCall {
    package typealias Answer = [AccessKey]
    package let account: RecordID?
}

extension RecordKeeping {
    /// The key of a digest with its account; nil if there is none.
    package func key(withDigest digest: String) throws(RecordError) -> KnownKey? {
        try carryOut(FindKey(digest: digest))
    }
}

/// The call of `key(withDigest:)`.
package struct FindKey: AwaitedCall {
    package typealias Answer = KnownKey?
    package let digest: String
}

extension RecordKeeping {
    /// Adds a key.
    ///
    /// - Throws: `RecordError.notFound` if there is no such account.
    package func add(
        _ key: AccessKey, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try carryOut(AddKey(key: key, action: action, author: author))
    }
}

/// The call of `add(_:as:by:)`.
package struct AddKey: AwaitedCall {
    package let key: AccessKey
    package let action: AuditAction
    package let author: Author
}

extension RecordKeeping {
    /// Notes the use of a key, without an entry in the audit trail.
    package func use(_ key: RecordID, at now: Moment) throws(RecordError) {
        try carryOut(UseKey(key: key, now: now))
    }
}

/// The call of `use(_:at:)`.
package struct UseKey: AwaitedCall {
    package let key: RecordID
    package let now: Moment
}

extension RecordKeeping {
    /// Ends keys. An entry of the audit trail names their account.
    package func end(
        _ keys: [RecordID], of account: RecordID, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try carryOut(EndKeys(keys: keys, account: account, action: action, author: author))
    }
}

/// The call of `end(_:of:as:by:)`.
package struct EndKeys: AwaitedCall {
    package let keys: [RecordID]
    package let account: RecordID
    package let action: AuditAction
    package let author: Author
}
