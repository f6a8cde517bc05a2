internal import HTTP
internal import RecordStore
internal import Records

extension RecordInterface {
    /// The routes of the peers and of the results on their way to them, for the administrator.
    static let peerRoutes: [DescribedRoute] = [
        DescribedRoute(
            method: "GET", path: "/peers", name: "listPeers",
            summary: "The systems that take results and give orders, with what waits for them",
            permission: .administer, answer: "Peers", act: peers),
        DescribedRoute(
            method: "POST", path: "/peers/{peer}/send-again", name: "sendAgain",
            summary:
                "Send again the results that a peer has set aside, but no moved or mistaken ones",
            permission: .administer, answer: "Peers"
        ) { call in
            guard let name = call.values["peer"],
                try call.store.peers().contains(where: { $0.name == name })
            else { throw Refusal.notFound }
            var found: [Delivery] = []
            try call.store.eachDelivery(DeliveryQuery(peer: name, states: [.refused])) {
                found.append($0)
            }
            for delivery in found where !delivery.needsCorrection {
                _ = try call.store.sendAgain(delivery, by: call.author, at: call.desk.now())
            }
            return try peers(call)
        },
    ]

    /// Maximum number of deliveries that an answer names.
    private static let mostNamed = 100

    private static func peers(_ call: RESTCall) throws -> Reply.Content {
        let now = call.desk.now()
        let counts = try call.store.deliveryCounts()
        let lists = try call.store.orderLists()
        let items: [JSONObject] = try call.store.peers().map { peer in
            let count = counts.first { $0.peer == peer.name }
            return [
                "name": peer.name, "kind": peer.kind.rawValue, "address": peer.address,
                "isOn": peer.isOn, "waiting": count?.waiting ?? 0,
                "setAside": count?.refused ?? 0, "uncorrected": count?.uncorrected ?? 0,
                "oldest": orNull(count?.oldest),
                "answer": orNull(count?.answer), "isLate": count?.alarm(at: now) != nil,
                "ordersOf": lists[peer.name]?.at, "ordersTrouble": lists[peer.name]?.trouble,
            ]
        }
        let refused = try call.store.deliveries(
            DeliveryQuery(states: [.refused], limit: mostNamed))
        return call.answer(
            [
                "items": items,
                "refused": refused.map { delivery in
                    [
                        "peer": delivery.peer, "test": delivery.test.text,
                        "version": delivery.version, "at": delivery.at,
                        "answer": orNull(delivery.answer),
                    ] as JSONObject
                },
            ] as JSONObject)
    }
}
