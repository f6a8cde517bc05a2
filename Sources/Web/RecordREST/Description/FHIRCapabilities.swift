internal import HTTP
internal import RecordStore
internal import Records

/// The CapabilityStatement of FHIR R4: the requests that Aloud sends to a FHIR server. Aloud is a
/// client. It serves bundles as a format of its own interface, not as a FHIR server.
enum FHIRCapabilities {
    /// A kind of resource with the acts of the client on it.
    private struct Kind {
        let name: String
        let acts: [String]
        var searches: [(name: String, type: String)] = []
        var isConditional = false
    }

    private static let kinds = [
        Kind(
            name: "Patient", acts: ["read", "search-type"],
            searches: [("identifier", "token")]),
        Kind(
            name: "ServiceRequest", acts: ["search-type"],
            searches: [("identifier", "token"), ("status", "token"), ("code", "token")]),
        Kind(name: "Device", acts: ["update"], isConditional: true),
        Kind(name: "Observation", acts: ["update"], isConditional: true),
        Kind(name: "DiagnosticReport", acts: ["update"], isConditional: true),
        Kind(name: "Provenance", acts: ["update"]),
    ]

    /// The statement.
    static var statement: JSONObject {
        [
            "resourceType": "CapabilityStatement", "status": "active", "date": "2026-11-29",
            "kind": "instance", "fhirVersion": "4.0.1", "format": ["json"],
            "software": ["name": "Aloud"] as JSONObject,
            "implementation": [
                "description": "A visual acuity test that sends results and fetches orders."
            ] as JSONObject,
            "rest": [
                [
                    "mode": "client",
                    "documentation":
                        "Results are transactions of conditional updates, and people are never"
                        + " added. Tests as bundles: GET /api/v1/tests/{test} with Accept:"
                        + " application/fhir+json.",
                    "security": [
                        "description":
                            "TLS; SMART Backend Services (asymmetric), a bearer token or a client"
                            + " certificate."
                    ] as JSONObject,
                    "resource": kinds.map(resource),
                    "interaction": [["code": "transaction"] as JSONObject],
                ] as JSONObject
            ],
        ]
    }

    private static func resource(_ kind: Kind) -> JSONObject {
        [
            "type": kind.name,
            "interaction": kind.acts.map { ["code": $0] as JSONObject },
            "conditionalUpdate": kind.isConditional ? true : nil,
            "searchParam": kind.searches.isEmpty
                ? nil
                : kind.searches.map { ["name": $0.name, "type": $0.type] as JSONObject },
        ]
    }

    /// The route of the statement, which anybody may read, as with any FHIR system.
    static let route = DescribedRoute(
        method: "GET", path: "/fhir/metadata", name: "readCapabilities",
        summary: "The CapabilityStatement of FHIR R4", permission: nil, formats: [format]
    ) { call in
        var content = call.answer(statement)
        content.type = format.type
        return content
    }

    private static let format = Format(type: "application/fhir+json", export: nil)
}
