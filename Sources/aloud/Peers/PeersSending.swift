internal import CommandLineKit
internal import Exam
internal import Peers
internal import Platform
internal import RecordStore

extension PeersCommand {
    /// The sending of open records.
    static func sending(
        _ opened: OpenRecords, in environment: CommandEnvironment
    ) -> DeliverySending {
        let console = environment.console
        return DeliverySending(
            from: opened.store, by: Author(opened.author.name),
            claims: LocalClaims(of: opened.path),
            now: { Moment(console.date()) }, say: { console.say($0) })
    }

    /// The fetching of orders into open records.
    static func fetching(
        _ opened: OpenRecords, in environment: CommandEnvironment
    ) -> OrderFetching {
        let console = environment.console
        return OrderFetching(
            into: opened.store, by: Author(opened.author.name),
            now: { Moment(console.date()) }, say: { console.say($0) })
    }

    /// Sends everything that waits, and says the outcome. A result that another program sends now, or
    /// that waits for an earlier one of its person, still waits.
    private static func sendNow(_ call: RecordsCall) throws -> ExitStatus {
        let pass = try sending(call.opened, in: call.environment).send(isForced: true)
        let peers = try call.store.peers().filter(\.isOn).map(\.name)
        let waiting = try call.store.deliveryCounts()
            .reduce(0) { $0 + (peers.contains($1.peer) ? $1.waiting : 0) }
        call.say("\(pass.acknowledged) sent, \(waiting) waiting, \(pass.refused) set aside.")
        return waiting + pass.refused == 0 ? .success : .failure
    }

    /// `aloud peers send`.
    enum Send: RecordsAct {
        static let verb = Verb(
            "peers send", summary: "Send the results that wait, now.",
            options: [RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            try sendNow(call)
        }
    }

    /// `aloud peers send-again`.
    enum SendAgain: RecordsAct {
        private static let test = Option<String?>(
            "test", .text("test"), help: "Send only this test, even if the peer already has it.")
        static let verb = Verb(
            "peers send-again", summary: "Send again the results that a peer has set aside.",
            arguments: [name], options: [test, RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let peer = try peer(call)
            guard peer.kind.takesResults else { throw PeerFault.givesOrders(peer.name) }
            guard peer.isOn else { throw NotSentAgain.isOff(peer.name) }
            var found: [Delivery] = []
            var uncorrected: [Delivery] = []
            if let text = try call[test] {
                found = [try delivery(of: text, to: peer.name, call)]
            } else {
                try call.store.eachDelivery(
                    DeliveryQuery(peer: peer.name, states: [.refused])
                ) { delivery in
                    if delivery.needsCorrection {
                        uncorrected.append(delivery)
                    } else {
                        found.append(delivery)
                    }
                }
            }
            for delivery in uncorrected {
                call.complain(
                    "The test \(delivery.test.text) stays set aside: have its study corrected"
                        + " at the archive, then name it with '--test'.")
            }
            guard !found.isEmpty else {
                guard uncorrected.isEmpty else { return .failure }
                try sayNothing(isSetAsideBy: peer.name, call)
                return .success
            }
            for delivery in found {
                _ = try call.store.sendAgain(delivery, by: call.author, at: call.now)
            }
            let status = try sendNow(call)
            return uncorrected.isEmpty ? status : .failure
        }

        /// The delivery of a test, as typed, to a peer.
        ///
        /// - Throws: `NoSuchTest`, `NotSentAgain`.
        private static func delivery(
            of text: String, to peer: String, _ call: RecordsCall
        ) throws -> Delivery {
            guard let id = RecordID(text), let test = try call.store.test(id) else {
                throw NoSuchTest()
            }
            var found: Delivery?
            try call.store.eachDelivery(DeliveryQuery(peer: peer, test: id)) { found = $0 }
            guard let last = found, last.version == test.version else {
                throw NotSentAgain.isNotFor(peer)
            }
            guard last.state != .waiting else { throw NotSentAgain.waits(peer) }
            return last
        }

        private static func sayNothing(
            isSetAsideBy peer: String, _ call: RecordsCall
        ) throws {
            let counts = try call.store.deliveryCounts()
            let waiting = counts.first { $0.peer == peer }?.waiting ?? 0
            call.say(
                waiting == 0
                    ? "Nothing is set aside, and nothing waits."
                    : "Nothing is set aside; \(waiting.counting("result"))"
                        + " \(waiting == 1 ? "waits" : "wait"). Send with 'aloud peers send'.")
        }
    }

    /// `aloud peers orders`.
    enum Orders: RecordsAct {
        static let verb = Verb(
            "peers orders", summary: "Fetch the orders of a worklist or a FHIR server, now.",
            arguments: [name], options: [RecordOptions.file])

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let (taken, refused) = try fetching(call.opened, in: call.environment).fetch(
                from: peer(call))
            call.say(
                "\(taken) \(taken == 1 ? "order" : "orders") taken; 'aloud records expect' prints"
                    + " today's list.")
            for reason in refused { call.complain(reason) }
            return refused.isEmpty ? .success : .failure
        }
    }
}

/// A result cannot be sent to a peer again.
enum NotSentAgain: Error, CustomStringConvertible {
    /// The peer is off.
    case isOff(String)
    /// The peer did not get the test yet.
    case waits(String)
    /// There is no delivery of this version of the test.
    case isNotFor(String)

    var description: String {
        switch self {
        case .isOff(let peer):
            "The peer '\(peer)' is off. Turn it on with 'aloud peers on \(peer)'."
        case .waits(let peer):
            "This test still waits for '\(peer)'. Send it with 'aloud peers send'."
        case .isNotFor(let peer):
            "'\(peer)' does not get this test: it still runs, it ended or was changed before the"
                + " peer was added or while it was off, or the peer does not take such tests. Write"
                + " it to a file with 'aloud records export'."
        }
    }
}
