internal import Foundation
internal import RecordExports
internal import RecordStore

/// A link to a FHIR R4 server. It sends one transaction for each sitting of a test, and never adds
/// a person.
struct FHIRLink: PeerLink {
    let client: FHIRClient
    private let peer: Peer
    private let system: String

    init(_ peer: Peer) throws {
        guard let system = peer.settings.patientSystem else {
            throw PeerFault.missing(peer.name, option: "patient-system")
        }
        client = try FHIRClient(peer)
        self.system = system
        self.peer = peer
    }

    func send(_ test: DeliveredTest) -> DeliveryOutcome {
        do {
            var words = ""
            for sitting in test.sittings {
                for var bundle in FHIRBundle.bundles(sitting) {
                    let isOwn = bundle.person?.key == test.test.person?.key
                    // The server has no report of a sitting without a person or their number.
                    guard isOwn || bundle.person?.id != nil else { continue }
                    bundle.owned = try owned(by: bundle)
                    // A sitting that the test has left is sent again, without the test.
                    words = try client.transaction(bundle.jsonText)
                }
            }
            return .acknowledged(words)
        } catch let refused as PeerRefusal {
            return .refused(refused.reason)
        } catch let fault as FHIRClient.Fault {
            return fault.outcome
        } catch { return .refused("\(error)") }
    }

    private func owned(by bundle: FHIRBundle) throws -> FHIRBundle.Owned {
        let number = try bundle.person.numbered().number
        let found = try client.search("Patient", "identifier=\(client.token(system, number))")
        guard found.count == 1 else {
            throw PeerRefusal(
                reason: found.isEmpty
                    ? "the server has no patient of this number; register them there."
                    : "the server has several patients of this number; have them merged there.")
        }
        var owned = FHIRBundle.Owned(patient: "Patient/\(found[0])")
        for order in bundle.orders {
            guard let address = try address(of: order) else { continue }
            owned.orders.append((order: order, address: address))
        }
        return owned
    }

    /// The address of an order; nil if the server does not know it.
    private func address(of order: Order) throws -> String? {
        if order.peer == peer.name, let request = order.request {
            return "ServiceRequest/\(request)"
        }
        guard let orders = peer.settings.orderSystem,
            let number = order.placer.flatMap({ HL7Message.components($0).first })
                ?? order.accession
        else { return nil }
        let found = try client.search(
            "ServiceRequest", "identifier=\(client.token(orders, number))")
        return found.count == 1 ? "ServiceRequest/\(found[0])" : nil
    }

    func check() -> [PeerFinding] {
        do {
            let words = try client.capabilities()
            var findings = words
            _ = try client.search("Patient", "identifier=\(client.token(system, "aloud-test"))")
            findings.append(PeerFinding(true, "Patients can be searched by their number."))
            return findings
        } catch let fault as FHIRClient.Fault {
            return [PeerFinding(false, fault.words)]
        } catch { return [PeerFinding(false, "\(error)")] }
    }
}
