internal import Foundation
internal import Records

/// The last list of orders that a peer gave.
package struct OrderList: Sendable, Equatable, Codable {
    /// The time of the last list; nil if there was none yet. A list comes each minute, but while
    /// the peer answers, this remains the time of its first answer.
    package var at: Moment?
    /// The reason that there is no newer list, in words; nil while the peer answers.
    package var trouble: String?
    /// The time of the first request that the peer did not answer.
    package var since: Moment?

    /// Sets each property from the parameter of its name.
    package init(at: Moment?, trouble: String? = nil, since: Moment? = nil) {
        self.at = at
        self.trouble = trouble
        self.since = since
    }

    /// The setting of the store that has the lists by the names of their peers.
    static let setting = "orderLists"

    /// The age of the list and the trouble in words, if the peer does not answer: "the last orders
    /// are of 2026-11-29, 09:12: …".
    package var words: String? {
        trouble.map { reason in
            (at.map { "the last orders are of \($0.dayAndMinute)" } ?? "there are no orders yet")
                + ": \(reason)"
        }
    }
}

extension AuditAction {
    /// A peer that gives orders stopped answering, or answers again.
    package static let orderList = AuditAction(rawValue: "orderList")
}

extension RecordKeeping {
    /// The last lists of orders, by the names of their peers.
    package func orderLists() throws(RecordError) -> [String: OrderList] {
        guard let text = try setting(OrderList.setting) else { return [:] }
        return (try? JSONDecoder().decode([String: OrderList].self, from: Data(text.utf8))) ?? [:]
    }

    /// Notes that a peer gave its orders, or why it did not. Writes only if the peer stopped or
    /// began to answer, because a list comes each minute.
    ///
    /// - Parameter last: the time of the last list; nil to keep the one that is known.
    package func note(
        orderListOf peer: String, at last: Moment?, trouble: String?, by author: Author,
        now: Moment
    ) throws(RecordError) {
        let former = try setting(OrderList.setting)
        var lists = try orderLists()
        let known = lists[peer]
        guard known == nil || (known?.trouble == nil) != (trouble == nil) else { return }
        lists[peer] = OrderList(
            at: last ?? known?.at, trouble: trouble, since: trouble == nil ? nil : now)
        let names = Set(try peers().map(\.name))
        do throws(RecordError) {
            try set(
                OrderList.setting, from: .value(former),
                to: lists.filter { names.contains($0.key) }.jsonText, as: .orderList,
                by: Author(
                    author.name,
                    reason: peer + (trouble == nil ? ": answers" : ": does not answer")))
        } catch {
            // Another lane has just written the same.
            guard case .stale = error else { throw error }
        }
    }
}
