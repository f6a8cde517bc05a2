internal import CommandLineKit
internal import Exam
internal import Peers
internal import RecordStore

extension PeersCommand {
    /// The sending of open records.
    static func sending(
        _ opened: OpenRecords, in environment: CommandEnvironment
    ) -> DeliverySending {
        let console = environment.console
        return DeliverySending(
            from: opened.store, by: Author(opened.author.name),
            claims: LocalClaims(opened.path + "-sending"),
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

    /// Sends everything that waits, and says the outcome.
    private static func sendNow(_ call: RecordsCall) throws -> ExitStatus {
        let pass = try sending(call.opened, in: call.environment).send(isForced: true)
        call.say(
            "\(pass.acknowledged) sent, \(pass.later) waiting, \(pass.refused) set aside.")
        return pass.later + pass.refused == 0 ? .success : .failure
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
            var query = DeliveryQuery(peer: peer.name, states: [.refused])
            if let text = try call[test] {
                guard let id = RecordID(text) else { throw NoSuchTest() }
                query.test = id
                query.states = [.refused, .acknowledged]
            }
            var found: [Delivery] = []
            try call.store.eachDelivery(query) { found.append($0) }
            if query.test != nil, let last = found.last { found = [last] }
            let moved = query.test == nil ? found.filter(\.isMovedAside) : []
            found.removeAll { query.test == nil && $0.isMovedAside }
            for delivery in moved {
                call.complain(
                    "The moved test \(delivery.test.text) stays set aside: have its former study"
                        + " corrected, then name it with '--test'.")
            }
            guard moved.isEmpty || !found.isEmpty else { return .failure }
            guard !found.isEmpty else {
                call.say("Nothing was set aside.")
                return .success
            }
            for delivery in found {
                _ = try call.store.sendAgain(delivery, by: call.author, at: call.now)
            }
            return try sendNow(call)
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
