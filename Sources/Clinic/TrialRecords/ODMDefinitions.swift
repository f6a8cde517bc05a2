internal import Acuity
internal import RecordStore
internal import Records
internal import Trials

/// The forms, groups and items of a study, and the values of a test in them.
enum ODMDefinitions {
    static let form = "F.VA"
    static let results = "IG.VA"
    static let deviations = "IG.DV"

    /// An item: its identifier, its name and its type in ODM.
    private typealias Item = (oid: String, name: String, type: String)

    private static let resultItems: [Item] = [
        ("IT.TESTID", "Test identifier", "text"), ("IT.DTC", "Begin", "datetime"),
        ("IT.LAT", "Eye", "text"), ("IT.ORRES", "Result as found", "text"),
        ("IT.STRESN", "Result", "float"), ("IT.ORRESU", "Unit", "text"),
        ("IT.STAT", "Status", "text"), ("IT.REASND", "Reason not done", "text"),
        ("IT.PROC", "Procedure", "text"), ("IT.DIST", "Distance, metres", "float"),
        ("IT.CORR", "Correction", "text"), ("IT.ARM", "Arm", "text"),
        ("IT.ATTEMPT", "Number of the test of the eye in the visit", "integer"),
        ("IT.STATE", "State in the records", "text"), ("IT.VERSION", "Version", "integer"),
        ("IT.PROTOCOL", "Digest of the protocol", "text"), ("IT.SOFTWARE", "Software", "text"),
        ("IT.EXAMINER", "Examiner", "text"),
    ]

    private static let deviationItems: [Item] = [
        ("IT.DVTEST", "Test identifier", "text"), ("IT.DVCODE", "Deviation", "text"),
        ("IT.DVTERM", "Facts", "text"), ("IT.DVBY", "Found by", "text"),
        ("IT.DVREAS", "Reason", "text"),
    ]

    /// The identifier of the version of the definitions.
    static func version(_ rules: TrialProtocol) -> String { "MDV.\(rules.version)" }

    /// The study with its definitions.
    static func study(_ rules: TrialProtocol) -> XMLElement {
        let visits = rules.visits.map(\.name)
        return XMLElement(
            "Study", [("OID", "S.\(rules.study)")],
            [
                XMLElement(
                    "GlobalVariables", [],
                    [
                        XMLElement("StudyName", text: rules.study),
                        XMLElement("StudyDescription", text: "Visual acuity by voice"),
                        XMLElement("ProtocolName", text: rules.title),
                    ]),
                XMLElement(
                    "MetaDataVersion",
                    [("OID", version(rules)), ("Name", rules.title)],
                    [
                        XMLElement(
                            "Protocol", [],
                            visits.enumerated().map { index, visit in
                                XMLElement(
                                    "StudyEventRef",
                                    [
                                        ("StudyEventOID", "SE.\(visit)"),
                                        ("OrderNumber", "\(index + 1)"), ("Mandatory", "No"),
                                    ])
                            })
                    ] + visits.map(event) + [formDefinition]
                        + [
                            group(results, "Visual acuity", resultItems),
                            group(deviations, "Protocol deviations", deviationItems),
                        ] + (resultItems + deviationItems).map(definition)),
            ])
    }

    private static func event(_ visit: String) -> XMLElement {
        XMLElement(
            "StudyEventDef",
            [
                ("OID", "SE.\(visit)"), ("Name", visit), ("Repeating", "No"),
                ("Type", "Scheduled"),
            ], [XMLElement("FormRef", [("FormOID", form), ("Mandatory", "No")])])
    }

    private static var formDefinition: XMLElement {
        XMLElement(
            "FormDef", [("OID", form), ("Name", "Visual acuity"), ("Repeating", "No")],
            [results, deviations].map {
                XMLElement("ItemGroupRef", [("ItemGroupOID", $0), ("Mandatory", "No")])
            })
    }

    private static func group(_ oid: String, _ name: String, _ items: [Item]) -> XMLElement {
        XMLElement(
            "ItemGroupDef", [("OID", oid), ("Name", name), ("Repeating", "Yes")],
            items.map { XMLElement("ItemRef", [("ItemOID", $0.oid), ("Mandatory", "No")]) })
    }

    private static func definition(_ item: Item) -> XMLElement {
        let length = ["text": "200", "float": "12", "integer": "8"][item.type]
        return XMLElement(
            "ItemDef",
            [
                ("OID", item.oid), ("Name", item.name), ("DataType", item.type),
                ("Length", length),
                ("SignificantDigits", item.type == "float" ? "3" : nil),
            ])
    }

    /// The values of a test, in the order of the definitions.
    static func items(_ test: StoredTest) -> [XMLElement] {
        let result = OETable.Result(test)
        let setup = test.record.setup
        let trial = test.circumstances.trial
        let values: [String: String?] = [
            "IT.TESTID": test.id.text, "IT.DTC": test.began.description,
            "IT.LAT": OETable.laterality(test), "IT.ORRES": result.original,
            "IT.STRESN": result.number, "IT.ORRESU": result.original.map { _ in result.unit },
            "IT.STAT": result.original == nil ? "NOT DONE" : nil, "IT.REASND": result.reason,
            "IT.PROC": setup.procedure ?? "etdrs", "IT.DIST": "\(setup.distance.metres)",
            "IT.CORR": test.circumstances.correction?.rawValue, "IT.ARM": trial?.arm,
            "IT.ATTEMPT": trial.map { "\($0.attempt)" }, "IT.STATE": test.state.rawValue,
            "IT.VERSION": "\(test.version)", "IT.PROTOCOL": trial?.digest,
            "IT.SOFTWARE": test.circumstances.software,
            "IT.EXAMINER": test.circumstances.examiner,
        ]
        return data(resultItems, values)
    }

    /// The values of a deviation.
    static func items(_ deviation: TrialDeviation, of test: StoredTest) -> [XMLElement] {
        data(
            deviationItems,
            [
                "IT.DVTEST": test.id.text, "IT.DVCODE": deviation.code.rawValue,
                "IT.DVTERM": deviation.finding, "IT.DVBY": deviation.foundBy.rawValue,
                "IT.DVREAS": deviation.reason,
            ])
    }

    private static func data(_ items: [Item], _ values: [String: String?]) -> [XMLElement] {
        items.compactMap { item in
            (values[item.oid] ?? nil).map {
                XMLElement("ItemData", [("ItemOID", item.oid), ("Value", $0)])
            }
        }
    }
}
