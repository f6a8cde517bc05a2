import Accounts
import Acuity
import Foundation
import HTTP
import RecordExports
import RecordREST
import RecordSQL
import RecordStore
import Records
import Sealing
import TestTraits
import Testing
import Trials

@Suite("Electronic signatures", .listening)
struct SignatureTests {
    private let clinic: SampleClinic
    private var store: any RecordKeeping { clinic.store }

    init() throws { clinic = try SampleClinic() }

    private static func code(_ secret: String, at now: Moment) throws -> String {
        let bytes = try #require(Base32.bytes(of: secret))
        return OneTimeCode.code(of: bytes, step: now.milliseconds / 30_000, HMACSHA1.digest)
    }

    /// An account with a name and a second factor; nil for none of them. A minute passes,
    /// because the code that made the factor counts no more.
    private func signer(
        _ login: String, _ role: Role, name: String? = "Anna Weber", hasFactor: Bool = true
    ) throws -> String {
        var account = try clinic.accounts.add(
            login, name: name, role: role, password: SampleClinic.password, by: clinic.admin
        ).account
        guard hasFactor else { return "" }
        let secret = OneTimeCode.secret()
        let added = try clinic.accounts.addSecondFactor(
            secret, showing: Self.code(secret, at: clinic.clock.now), to: account,
            by: Author(login))
        account = try #require(added).account
        clinic.clock.pass(minutes: 1)
        return secret
    }

    @discardableResult
    private func sign(
        _ object: SignedObject, as login: String, _ secret: String,
        _ meaning: Signature.Meaning = .review, seen digest: String? = nil,
        password: String = SampleClinic.password
    ) throws -> Signature {
        clinic.clock.pass(seconds: 31)
        return try clinic.signIns.sign(
            SigningWish(object, as: meaning, seen: digest, note: "as agreed"), as: login,
            SignIns.Proof(
                password,
                code: secret.isEmpty ? nil : Self.code(secret, at: clinic.clock.now)),
            from: "1")
    }

    private func contents(
        _ records: any RecordKeeping, _ object: SignedObject
    ) throws -> SignedContents {
        try #require(try records.signedContents(of: object))
    }

    private static func signature(_ contents: SignedContents) -> Signature {
        let account = Account(
            id: RecordID(at: SampleClock.start), login: "anna", role: .clinician,
            made: SampleClock.start)
        return Signature(
            id: RecordID(at: SampleClock.start), contents: contents, meaning: .review, by: account,
            name: "Anna Weber", note: nil, at: SampleClock.start)
    }

    @Test(
        "a change of the test breaks its signature, which is kept",
        arguments: StoreKind.allCases)
    func broken(kind: StoreKind) throws {
        try kind.with { records, _ in
            let sample = try SampleTest()
            let object = SignedObject.test(sample.test.id)
            try records.begin(sample.test, by: SampleTest.author)
            #expect(try records.signedContents(of: object) == nil)
            for event in sample.events { try records.append(event, to: sample.test.id) }
            try records.finish(
                sample.test.id, as: .finished, with: sample.result, circumstances: nil,
                at: sample.ended, by: SampleTest.author)
            let signed = Self.signature(try contents(records, object))
            #expect(signed.version == 1 && signed.tests == 1)
            try records.add(signed, isImported: false, by: Author("anna"))
            try records.add(signed, isImported: false, by: Author("anna"))
            // The sound may come after it.
            try records.keep(sound: [1, 2, 3], of: sample.test.id, by: SampleTest.author)
            #expect(try records.checkedSignatures().map(\.isIntact) == [true])
            var test = try #require(try records.test(sample.test.id))
            test.circumstances.note = "Asked again."
            test = try records.amend(test, by: Author("tester", reason: "a note"))
            var known: [SignedObject: String] = [:]
            let after = try records.checkedSignatures(covering: test, known: &known)
            #expect(after == [CheckedSignature(signed, isIntact: false)])
            #expect(after[0].words.contains("BROKEN"))
            #expect(throws: RecordError.stale) {
                let late = Signature(
                    id: RecordID(at: SampleClock.start),
                    contents: SignedContents(
                        object: object, version: 1, tests: 1, digest: signed.digest),
                    meaning: .approval,
                    by: Account(
                        id: RecordID(at: SampleClock.start), login: "bert", role: .admin,
                        made: SampleClock.start), name: "Bert", note: nil, at: SampleClock.start)
                try records.add(late, isImported: false, by: Author("bert"))
            }
            let entries = try records.trail(after: 0, limit: 100).filter { $0.action == .sign }
            #expect(entries.map(\.object) == [signed.id])
            #expect(try records.verify() == [])
        }
    }

    @Test("adding a test breaks the signature of its day or study")
    func days() throws {
        try SampleTest().keep(in: store)
        let day = SignedObject.day(SampleClock.start.day)
        let study = SignedObject.study(
            name: "ALPHA 7", from: SampleClock.start.day, through: SampleClock.start.day)
        #expect(SignedObject(study.text) == study && SignedObject(day.text) == day)
        #expect(SignedObject("study 2026-02-01/2026-01-01 X") == nil)
        for object in [day, study] {
            let contents = try contents(store, object)
            #expect(contents.tests == 1 && contents.version == nil)
            try store.add(Self.signature(contents), isImported: false, by: Author("anna"))
        }
        #expect(try store.checkedSignatures().map(\.isIntact) == [true, true])
        let next = Moment(
            milliseconds: SampleClock.start.milliseconds + 86_400_000, offsetMinutes: 60)
        try SampleTest(began: next).keep(in: store)
        #expect(try store.checkedSignatures().map(\.isIntact) == [true, true])
        try SampleTest(eye: .left).keep(in: store)
        #expect(try store.checkedSignatures().map(\.isIntact) == [false, false])
    }

    @Test("the signature of a trial covers its own tests only", arguments: StoreKind.allCases)
    func trial(kind: StoreKind) throws {
        func keep(_ eye: Eye, of study: String, in records: any RecordKeeping) throws {
            var sample = try SampleTest(eye: eye)
            sample.test.circumstances.trial = TrialVisit(
                study: study, version: 1, digest: String(repeating: "a", count: 64),
                subject: "012-0007", visit: "BASELINE", arm: "right first", isMasked: false)
            try sample.keep(in: records)
        }
        try kind.with { records, _ in
            let object = SignedObject.trial("XYZ-301")
            #expect(SignedObject(object.text) == object)
            try SampleTest().keep(in: records)
            #expect(try records.signedContents(of: object) == nil)
            try keep(.right, of: "XYZ-301", in: records)
            try keep(.left, of: "XYZ-302", in: records)
            let signed = Self.signature(try contents(records, object))
            #expect(signed.tests == 1)
            try records.add(signed, isImported: false, by: Author("anna"))
            let covered = try records.tests(TestQuery()).filter { signed.object.covers($0) }
            #expect(covered.count == 1)
            #expect(try records.checkedSignatures().map(\.isIntact) == [true])
            #expect(try records.verify() == [])
            try keep(.left, of: "XYZ-301", in: records)
            #expect(try records.checkedSignatures().map(\.isIntact) == [false])
        }
    }

    @Test("signing needs both factors each time; wrong tries are slowed and recorded")
    func factors() throws {
        let secret = try signer("anna", .admin)
        let sample = try SampleTest()
        try sample.keep(in: store)
        let object = SignedObject.test(sample.test.id)
        let signature = try sign(object, as: "anna", secret)
        #expect(signature.name == "Anna Weber" && signature.note == "as agreed")
        #expect(throws: SignIns.Fault.codeNeeded) { try sign(object, as: "anna", "") }
        #expect(throws: SignIns.Fault.wrong) {
            try sign(object, as: "anna", secret, password: "another one")
        }
        #expect(throws: SigningFault.changed) {
            try sign(object, as: "anna", secret, seen: "2:00")
        }
        for _ in 0..<5 {
            #expect(throws: SignIns.Fault.wrong) {
                try sign(object, as: "anna", secret, password: "another one")
            }
        }
        #expect(
            clinic.isSlowed { try sign(object, as: "anna", secret, password: "another one") })
        // A program that has just started knows of them by the trail.
        let other = SignIns(clinic.accounts)
        #expect(clinic.isSlowed { try other.checkTries(of: "anna") })
        clinic.clock.pass(minutes: 11)
        #expect(!clinic.isSlowed { try other.checkTries(of: "anna") })
        #expect(try store.signatures() == [signature])
        let failed = try store.trail(after: 0, limit: 100).filter { $0.action == .failSignIn }
        #expect(failed.count == 6)
    }

    @Test("wrong tries at a lane with a wrong date do not slow signing at another")
    func wrongDate() throws {
        _ = try signer("anna", .admin)
        let day = 24 * 60
        clinic.clock.pass(minutes: day)
        for _ in 0..<5 {
            #expect(throws: SignIns.Fault.wrong) { try clinic.signIn("anna", "another one") }
        }
        let other = SignIns(clinic.accounts)
        clinic.clock.pass(minutes: -5)
        #expect(clinic.isSlowed { try other.checkTries(of: "anna") })
        clinic.clock.pass(minutes: 5 - day)
        #expect(!clinic.isSlowed { try other.checkTries(of: "anna") })
        clinic.clock.pass(minutes: 2 * day)
        #expect(!clinic.isSlowed { try other.checkTries(of: "anna") })
    }

    @Test("signing needs role, second factor and name; own tests cannot be reviewed")
    func refusals() throws {
        let admin = try signer("anna", .admin)
        let sample = try SampleTest()
        try sample.keep(in: store)
        let object = SignedObject.test(sample.test.id)
        _ = try signer("bert", .clinician, hasFactor: false)
        #expect(throws: SigningFault.noSecondFactor) { try sign(object, as: "bert", "") }
        let nameless = try signer("cora", .clinician, name: nil)
        #expect(throws: SigningFault.noName) { try sign(object, as: "cora", nameless) }
        try clinic.accounts.setName(
            "Cora Lang", of: clinic.accounts.account("cora"), by: clinic.admin)
        #expect(try sign(object, as: "cora", nameless).name == "Cora Lang")
        let viewer = try signer("dora", .viewer)
        #expect(throws: SigningFault.notAllowed(.authorship)) {
            try sign(object, as: "dora", viewer, .authorship)
        }
        let own = try SampleTest(eye: .left)
        _ = try store.add(own.finished, events: own.events, by: Author("anna"))
        #expect(throws: SigningFault.ownTest) {
            try sign(.test(own.test.id), as: "anna", admin)
        }
        try sign(.test(own.test.id), as: "anna", admin, .authorship)
        #expect(throws: SigningFault.nothing) {
            try sign(.day(CalendarDay("2020-01-01")!), as: "anna", admin)
        }
    }

    @Test("each readable format shows the signature, and an import keeps it") func forms() throws {
        let person = try store.save(
            Person(key: RecordID(at: SampleClock.start), id: "7", name: "Erika"),
            by: SampleTest.author)
        let sample = try SampleTest(person: person.key)
        try sample.keep(in: store)
        let object = SignedObject.test(sample.test.id)
        try store.add(
            Self.signature(try contents(store, object)), isImported: false, by: Author("anna"))
        let day = SignedObject.day(SampleClock.start.day)
        try store.add(
            Self.signature(try contents(store, day)), isImported: false, by: Author("anna"))
        var reader = ExportReader(store)
        let tests = try reader.tests(TestQuery())
        let words = "Review by Anna Weber (anna)"
        #expect(TestTable.table(tests).text.contains(words))
        #expect(SittingPage.pages(tests, head: nil)[0].html.contains(words))
        let bundle = FHIRBundle.bundles(tests)[0].jsonText
        let check = try BundleCheck(bundle)
        #expect(check.faults == [] && check.kinds.filter { $0 == "Provenance" }.count == 2)
        #expect(bundle.contains("1.2.840.10065.1.12.1.13") && bundle.contains("Anna Weber"))
        var lines: [String] = []
        _ = try store.export(TestQuery()) { lines.append($0) }
        let other = try TemporaryStore()
        var importing = RecordImport(
            into: other.records, person: nil, by: Author("bert"), now: { SampleClock.start })
        for line in lines + lines { try importing.take(line) }
        #expect(try other.records.checkedSignatures() == store.checkedSignatures())
        #expect(try other.records.checkedSignatures().map(\.isIntact) == [true, true])
        #expect(try other.records.verify() == [])
    }

    @Test("a copied signature, and a test changed by another program, are found")
    func forged() throws {
        try RecordFolder.with { folder in
            let file = SealedRecordsFile(path: folder + "/records.db")
            let sample = try file.fill()
            #expect(try file.faults() == [])
            try file.sql(
                """
                INSERT INTO signature SELECT substr(id, 1, 35)
                    || CASE substr(id, 36) WHEN 'f' THEN 'e' ELSE 'f' END, object, body FROM signature
                """)
            #expect(try file.faults().contains { if case .unrecorded = $0 { true } else { false } })
            try file.sql("UPDATE event SET body = replace(body, '1', '2') WHERE number = 1")
            #expect(try file.faults().contains(.changed(sample.test.id)))
            let records = try file.open()
            defer { records.close() }
            #expect(try records.checkedSignatures().allSatisfy { !$0.isIntact })
        }
    }

    /// Finds one person, whatever a request has.
    private struct OneCaller: CallerFinding {
        let caller: Caller
        func caller(cookie: String?, authorization: String?) -> Caller? { caller }
        func note(refusalOf: Permission, to: Caller, for: RecordID?) {}
    }

    @Test("over REST: read, signed, read again; a program's token cannot sign") func rest() throws {
        let secret = try signer("anna", .admin)
        let sample = try SampleTest()
        try sample.keep(in: store)
        func ask(
            _ method: String, _ path: String, query: [String: String] = [:],
            _ body: [String: String]? = nil, scopes: Set<Permission>? = nil
        ) throws -> (status: Int, json: [String: Any]) {
            let interface = RecordInterface(
                store,
                callers: OneCaller(caller: Caller(name: "anna", role: .admin, scopes: scopes)),
                next: NextTest { .zero }, signIns: clinic.signIns, digest: BLAKE2b.digest,
                hearing: { _, _ in .exact }, now: { clinic.clock.now })
            let data = try body.map { try JSONSerialization.data(withJSONObject: $0) }
            let answer = interface.content(
                Request(
                    method, "/api/v1" + path, query: query,
                    headers: ["content-type": "application/json"], body: Array(data ?? Data())))
            let json = try JSONSerialization.jsonObject(with: Data(answer.body))
            return (answer.status, json as? [String: Any] ?? [:])
        }
        let path = "/tests/\(sample.test.id)/signatures"
        let read = try ask("GET", path).json
        let digest = try #require(read["digest"] as? String)
        #expect((read["items"] as? [Any])?.isEmpty == true)
        clinic.clock.pass(seconds: 31)
        var body = [
            "object": "test \(sample.test.id)", "meaning": "review", "digest": digest,
            "password": SampleClinic.password, "code": "000000x",
        ]
        let wrong = try ask("POST", "/signatures", body)
        #expect(wrong.status == 422 && wrong.json["code"] as? String == "wrongCode")
        body["code"] = try Self.code(secret, at: clinic.clock.now)
        #expect(try ask("POST", "/signatures", body, scopes: [.writeTests]).status == 403)
        let signed = try ask("POST", "/signatures", body)
        #expect(signed.status == 201 && signed.json["name"] as? String == "Anna Weber")
        let items = try ask("GET", path).json["items"] as? [[String: Any]]
        #expect(items?.first?["isIntact"] as? Bool == true)
        let day = try ask(
            "GET", "/signatures", query: ["object": "day \(SampleClock.start.day)"]
        ).json
        #expect(day["tests"] as? Int == 1 && day["digest"] as? String != digest)
        #expect(try ask("GET", "/signatures", query: ["object": "x"]).status == 400)
        let statement = try ask("GET", "/fhir/metadata").json
        #expect(statement["resourceType"] as? String == "CapabilityStatement")
    }
}
