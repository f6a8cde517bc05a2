package import RecordStore

/// Accounts and settings, which are those of the store.
extension MaskedRecords {
    package func accounts() throws(RecordError) -> [Account] { try whole.accounts() }

    package func save(
        _ account: Account, endingKeys: Bool, as action: AuditAction, by author: Author
    ) throws(RecordError) -> Account {
        try whole.save(account, endingKeys: endingKeys, as: action, by: author)
    }

    package func remove(account: RecordID, by author: Author) throws(RecordError) {
        try whole.remove(account: account, by: author)
    }

    package func setting(_ name: String) throws(RecordError) -> String? {
        try whole.setting(name)
    }

    package func set(
        _ name: String, from former: FormerSetting, to value: String, as action: AuditAction,
        by author: Author
    ) throws(RecordError) {
        try whole.set(name, from: former, to: value, as: action, by: author)
    }

    package func keys(of account: RecordID?) throws(RecordError) -> [AccessKey] {
        try whole.keys(of: account)
    }

    package func key(withDigest digest: String) throws(RecordError) -> KnownKey? {
        try whole.key(withDigest: digest)
    }

    package func add(
        _ key: AccessKey, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try whole.add(key, as: action, by: author)
    }

    package func use(_ key: RecordID, at now: Moment) throws(RecordError) {
        try whole.use(key, at: now)
    }

    package func end(
        _ keys: [RecordID], of account: RecordID, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try whole.end(keys, of: account, as: action, by: author)
    }
}
