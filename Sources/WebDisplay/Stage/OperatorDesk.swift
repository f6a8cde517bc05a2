/// The operator's side of a test.
final class OperatorDesk: Sendable {
    private let key: String?

    init(key: String?) { self.key = key }

    func answer(_ request: Request) throws(Refusal) -> Reply {
        throw .notFound
    }
}
