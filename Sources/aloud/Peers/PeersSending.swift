internal import CommandLineKit
internal import Exam
internal import Peers
internal import Platform
internal import RecordStore
internal import Records

extension PeersCommand {
    /// The sending of open records.
    static func sending(
        _ opened: OpenRecords, in environment: CommandEnvironment
    ) -> DeliverySending {
        let console = environment.console
        return DeliverySending(
            from: opened.store, by: Author(opened.author.name),
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
    private static func sendNow(
        _ opened: OpenRecords, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let pass = try sending(opened, in: environment).send(isForced: true)
        environment.say(
            "\(pass.acknowledged) sent, \(pass.later) waiting, \(pass.refused) set aside.")
        return pass.later + pass.refused == 0 ? .success : .failure
    }

    /// `aloud peers send`.
    enum Send: RecordsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "peers send", summary: "Send the results that wait, now.",
            options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            try sendNow(opened, in: environment)
        }
    }

    /// `aloud peers send-again`.
    enum SendAgain: RecordsAct {
        private static let test = Option<String?>(
            "test", .text("test"), help: "Send only this test, even if the peer already has it.")
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "peers send-again", summary: "Send again the results that a peer has set aside.",
            arguments: [name], options: [test, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let peer = try peer(arguments, opened)
            var query = DeliveryQuery(peer: peer.name, states: [.refused])
            if let text = try arguments[test] {
                guard let id = RecordID(text) else { throw NoSuchTest() }
                query.test = id
                query.states = [.refused, .acknowledged]
            }
            var found: [Delivery] = []
            try opened.store.eachDelivery(query) { found.append($0) }
            if query.test != nil, let last = found.last { found = [last] }
            guard !found.isEmpty else {
                environment.say("Nothing was set aside.")
                return .success
            }
            for delivery in found {
                _ = try opened.store.sendAgain(
                    delivery, by: opened.author, at: Moment(environment.console.date()))
            }
            return try sendNow(opened, in: environment)
        }
    }

    /// `aloud peers orders`.
    enum Orders: RecordsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "peers orders", summary: "Fetch the orders of a worklist or a FHIR server, now.",
            arguments: [name], options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ opened: OpenRecords, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let (taken, refused) = try fetching(opened, in: environment).fetch(
                from: peer(arguments, opened))
            environment.say(
                "\(taken) \(taken == 1 ? "order" : "orders") taken; 'aloud records expect' prints the"
                    + " list of today.")
            for reason in refused { environment.complain(reason) }
            return refused.isEmpty ? .success : .failure
        }
    }
}

/// The peers as lines of a terminal and of JSON.
enum PeersListing {
    /// Prints the peers with their deliveries, and each delivery that was set aside.
    static func list(
        _ store: any RecordKeeping, asJSON: Bool, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let counts = try store.deliveryCounts()
        let peers = try store.peers()
        let lists = try store.orderLists()
        for peer in peers {
            let list = lists[peer.name]
            let count = counts.first { $0.peer == peer.name }
            if asJSON {
                try environment.emit(
                    [
                        "name": peer.name, "kind": peer.kind.rawValue, "address": peer.address,
                        "isOn": peer.isOn, "since": peer.since, "waiting": count?.waiting ?? 0,
                        "setAside": count?.refused ?? 0, "oldest": orNull(count?.oldest),
                        "answer": orNull(count?.answer), "ordersOf": orNull(list?.at),
                        "ordersTrouble": orNull(list?.trouble),
                    ] as JSONObject)
            } else {
                let state = peer.isOn ? "" : ", off"
                let figures =
                    peer.kind.takesResults
                    ? ": \(count?.waiting ?? 0) waiting, \(count?.refused ?? 0) set aside" : ""
                let age = peer.isOn ? list?.words.map { "; \($0)" } ?? "" : ""
                let line = "\(peer.name) (\(peer.kind.rawValue), \(peer.address)\(state))"
                try environment.output.write(
                    (line + figures + age).escapingControls(keepingLines: false) + "\n")
            }
        }
        if !asJSON {
            try store.eachDelivery(DeliveryQuery(states: [.waiting, .refused])) { delivery in
                guard let answer = delivery.answer else { return }
                environment.say(
                    "\(delivery.peer), test \(delivery.test), version \(delivery.version),"
                        + " \(delivery.state == .refused ? "set aside" : "waiting"): \(answer)")
            }
        }
        if peers.isEmpty { environment.say("There are no peers.") }
        return counts.allSatisfy { $0.refused == 0 } ? .success : .failure
    }
}
