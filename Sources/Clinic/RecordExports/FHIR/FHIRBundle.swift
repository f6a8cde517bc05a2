internal import Acuity
internal import Foundation
internal import Platform
package import RecordStore
internal import Records

/// A sitting as a transaction bundle of FHIR R4 (4.0.1): person, device, an observation for each
/// test, a report, and the provenance of changes.
///
/// A server matches resources by their identifiers: a bundle that is sent twice is stored once, and
/// a corrected test replaces the former one. A person whom the server already has stays unchanged.
package struct FHIRBundle {
    private let tests: [ExportedTest]
    private let sitting: RecordID

    private init(_ tests: [ExportedTest], sitting: RecordID) {
        self.tests = tests
        self.sitting = sitting
    }

    /// One bundle for each sitting, in the order of its first test.
    package static func bundles(_ tests: [ExportedTest]) -> [FHIRBundle] {
        SittingGroup.groups(tests).map { FHIRBundle($0.tests, sitting: $0.sitting) }
    }

    /// The report as a PDF; nil to leave it out.
    package var pdf: [UInt8]?
    /// The addresses that a server gave to the person and the orders; nil in a file, which contains
    /// the person instead.
    package var owned: Owned?

    /// The addresses of a person and of orders at a server: a bundle with them adds no person.
    package struct Owned: Sendable {
        /// The person: "Patient/17".
        package var patient: String
        /// The orders that the server knows, each with its address: "ServiceRequest/18".
        package var orders: [(order: Order, address: String)]

        /// Sets each property from the parameter of its name.
        package init(patient: String, orders: [(order: Order, address: String)] = []) {
            self.patient = patient
            self.orders = orders
        }
    }

    /// The person; nil if nobody is named.
    package var person: Person? { tests.first?.person }
    /// The orders of the tests, each once.
    package var orders: [Order] {
        tests.compactMap(\.test.circumstances.order).reduce(into: []) { orders, order in
            if !orders.contains(order) { orders.append(order) }
        }
    }

    /// The page of HTML from which the PDF of the report is made.
    ///
    /// - Parameter head: the digest at the end of the audit trail; nil to leave it out.
    package func page(head: String?) -> String { SittingPage.document(tests, head: head) }

    /// The bundle with the PDF of its report, which the browser prints.
    ///
    /// - Throws: `FileProgramFault`.
    package func withPage(head: String?) throws -> FHIRBundle {
        var whole = self
        whole.pdf = Array(try FileProgram.pdf.made(from: page(head: head)))
        return whole
    }

    /// The bundle as JSON on one line.
    package var jsonText: String { json.jsonText }

    private var json: JSONObject {
        let person = tests.first?.person
        let subject =
            owned.map { ["reference": $0.patient] as JSONObject }
            ?? person.map { Self.reference($0.key) }
        let device = device(tests.first?.test.circumstances)
        var entries: [JSONObject] = []
        if owned == nil, let person {
            // A server that has the person keeps its own data about them.
            let condition = Self.condition(Self.address(person.key))
            entries.append(
                Self.entry(
                    "Patient", Self.address(person.key), Self.patient(person),
                    ["method": "POST", "url": "Patient", "ifNoneExist": condition]))
        }
        entries.append(Self.update("Device", deviceAddress, device))
        for test in tests {
            let observation = FHIRObservation(
                test: test, subject: subject, device: ["reference": deviceAddress],
                basedOn: basedOn([test]))
            entries.append(
                Self.update("Observation", Self.address(test.test.id), observation.json))
        }
        entries.append(
            Self.update("DiagnosticReport", Self.address(sitting, part: 2), report(subject)))
        // A server may have the report of a sitting whose tests have all moved.
        for sitting in Set(tests.flatMap(\.emptiedSittings)).sorted(by: { $0.text < $1.text }) {
            entries.append(
                Self.update(
                    "DiagnosticReport", Self.address(sitting, part: 2), Self.withdrawnReport))
        }
        for test in tests {
            for (index, former) in test.former.enumerated() {
                let id = "\(test.test.id)-\(index + 1)"
                var provenance: JSONObject = ["id": id]
                provenance.add(self.provenance(of: test, former))
                entries.append(
                    Self.entry(
                        "Provenance", Self.address(test.test.id, part: index + 1), provenance,
                        ["method": "PUT", "url": "Provenance/\(id)"]))
            }
        }
        entries += signatures
        return [
            "resourceType": "Bundle", "type": "transaction",
            "timestamp": tests.compactMap(\.test.end).max()?.description,
            "entry": entries,
        ]
    }

    /// The signatures, each once with the tests of this bundle that it covers.
    private var signatures: [JSONObject] {
        var seen: Set<RecordID> = []
        return tests.flatMap(\.signatures).filter { seen.insert($0.signature.id).inserted }
            .map { checked in
                let id = checked.signature.id
                let targets = tests.filter { $0.signatures.contains(checked) }
                    .map { Self.reference($0.test.id) }
                var provenance: JSONObject = ["id": id.text]
                provenance.add(FHIRSignature(checked: checked, targets: targets).json)
                return Self.entry(
                    "Provenance", Self.address(id), provenance,
                    ["method": "PUT", "url": "Provenance/\(id)"])
            }
    }

    // Addresses within the bundle.

    private static func address(_ id: RecordID) -> String { "urn:uuid:\(id.text)" }

    private static func reference(_ id: RecordID) -> JSONObject { ["reference": address(id)] }

    /// The address of something that belongs to a sitting or a test.
    private static func address(_ id: RecordID, part: Int) -> String {
        "urn:oid:\(ObjectIdentifierOfUUID(id).text).\(part)"
    }

    private var deviceAddress: String { Self.address(sitting, part: 1) }

    /// An identifier that is a URI.
    private static func identifier(_ address: String) -> JSONObject {
        ["system": "urn:ietf:rfc:3986", "value": address]
    }

    /// An identifier of a person or a test: its UUID as a URI.
    static func identifier(_ id: RecordID) -> JSONObject { identifier(address(id)) }

    private static func condition(_ address: String) -> String {
        "identifier=urn:ietf:rfc:3986|\(address)"
    }

    /// An entry that the server creates, or updates if it already has this identifier.
    private static func update(
        _ type: String, _ address: String, _ resource: JSONObject
    ) -> JSONObject {
        var identified = resource
        identified.add(["identifier": [identifier(address)]])
        return entry(
            type, address, identified,
            ["method": "PUT", "url": "\(type)?\(condition(address))"])
    }

    private static func entry(
        _ type: String, _ address: String, _ resource: JSONObject, _ request: JSONObject
    ) -> JSONObject {
        var whole: JSONObject = ["resourceType": type]
        whole.add(resource)
        return ["fullUrl": address, "resource": whole, "request": request]
    }

    // Resources.

    private static func patient(_ person: Person) -> JSONObject {
        [
            "identifier": [identifier(person.key)]
                + (person.id.map { [["use": "usual", "value": $0] as JSONObject] } ?? []),
            "name": person.name.map {
                [["text": $0.escapingControls(keepingLines: true)] as JSONObject]
            },
            "birthDate": person.birthDate?.description,
        ]
    }

    /// The orders of tests at the server, each once; nil without one.
    private func basedOn(_ tests: [ExportedTest]) -> [JSONObject]? {
        var addresses: [String] = []
        for order in tests.compactMap(\.test.circumstances.order) {
            let known = owned?.orders.first { $0.order == order }
            if let known, !addresses.contains(known.address) { addresses.append(known.address) }
        }
        return addresses.isEmpty ? nil : addresses.map { ["reference": $0] as JSONObject }
    }

    private func device(_ circumstances: Circumstances?) -> JSONObject {
        let software = (circumstances?.software ?? "aloud").split(separator: " ", maxSplits: 1)
        return [
            "status": "active",
            "deviceName": [
                ["name": String(software[0]), "type": "model-name"] as JSONObject
            ],
            "version": software.count > 1
                ? [["value": String(software[1])] as JSONObject] : nil,
            "serialNumber": circumstances?.lane,
        ]
    }

    private func report(_ subject: JSONObject?) -> JSONObject {
        let states = Set(tests.map(\.test.state))
        let status =
            if states == [.voided] {
                "entered-in-error"
            } else if tests.contains(where: \.test.isAmended) {
                "amended"
            } else {
                states.contains(.interrupted) ? "partial" : "final"
            }
        return [
            "status": status,
            "basedOn": basedOn(tests), "code": reportCode.concept, "subject": subject,
            "effectiveDateTime": tests.first?.test.began.description,
            "issued": tests.compactMap(\.test.end).max()?.description,
            "result": tests.map { Self.reference($0.test.id) },
            "conclusion": tests.map { test in
                (["\(test.test.record.setup.title): \(test.test.outcome)."]
                    + [test.change?.words].compactMap(\.self) + test.warnings)
                    .joined(separator: " ")
            }.joined(separator: " "),
            "presentedForm": pdf.map { pdf in
                [
                    [
                        "contentType": "application/pdf", "language": "en",
                        "data": Data(pdf).base64EncodedString(), "title": "Visual acuity",
                    ] as JSONObject
                ]
            },
        ]
    }

    /// The panel of visual acuity, unless only contrast was measured.
    private var reportCode: FHIRCode {
        tests.allSatisfy { $0.test.record.setup.quantity == .contrast } && !tests.isEmpty
            ? FHIRCodes.own("contrast-report", "Letter contrast") : FHIRCodes.panel
    }

    private static var withdrawnReport: JSONObject {
        [
            "status": "entered-in-error", "code": FHIRCodes.panel.concept,
            "conclusion": "The tests of this report were kept with the wrong person.",
        ]
    }

    private func provenance(of test: ExportedTest, _ former: FormerTest) -> JSONObject {
        let update = FHIRCode(.operation, "UPDATE", "revise")
        let author = FHIRCode(.participant, "author", "Author")
        return [
            "target": [Self.reference(test.test.id)],
            "recorded": former.changed.description,
            "activity": ["coding": [update.json]] as JSONObject,
            "reason": former.author.reason.map {
                [["text": $0.escapingControls(keepingLines: true)] as JSONObject]
            },
            "agent": [
                [
                    "type": ["coding": [author.json]] as JSONObject,
                    "who": ["display": former.author.name] as JSONObject,
                ] as JSONObject
            ],
        ]
    }
}
