internal import Foundation
internal import Platform
package import RecordStore
internal import Synchronization

/// Fetches orders from worklists and FHIR servers each minute, and receives them at the ports for
/// HL7. If a peer is down, only its new orders are missing: today's list stays.
package final class OrderFetching: Sendable {
    private let store: any RecordKeeping
    private let author: Author
    private let now: @Sendable () -> Moment
    private let say: @Sendable (String) -> Void
    private let state = Mutex(State())
    private let work = RepeatedWork("aloud orders")

    /// A trouble with a peer.
    private enum Trouble: Hashable {
        /// The peer gives no orders.
        case noOrders(of: String)
        /// Some of its orders were not taken.
        case notAll(of: String)
    }

    private struct State {
        /// Those that were reported and have not ended.
        var reported: Set<Trouble> = []
        /// The times of the last lists, by the names of their peers.
        var lists: [String: Moment] = [:]
        var ports: [String: HL7Port] = [:]
    }

    /// The time between two requests to a peer, and between two checks of the list of peers,
    /// seconds.
    private static let every = 60.0
    private static let look = 5.0

    /// - Parameters:
    ///   - author: the author of the entries in the audit trail.
    ///   - say: reports trouble, once until it ends, on any thread.
    package init(
        into store: any RecordKeeping, by author: Author,
        now: @escaping @Sendable () -> Moment, say: @escaping @Sendable (String) -> Void
    ) {
        self.store = store
        self.author = author
        self.now = now
        self.say = say
    }

    /// Fetches the orders of a peer once.
    ///
    /// - Returns: the number of orders taken, and the reasons for refusing others or leaving them
    ///   out, or for reading only a part of the list.
    /// - Throws: the fault of the peer, or `RecordError`.
    package func fetch(from peer: Peer) throws -> (taken: Int, refused: [String]) {
        let orders: [ReceivedOrder]
        var leftOut: String?
        var lack: String?
        do {
            switch peer.kind {
            case .worklist: orders = try WorklistQuery(peer: peer).orders(on: now().day)
            case .fhir:
                guard peer.settings.orderCode != nil else { return (0, []) }
                (orders, leftOut, lack) = try FHIROrders(peer: peer).orders(at: now())
            default: return (0, [])
            }
        } catch {
            note(peer, trouble: (error as? FHIRClient.Fault)?.words ?? "\(error)")
            throw error
        }
        state.withLock { $0.lists[peer.name] = now() }
        note(peer, trouble: lack)
        var (taken, refused) = try OrderIntake(store, from: peer.name, by: author).take(
            orders, at: now())
        if let leftOut { refused.append(leftOut) }
        if let lack { refused.append("The further pages were not read. \(lack)") }
        return (taken, refused)
    }

    /// Notes the age of a peer's list. Errors are ignored, because the records report their own
    /// trouble.
    private func note(_ peer: Peer, trouble: String?) {
        try? store.note(
            orderListOf: peer.name, at: state.withLock { $0.lists[peer.name] }, trouble: trouble,
            by: author, now: now())
    }

    /// Fetches the orders of all peers once, and reports trouble.
    func pass() {
        guard let peers = try? store.peers() else { return }
        try? OrderIntake(store, from: "orders", by: author).openDay(at: now())
        for peer in peers where peer.kind.givesOrders {
            if work.isStopped { return }
            guard peer.isOn else {
                state.withLock { $0.ports.removeValue(forKey: peer.name) }?.stop()
                continue
            }
            do {
                var reason: String?
                if peer.kind == .hl7Orders {
                    try open(peer)
                } else {
                    reason = try fetch(from: peer).refused.first
                }
                report(.noOrders(of: peer.name), of: peer, nil)
                report(.notAll(of: peer.name), of: peer, reason.map { "Not all were taken. \($0)" })
            } catch let fault as FHIRClient.Fault {
                report(.noOrders(of: peer.name), of: peer, fault.words)
            } catch { report(.noOrders(of: peer.name), of: peer, "\(error)") }
        }
    }

    private func open(_ peer: Peer) throws {
        guard state.withLock({ $0.ports[peer.name] == nil }) else { return }
        let (host, port) = try peer.hostAndPort()
        let receiver = HL7Receiver(peer, into: store, by: author, now: now)
        let opened = try HL7Port(host: host, port: port) { receiver.answer($0) }
        state.withLock { $0.ports[peer.name] = opened }
    }

    /// Reports a trouble in words, once until it ends; nil if there is none.
    private func report(_ trouble: Trouble, of peer: Peer, _ words: String?) {
        guard let words else {
            state.withLock { _ = $0.reported.remove(trouble) }
            return
        }
        if state.withLock({ $0.reported.insert(trouble).inserted }) {
            say("Warning: Orders of '\(peer.name)': \(words) Today's list stays as it is.")
        }
    }

    /// The state of the thread between its passes.
    private struct Course {
        var known: [Peer] = []
        /// The time of the next question to the peers.
        var next = ContinuousClock.now
    }

    /// Fetches on its own thread until `stop`.
    package func start() {
        work.start(Course()) { [self] course, _ in
            let peers = (try? store.peers()) ?? course.known
            if peers != course.known || ContinuousClock.now >= course.next {
                course.known = peers
                course.next = .now + .seconds(Self.every)
                pass()
            }
            return .now + .seconds(Self.look)
        }
    }

    /// Ends the thread after `start`, and closes the ports.
    package func stop() {
        work.stop(within: 0)
        let ports = state.withLock { state in
            defer { state.ports = [:] }
            return state.ports
        }
        for port in ports.values { port.stop() }
    }
}
