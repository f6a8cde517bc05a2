internal import Acuity
internal import Foundation
internal import Platform
internal import RecordStore

/// The active ServiceRequests of a FHIR server.
struct FHIROrders {
    let peer: Peer

    /// The orders, whatever their day.
    ///
    /// - Throws: `PeerFault`, `FHIRClient.Fault`.
    func orders() throws -> [ReceivedOrder] {
        guard let code = peer.settings.orderCode else { return [] }
        let found = try FHIRClient(peer).resources(
            "ServiceRequest",
            "status=active&code=\(CurlRequest.query(code))&_include=ServiceRequest:subject"
                + "&_count=200")
        var patients: [String: [String: Any]] = [:]
        for patient in found where patient["resourceType"] as? String == "Patient" {
            if let id = patient["id"] as? String { patients["Patient/\(id)"] = patient }
        }
        return found.compactMap { request in
            guard request["resourceType"] as? String == "ServiceRequest",
                let reference = (request["subject"] as? [String: Any])?["reference"] as? String,
                let patient = patients[reference], let person = person(patient)
            else { return nil }
            return order(request, person)
        }
    }

    private func person(_ patient: [String: Any]) -> PersonEntry? {
        let identifiers = patient["identifier"] as? [[String: Any]] ?? []
        guard
            let number = identifiers.first(where: {
                $0["system"] as? String == peer.settings.patientSystem
            })?["value"] as? String
        else { return nil }
        let name = (patient["name"] as? [[String: Any]])?.first ?? [:]
        let family = name["family"] as? String ?? ""
        let given = (name["given"] as? [String] ?? []).joined(separator: " ")
        return PersonEntry(
            id: number,
            name: ReceivedOrder.name([family, given]) ?? name["text"] as? String,
            birthDate: (patient["birthDate"] as? String).flatMap { CalendarDay($0) })
    }

    private func order(_ request: [String: Any], _ person: PersonEntry) -> ReceivedOrder? {
        guard let id = request["id"] as? String else { return nil }
        var order = Order(peer: peer.name)
        order.request = id
        for identifier in request["identifier"] as? [[String: Any]] ?? [] {
            let kind = identifier["type"] as? [String: Any]
            let codes = (kind?["coding"] as? [[String: Any]] ?? [])
                .compactMap { $0["code"] as? String }
            guard let value = identifier["value"] as? String else { continue }
            // The types of HL7's table 0203.
            if codes.contains("ACSN") {
                order.accession = value
            } else if codes.contains("PLAC") || order.placer == nil {
                order.placer = value
            }
        }
        order.physician = (request["requester"] as? [String: Any])?["display"] as? String
        order.stepDescription = (request["code"] as? [String: Any])?["text"] as? String
        let sites = (request["bodySite"] as? [[String: Any]] ?? []).flatMap {
            ($0["coding"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
        }
        let eyes = sites.compactMap { site -> Eye? in
            switch site {
            case "362502000": .right
            case "362503005": .left
            case "362508001": .both
            default: nil
            }
        }
        order.eyes = eyes.isEmpty ? nil : eyes
        let start = request["occurrenceDateTime"] as? String ?? ""
        let time = start.split(separator: "T").dropFirst().first.map { String($0.prefix(5)) }
        return ReceivedOrder(
            person: person, day: CalendarDay(String(start.prefix(10))),
            time: time.flatMap { ExpectedPerson.time($0) }, order: order)
    }
}
