import Foundation

/// Rules of FHIR R4 for the resources that Aloud writes, which the validators of `scripts/check` miss:
/// codes of required value sets, references within the bundle, and invariants.
struct BundleCheck {
    private let entries: [[String: Any]]
    private let resources: [[String: Any]]
    private(set) var faults: [String] = []

    /// Codes that R4 requires.
    private static let statuses: [String: Set<String>] = [
        "Observation": [
            "registered", "preliminary", "final", "amended", "corrected", "cancelled",
            "entered-in-error", "unknown",
        ],
        "DiagnosticReport": [
            "registered", "partial", "preliminary", "final", "amended", "corrected", "appended",
            "cancelled", "entered-in-error", "unknown",
        ],
        "Device": ["active", "inactive", "entered-in-error", "unknown"],
    ]

    /// The codes that may stand in a bundle, with the names of `docs/exports.md`.
    private static let codes: [String: Set<String>] = [
        "http://snomed.info/sct": [
            "251739003", "251742009", "251743004", "420050001", "397536007", "419475002",
            "362502000", "362503005", "362508001", "400914004", "400911007", "252124009",
        ],
        "http://loinc.org": [
            "98497-1", "98498-9", "98506-9", "98499-7", "LA25496-3",
        ],
        "http://unitsofmeasure.org": ["m", "1", "cd/m2"],
    ]

    init(_ text: String) throws {
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        entries = json?["entry"] as? [[String: Any]] ?? []
        resources = entries.compactMap { $0["resource"] as? [String: Any] }
        if json?["type"] as? String != "transaction" { faults.append("no transaction") }
        let addresses = Set(entries.compactMap { $0["fullUrl"] as? String })
        if addresses.count != entries.count { faults.append("two entries of one address") }
        for resource in resources { check(resource, addresses) }
        for entry in entries {
            let request = entry["request"] as? [String: Any]
            if request?["method"] == nil || request?["url"] == nil {
                faults.append("bdl-3: an entry without a request")
            }
        }
    }

    /// The types of the resources, in order.
    var kinds: [String] { resources.compactMap { $0["resourceType"] as? String } }

    /// The statuses of the resources of a type.
    func statuses(_ kind: String) -> [String] {
        resources.filter { $0["resourceType"] as? String == kind }
            .compactMap { $0["status"] as? String }
    }

    /// The resources of a type, in order.
    func all(_ kind: String) -> [[String: Any]] {
        resources.filter { $0["resourceType"] as? String == kind }
    }

    /// The first resource of a type.
    func first(_ kind: String) -> [String: Any]? {
        resources.first { $0["resourceType"] as? String == kind }
    }

    /// The last resource of a type.
    func last(_ kind: String) -> [String: Any]? {
        resources.last { $0["resourceType"] as? String == kind }
    }

    private mutating func check(_ resource: [String: Any], _ addresses: Set<String>) {
        let kind = resource["resourceType"] as? String ?? "?"
        if let allowed = Self.statuses[kind] {
            let status = resource["status"] as? String ?? "none"
            if !allowed.contains(status) { faults.append("\(kind).status \(status)") }
        }
        if kind == "Observation" {
            let values = resource.keys.filter { $0.hasPrefix("value") }
            if values.count > 1 { faults.append("two values") }
            if !values.isEmpty, resource["dataAbsentReason"] != nil { faults.append("obs-6") }
            if values.isEmpty, resource["dataAbsentReason"] == nil { faults.append("no value") }
        }
        walk(resource, kind, addresses)
    }

    /// Checks references, codes, quantities and ranges at any depth.
    private mutating func walk(_ value: Any, _ path: String, _ addresses: Set<String>) {
        if let list = value as? [Any] {
            if list.isEmpty { faults.append("\(path) is empty") }
            for item in list { walk(item, path, addresses) }
        }
        guard let object = value as? [String: Any] else { return }
        if object.isEmpty { faults.append("\(path) is empty") }
        if let reference = object["reference"] as? String, !addresses.contains(reference) {
            faults.append("\(path) refers to nothing")
        }
        if let system = object["system"] as? String, let code = object["code"] as? String,
            let known = Self.codes[system], !known.contains(code)
        {
            faults.append("\(path): \(code) is not a code of \(system)")
        }
        if object["code"] is String, object["system"] == nil, object["display"] == nil {
            faults.append("\(path): qty-3, a code without a system")
        }
        if let low = (object["low"] as? [String: Any])?["value"] as? Double,
            let high = (object["high"] as? [String: Any])?["value"] as? Double, low > high
        {
            faults.append("\(path): rng-2")
        }
        if let comparator = object["comparator"] as? String,
            !["<", "<=", ">=", ">"].contains(comparator)
        {
            faults.append("\(path): comparator \(comparator)")
        }
        for (name, member) in object { walk(member, "\(path).\(name)", addresses) }
    }
}
