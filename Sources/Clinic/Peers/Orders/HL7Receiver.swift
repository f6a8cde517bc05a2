internal import Foundation
package import RecordStore
internal import Records

/// The answers to messages of HL7 v2 that bring patients and orders: ADT^A04, A08, A28, A31 and A40;
/// ORM^O01 and OMG^O19.
package struct HL7Receiver: Sendable {
    private let peer: Peer
    private let store: any RecordKeeping
    private let author: Author
    private let now: @Sendable () -> Moment

    /// A receiver for a peer of the kind `hl7-orders`.
    package init(
        _ peer: Peer, into store: any RecordKeeping, by author: Author,
        now: @escaping @Sendable () -> Moment
    ) {
        self.peer = peer
        self.store = store
        self.author = author
        self.now = now
    }

    /// A reason not to take a message: the code of table 0357 and words without patient data.
    private struct Refused: Error {
        /// AR if the receiver takes no such message, or none for now; AE for a fault of the
        /// content.
        let code: String
        let error: Int
        let words: String
    }

    /// The answer to a message.
    package func answer(_ bytes: [UInt8]) -> [UInt8] {
        let text =
            peer.settings.characters == "8859/1"
            ? String(bytes: bytes, encoding: .isoLatin1) ?? ""
            : String(validating: bytes, as: UTF8.self) ?? ""
        let message = HL7Message(text)
        let result: Refused?
        do throws(Refused) {
            guard let message else {
                throw Refused(
                    code: "AR", error: 100,
                    words: "This is not a message of HL7 v2 in the port's characters.")
            }
            try take(message)
            result = nil
        } catch { result = error }
        return Array(reply(to: message, result).text.utf8)
    }

    private func reply(to message: HL7Message?, _ refused: Refused?) -> HL7Message {
        let control = message?.field("MSH", 10) ?? ""
        let event = HL7Message.components(message?.field("MSH", 9) ?? "").dropFirst().first ?? ""
        var segments = [
            HL7Message.Segment(
                "MSH",
                [
                    2: "^~\\&", 3: message?.field("MSH", 5), 4: message?.field("MSH", 6),
                    5: message?.field("MSH", 3), 6: message?.field("MSH", 4),
                    7: ResultMessage.time(now()),
                    9: event.isEmpty ? "ACK" : "ACK^\(HL7Message.escaped(event))^ACK",
                    10: "A\(control.prefix(19))", 11: peer.settings.processing ?? "P",
                    12: "2.5.1", 18: peer.settings.characters ?? "UNICODE UTF-8",
                ]),
            HL7Message.Segment("MSA", [1: refused?.code ?? "AA", 2: control]),
        ]
        if let refused {
            segments.append(
                HL7Message.Segment(
                    "ERR",
                    [
                        3: "\(refused.error)^^HL70357", 4: "E",
                        8: HL7Message.escaped(refused.words),
                    ]))
        }
        return HL7Message(segments)
    }

    private func take(_ message: HL7Message) throws(Refused) {
        let kind = HL7Message.components(message.field("MSH", 9))
        let processing = HL7Message.components(message.field("MSH", 11)).first ?? ""
        guard processing == peer.settings.processing ?? "P" else {
            throw Refused(code: "AR", error: 202, words: "This port does not take that MSH-11.")
        }
        guard message.field("MSH", 12).hasPrefix("2.") else {
            throw Refused(code: "AR", error: 203, words: "This port takes HL7 v2.")
        }
        guard !message.field("MSH", 10).isEmpty else {
            throw Refused(code: "AE", error: 101, words: "MSH-10 is missing.")
        }
        let intake = OrderIntake(store, from: peer.name, by: author)
        let event = kind.count > 1 ? kind[1] : ""
        do throws(RecordError) {
            switch (kind.first ?? "", event) {
            case ("ADT", "A04"), ("ADT", "A08"), ("ADT", "A28"), ("ADT", "A31"):
                try intake.register(person(message), at: now())
            case ("ADT", "A40"):
                let former = number(message.field("MRG", 1))
                guard let former else {
                    return try refuse("MRG-1 has no number of this clinic.")
                }
                _ = try intake.merge(former, into: person(message), at: now())
            case ("ORM", "O01"), ("OMG", "O19"): try take(orders: message, intake)
            case ("ADT", _), ("ORM", _), ("OMG", _):
                throw RecordError.invalid("201")
            default: throw RecordError.invalid("200")
            }
        } catch {
            throw Self.refusal(error)
        }
    }

    /// The refusal for an error of the records. A temporary error is AR, so that the sender repeats
    /// the message.
    private static func refusal(_ error: RecordError) -> Refused {
        switch error {
        case .invalid("200"):
            Refused(code: "AR", error: 200, words: "This port does not take that type of message.")
        case .invalid("201"):
            Refused(code: "AR", error: 201, words: "This port does not take that event.")
        case .invalid(let words) where words.hasPrefix("101 "):
            Refused(code: "AE", error: 101, words: String(words.dropFirst(4)))
        case .invalid(let words): Refused(code: "AE", error: 207, words: words)
        default:
            error.isOutage
                ? Refused(code: "AR", error: 207, words: "The records cannot be used now.")
                : Refused(code: "AE", error: 207, words: error.description)
        }
    }

    private func refuse(_ words: String) throws(RecordError) { throw .invalid("101 " + words) }

    /// The number in a field of the type CX that our assigning authority gave; nil if there is
    /// none.
    private func number(_ field: String) -> String? {
        for repetition in field.split(separator: "~") {
            let raw = repetition.split(separator: "^", omittingEmptySubsequences: false)
            let authority = raw.count > 3 ? String(raw[3]) : ""
            let kind = raw.count > 4 ? String(raw[4]) : ""
            let names = [authority, String(authority.split(separator: "&").first ?? "")]
            guard let own = peer.settings.patientSystem,
                names.contains(own)
                    || names.contains(String(own.split(separator: "&").first ?? "")),
                ["", "MR", "PI"].contains(kind)
            else { continue }
            let number = HL7Message.plain(raw[0]).trimmingCharacters(in: .whitespaces)
            if !number.isEmpty { return number }
        }
        return nil
    }

    private func person(_ message: HL7Message) throws(RecordError) -> PersonEntry {
        guard let number = number(message.field("PID", 3)) else {
            throw .invalid("101 PID-3 has no number of this clinic.")
        }
        let name = message.field("PID", 5).split(separator: "~").first ?? ""
        return PersonEntry(
            id: number, name: ReceivedOrder.name(HL7Message.components(name)),
            birthDate: ReceivedOrder.day(message.field("PID", 7)))
    }

    /// The orders of a message: each ORC with the OBR and TQ1 that follow it.
    private func take(
        orders message: HL7Message, _ intake: OrderIntake
    ) throws(RecordError) {
        let person = try person(message)
        var groups: [[HL7Message.Segment]] = []
        for segment in message.segments {
            if segment.name == "ORC" {
                groups.append([segment])
            } else if !groups.isEmpty {
                groups[groups.count - 1].append(segment)
            }
        }
        guard !groups.isEmpty else { return try refuse("ORC is missing.") }
        for group in groups {
            func field(_ name: String, _ number: Int) -> String {
                group.first { $0.name == name }?[number] ?? ""
            }
            var order = Order(peer: peer.name)
            order.placer = [field("ORC", 2), field("OBR", 2)].first { !$0.isEmpty }
            guard order.placer != nil else { return try refuse("ORC-2 is missing.") }
            let accession = HL7Message.components(field("OBR", 18)).first ?? ""
            order.accession = accession.isEmpty ? nil : accession
            let physician = [field("ORC", 12), field("OBR", 16)].first { !$0.isEmpty }
            order.physician = physician.map { String($0.split(separator: "~").first ?? "") }
            let service = HL7Message.components(field("OBR", 4))
            order.stepDescription = service.count > 1 ? service[1] : nil
            switch field("ORC", 1) {
            case "CA", "OC", "DC": try intake.cancel(order, at: now())
            case "NW", "XO", "SN", "RP":
                let timing = field("ORC", 7).split(
                    separator: "^", omittingEmptySubsequences: false)
                let start =
                    [field("TQ1", 7), timing.count > 3 ? String(timing[3]) : ""]
                    .first { !$0.isEmpty } ?? ""
                let (taken, refused) = try intake.take(
                    [
                        ReceivedOrder(
                            person: person, day: ReceivedOrder.day(start),
                            time: ReceivedOrder.time(start.dropFirst(8)), order: order)
                    ], at: now())
                if taken == 0, let reason = refused.first { throw .invalid(reason) }
            case "SC", "NA", "OK", "RE": break
            default: return try refuse("ORC-1 is not NW, XO, CA or SC.")
            }
        }
    }
}
