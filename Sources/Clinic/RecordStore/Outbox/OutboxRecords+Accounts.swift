/// Accounts, which are those of the clinic alone: the outbox has none.
extension OutboxRecords {
    package func accounts() throws(RecordError) -> [Account] {
        try shared.quickly { store throws(RecordError) in
            try store.accounts()
        }
    }

    package func save(
        _ account: Account, endingKeys: Bool, as action: AuditAction, by author: Author
    ) throws(RecordError) -> Account {
        try shared.quickly { store throws(RecordError) in
            try store.save(account, endingKeys: endingKeys, as: action, by: author)
        }
    }

    package func remove(account: RecordID, by author: Author) throws(RecordError) {
        try shared.quickly { store throws(RecordError) in
            try store.remove(account: account, by: author)
        }
    }

    package func setting(_ name: String) throws(RecordError) -> String? {
        try shared.quickly { store throws(RecordError) in
            try store.setting(name)
        }
    }

    package func set(
        _ name: String, from former: FormerSetting, to value: String, as action: AuditAction,
        by author: Author
    ) throws(RecordError) {
        try shared.quickly { store throws(RecordError) in
            try store.set(name, from: former, to: value, as: action, by: author)
        }
    }

    package func keys(of account: RecordID?) throws(RecordError) -> [AccessKey] {
        try shared.quickly { store throws(RecordError) in
            try store.keys(of: account)
        }
    }

    package func key(withDigest digest: String) throws(RecordError) -> KnownKey? {
        try shared.quickly { store throws(RecordError) in
            try store.key(withDigest: digest)
        }
    }

    package func add(
        _ key: AccessKey, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try shared.quickly { store throws(RecordError) in
            try store.add(key, as: action, by: author)
        }
    }

    package func use(_ key: RecordID, at now: Moment) throws(RecordError) {
        try shared.quickly { store throws(RecordError) in
            try store.use(key, at: now)
        }
    }

    package func end(
        _ keys: [RecordID], of account: RecordID, as action: AuditAction, by author: Author
    ) throws(RecordError) {
        try shared.quickly { store throws(RecordError) in
            try store.end(keys, of: account, as: action, by: author)
        }
    }
}
