internal import Acuity
internal import Foundation
internal import Platform
internal import RecordStore

/// The active ServiceRequests of a FHIR server.
struct FHIROrders {
    let peer: Peer

    /// The orders, whatever their day; the reason that others were left out; and the reason that
    /// others may be missing. The reasons are nil if there is none.
    ///
    /// - Parameter now: the time at the clinic, whose days and times the orders get.
    /// - Throws: `PeerFault`, `FHIRClient.Fault`.
    func orders(
        at now: Moment
    ) throws -> (orders: [ReceivedOrder], leftOut: String?, lack: String?) {
        guard let code = peer.settings.orderCode else { return ([], nil, nil) }
        let client = try FHIRClient(peer)
        let (found, fault) = try client.resources(
            "ServiceRequest",
            "status=active&code=\(CurlRequest.query(code))&_include=ServiceRequest:subject"
                + "&_count=200")
        var patients: [String: [String: Any]] = [:]
        for patient in found where patient["resourceType"] as? String == "Patient" {
            if let id = patient["id"] as? String { patients["Patient/\(id)"] = patient }
        }
        var orders: [ReceivedOrder] = []
        var leftOut = 0
        for request in found where request["resourceType"] as? String == "ServiceRequest" {
            guard
                let reference = (request["subject"] as? [String: Any])?["reference"] as? String,
                let patient = patients[Self.place(reference, at: client.base)],
                let person = person(patient), let received = order(request, person, now)
            else {
                leftOut += 1
                continue
            }
            orders.append(received)
        }
        let reason =
            "\(leftOut.counting("order")) left out, because the patient is not on this server or has"
            + " no number of '\(peer.settings.patientSystem ?? "")': enter the number there."
        return (orders, leftOut > 0 ? reason : nil, fault?.words)
    }

    /// A reference such as "Patient/17", without the address of the server at its start and a version
    /// at its end.
    private static func place(_ reference: String, at base: String) -> String {
        let own = base + "/"
        let place = reference.hasPrefix(own) ? reference.dropFirst(own.count) : reference[...]
        return String(place.replacing(#/\/_history\/.*/#, with: ""))
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

    private func order(
        _ request: [String: Any], _ person: PersonEntry, _ now: Moment
    ) -> ReceivedOrder? {
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
        let (day, time) = occurrence(of: request, now)
        return ReceivedOrder(person: person, day: day, time: time, order: order)
    }

    /// The day and the time of a request; nil if it leaves them open. A period that has begun is of
    /// today until its end.
    private func occurrence(
        of request: [String: Any], _ now: Moment
    ) -> (day: CalendarDay?, time: String?) {
        if let text = request["occurrenceDateTime"] as? String { return Self.local(text, now) }
        let period = request["occurrencePeriod"] as? [String: Any]
        if let text = period?["start"] as? String {
            let start = Self.local(text, now)
            if let day = start.day, day >= now.day { return start }
        }
        if let text = period?["end"] as? String, let end = Self.local(text, now).day, end < now.day
        {
            return (end, nil)
        }
        return (nil, nil)
    }

    /// The day and the time of a text of FHIR in the time zone of the clinic.
    private static func local(_ text: String, _ now: Moment) -> (day: CalendarDay?, time: String?) {
        // Some servers leave out the seconds.
        let whole = text.replacing(#/T(\d\d:\d\d)([Z+\-])/#) { "T\($0.1):00\($0.2)" }
        guard let moment = Moment(whole) else {
            let time = text.split(separator: "T").dropFirst().first.map { String($0.prefix(5)) }
            return (
                CalendarDay(String(text.prefix(10))), time.flatMap { ExpectedPerson.time($0) }
            )
        }
        let there = now.there(at: moment.milliseconds)
        return (there.day, there.hourAndMinute)
    }
}
