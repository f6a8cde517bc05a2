package import RecordStore
internal import Records
package import Trials

/// The tests of a study as ODM-XML 1.3.2 of CDISC: a snapshot with its definitions, each amended test
/// with the record of its latest change.
package struct ODMDocument {
    private let study: Study
    private let rules: TrialProtocol
    private let tests: [StoredTest]
    private let latest: [RecordID: FormerTest]
    private let made: Moment
    private let software: String

    /// A document; nil for a study without a protocol.
    ///
    /// - Parameters:
    ///   - tests: the tests of the study, the earliest first.
    ///   - former: the latest former version of each amended test.
    ///   - software: the version of the program.
    package init?(
        _ study: Study, _ tests: [StoredTest], former: [RecordID: FormerTest], at made: Moment,
        software: String
    ) {
        guard let rules = study.current?.protocol else { return nil }
        self.study = study
        self.rules = rules
        self.tests = tests.filter { $0.state != .running }
        latest = former
        self.made = made
        self.software = software
    }

    /// The text of the document.
    package var text: String {
        var document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        XMLElement(
            "ODM",
            [
                ("xmlns", "http://www.cdisc.org/ns/odm/v1.3"), ("ODMVersion", "1.3.2"),
                ("FileType", "Snapshot"), ("FileOID", "F.\(study.name).\(made)"),
                ("CreationDateTime", made.description), ("SourceSystem", "Aloud"),
                ("SourceSystemVersion", software),
            ],
            [ODMDefinitions.study(rules), administration, data]
        ).write(to: &document)
        return document
    }

    /// The people and the lanes that audit records name.
    private var administration: XMLElement {
        let users = Set(
            latest.values.map(\.author.name) + tests.compactMap(\.circumstances.examiner))
        return XMLElement(
            "AdminData", [("StudyOID", studyOID)],
            users.sorted().map { user in
                XMLElement(
                    "User", [("OID", "U.\(user)")],
                    [XMLElement("DisplayName", text: user)])
            }
                + lanes.map { lane in
                    XMLElement(
                        "Location",
                        [("OID", "L.\(lane)"), ("Name", lane), ("LocationType", "Site")],
                        [
                            XMLElement(
                                "MetaDataVersionRef",
                                [
                                    ("StudyOID", studyOID),
                                    ("MetaDataVersionOID", ODMDefinitions.version(rules)),
                                    ("EffectiveDate", made.day.description),
                                ])
                        ])
                })
    }

    private var lanes: [String] {
        Set(tests.map { $0.circumstances.lane ?? Self.noLane }).sorted()
    }

    private static let noLane = "unknown"
    private var studyOID: String { "S.\(study.name)" }

    private var data: XMLElement {
        let subjects = Dictionary(grouping: tests) { $0.circumstances.trial?.subject ?? "" }
        return XMLElement(
            "ClinicalData",
            [("StudyOID", studyOID), ("MetaDataVersionOID", ODMDefinitions.version(rules))],
            subjects.sorted { $0.key < $1.key }.map { number, tests in
                XMLElement("SubjectData", [("SubjectKey", number)], events(tests))
            })
    }

    private func events(_ tests: [StoredTest]) -> [XMLElement] {
        let visits = Dictionary(grouping: tests) { $0.circumstances.trial?.visit ?? "" }
        let order = rules.visits.map(\.name)
        func place(_ visit: String) -> Int { order.firstIndex(of: visit) ?? order.count }
        return visits.sorted { (place($0.key), $0.key) < (place($1.key), $1.key) }
            .map { visit, tests in
                XMLElement(
                    "StudyEventData",
                    [("StudyEventOID", "SE.\(visit)"), ("StudyEventRepeatKey", "1")],
                    [XMLElement("FormData", [("FormOID", ODMDefinitions.form)], groups(tests))])
            }
    }

    /// The results and the deviations of a visit.
    private func groups(_ tests: [StoredTest]) -> [XMLElement] {
        var deviations = 0
        var results: [XMLElement] = []
        var notes: [XMLElement] = []
        for (index, test) in tests.enumerated() {
            results.append(
                XMLElement(
                    "ItemGroupData",
                    [
                        ("ItemGroupOID", ODMDefinitions.results),
                        ("ItemGroupRepeatKey", "\(index + 1)"),
                    ], audit(test) + ODMDefinitions.items(test)))
            for deviation in test.circumstances.trial?.deviations ?? [] {
                deviations += 1
                notes.append(
                    XMLElement(
                        "ItemGroupData",
                        [
                            ("ItemGroupOID", ODMDefinitions.deviations),
                            ("ItemGroupRepeatKey", "\(deviations)"),
                        ], ODMDefinitions.items(deviation, of: test)))
            }
        }
        return results + notes
    }

    /// The record of the latest change of a test; empty for one that never changed.
    private func audit(_ test: StoredTest) -> [XMLElement] {
        guard let former = latest[test.id] else { return [] }
        return [
            XMLElement(
                "AuditRecord", [("EditPoint", "Monitoring")],
                [
                    XMLElement("UserRef", [("UserOID", "U.\(former.author.name)")]),
                    XMLElement(
                        "LocationRef",
                        [("LocationOID", "L.\(test.circumstances.lane ?? Self.noLane)")]),
                    XMLElement("DateTimeStamp", text: former.changed.description),
                    XMLElement("ReasonForChange", text: former.author.reason ?? ""),
                    XMLElement("SourceID", text: test.id.text),
                ])
        ]
    }
}
