internal import Accounts
internal import HTTP
internal import RecordStore

/// The sessions and tokens of a person, which they may list and end.
struct OwnSessions {
    let pages: AccountPages
    let request: Request

    private struct SessionContent: Encodable {
        var id: String
        var kind: AccessKey.Kind
        var label: String
        var used: String
        var ends: String?
        var isThis: Bool
    }

    private struct Wanted: Decodable {
        var id: RecordID
    }

    func content(_ act: AccountPages.Act) throws -> Reply.Content {
        let known =
            act == .sessions ? try pages.known(request) : try pages.recent(request)
        let store = pages.accounts.store
        let now = pages.accounts.now().milliseconds
        let own = try store.keys(of: known.account.id).filter {
            $0.ends.map { now < $0.milliseconds } ?? true
        }
        let author = Author(known.account.login)
        switch act {
        case .endSession:
            let wanted: Wanted = try request.json()
            guard let key = own.first(where: { $0.id == wanted.id }) else {
                throw RecordError.notFound
            }
            try store.end(
                [key.id], of: known.account.id,
                as: key.kind == .token ? .revokeToken : .endSessions, by: author)
        case .endOthers:
            try pages.accounts.endOthers(known, by: author)
        default:
            return AccountPages.content(
                own.map { key in
                    SessionContent(
                        id: key.id.text, kind: key.kind, label: key.label,
                        used: key.used.dayAndMinute, ends: key.ends?.dayAndMinute,
                        isThis: key.id == known.key.id)
                })
        }
        return AccountPages.done()
    }
}
