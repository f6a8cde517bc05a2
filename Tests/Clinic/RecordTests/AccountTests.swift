import Accounts
import RecordStore
import Sealing
import TestTraits
import Testing

@Suite("Every store keeps accounts", .listening)
struct AccountTests {
    private let author = SampleTest.author

    private func account(_ login: String, _ role: Role = .viewer) -> Account {
        Account(
            id: RecordID(at: SampleClock.start), login: login,
            name: "Zoë O'Hara; DROP TABLE account",
            role: role, made: SampleClock.start)
    }

    private func key(_ account: Account, digest: String = "d") -> AccessKey {
        AccessKey(
            id: RecordID(at: SampleClock.start), digest: digest, account: account.id, kind: .token,
            label: "a'b", scopes: [.export, .readTests], made: SampleClock.start,
            ends: SampleClock.start.adding(minutes: 1))
    }

    @Test("an account is kept as saved", arguments: StoreKind.allCases)
    func kept(kind: StoreKind) throws {
        try kind.with { records, _ in
            #expect(try records.accounts() == [])
            var bert = account("bert")
            bert.password = "$argon2id$…"
            bert.initialUntil = SampleClock.start
            let saved = try records.save(bert, endingKeys: false, as: .addAccount, by: author)
            let anna = try records.save(
                account("anna", .admin), endingKeys: false, as: .addAccount, by: author)
            #expect(saved.version == 1)
            #expect(try records.accounts() == [anna, saved])
            #expect(throws: RecordError.stale) {
                _ = try records.save(bert, endingKeys: false, as: .changeAccount, by: author)
            }
            #expect(throws: RecordError.taken) {
                _ = try records.save(
                    account("anna"), endingKeys: false, as: .addAccount, by: author)
            }
            for login in ["", "a b", "x'--", "ü", String(repeating: "a", count: 65)] {
                #expect(throws: RecordError.self) {
                    _ = try records.save(
                        account(login), endingKeys: false, as: .addAccount, by: author)
                }
            }
            try records.remove(account: saved.id, by: author)
            #expect(throws: RecordError.notFound) {
                try records.remove(account: saved.id, by: author)
            }
            #expect(try records.accounts() == [anna])
            let actions = try records.trail(after: 0, limit: 10).map(\.action)
            #expect(actions == [.addAccount, .addAccount, .removeAccount])
            #expect(try records.verify() == [])
        }
    }

    @Test(
        "keys end with their account, when it changes, or one at a time",
        arguments: StoreKind.allCases
    )
    func keys(kind: StoreKind) throws {
        try kind.with { records, clock in
            let anna = try records.save(
                account("anna"), endingKeys: false, as: .addAccount, by: author)
            let bert = try records.save(
                account("bert"), endingKeys: false, as: .addAccount, by: author)
            #expect(throws: RecordError.notFound) {
                try records.add(key(account("nobody")), as: .addToken, by: author)
            }
            let (one, two, other) = (key(anna, digest: "1"), key(anna, digest: "2"), key(bert))
            for key in [one, two, other] { try records.add(key, as: .addToken, by: author) }
            #expect(Set(try records.keys(of: nil).map(\.id)) == [one.id, two.id, other.id])
            #expect(try records.keys(of: bert.id) == [other])
            #expect(try records.key(withDigest: "1") == KnownKey(key: one, account: anna))
            #expect(try records.key(withDigest: "3' OR 1=1 --") == nil)
            let later = clock.now
            try records.use(one.id, at: later)
            #expect(try records.key(withDigest: "1")?.key.used == later)
            // A key of another account is not ended.
            try records.end([one.id, other.id], of: anna.id, as: .revokeToken, by: author)
            #expect(try records.keys(of: nil).map(\.digest).sorted() == ["2", "d"])
            _ = try records.save(anna, endingKeys: true, as: .changePassword, by: author)
            #expect(try records.keys(of: anna.id) == [])
            try records.remove(account: bert.id, by: author)
            #expect(try records.keys(of: nil) == [])
        }
    }
}
