import Acuity
import Foundation
import Sealing
import Testing
import Trials

/// A study: its protocols, the draw of arms, certificates and the deviations before a test.
@Suite("A study", .timeLimit(.minutes(1)))
struct StudyTests {
    private let rules = TrialProtocol.template(of: "XYZ-301", seed: 42, software: "0.1.0")

    private func key() throws -> SigningKey {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("key-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try SigningKey(at: path)
    }

    private func signed(_ rules: TrialProtocol, with key: SigningKey) -> ProtocolFile {
        var file = ProtocolFile(rules)
        file.sign(as: "A. Example", "sponsor", with: key, at: "2026-11-29T10:00:00Z")
        return file
    }

    private func study(_ rules: TrialProtocol? = nil) throws -> Study {
        let key = try key()
        var study = Study(name: "XYZ-301")
        try study.activate(signed(rules ?? self.rules, with: key), trusting: key.publicKey)
        return study
    }

    @Test("only a signature of a trusted key puts a protocol into force") func activation() throws {
        let (key, other) = (try key(), try key())
        var study = Study(name: "XYZ-301")
        #expect(throws: ProtocolFault.unsigned) {
            try study.activate(ProtocolFile(rules), trusting: key.publicKey)
        }
        #expect(throws: ActivationFault.unknownKey([other.publicKey])) {
            try study.activate(signed(rules, with: other), trusting: key.publicKey)
        }
        try study.activate(signed(rules, with: key), trusting: key.publicKey)
        var next = rules
        next.screenDays = 30
        #expect(throws: ActivationFault.oldVersion(1)) {
            try study.activate(signed(next, with: key), trusting: nil)
        }
        next.version = 2
        try study.activate(signed(next, with: key), trusting: nil)
        #expect(study.current?.protocol.screenDays == 30)
        _ = try study.enrol("012-0001", strata: [:], at: "")
        next.version = 3
        next.randomisation?.seed = 43
        #expect(throws: ActivationFault.otherArms) {
            try study.activate(signed(next, with: key), trusting: nil)
        }
    }

    /// The expected draws are computed by a program of another language from the description of
    /// `ArmDraw` (Python, hashlib.blake2b).
    @Test("arms are drawn by the documented rule") func draw() {
        let plain = (0..<12).map {
            ArmDraw.arm(at: $0, of: 2, block: 4, seed: 42, stratum: "")
        }
        #expect(plain == [0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1])
        let mild = (0..<12).map {
            ArmDraw.arm(at: $0, of: 3, block: 6, seed: 42, stratum: "severity=mild,site=012")
        }
        #expect(mild == [2, 0, 1, 2, 0, 1, 2, 1, 1, 0, 2, 0])
        #expect(
            ArmDraw.letterSeed(7, subject: "012-0007", visit: "WEEK4", eye: .left, attempt: 1)
                == 227_756_855_626_091)
    }

    @Test("blocks are balanced in each stratum, and a subject's arm never changes") func enrolment()
        throws
    {
        var rules = rules
        rules.randomisation?.strata = ["site": ["012", "014"]]
        var study = try study(rules)
        for number in 0..<40 {
            let site = number.isMultiple(of: 3) ? "012" : "014"
            _ = try study.enrol("\(number)", strata: ["site": site], at: "")
        }
        for stratum in ["site=012", "site=014"] {
            let arms = study.subjects.filter { $0.stratum == stratum }.map(\.arm)
            for block in stride(from: 0, to: arms.count - 3, by: 4) {
                #expect(arms[block..<block + 4].count { $0 == "right first" } == 2)
            }
        }
        // The arm survives the store, and a second enrolment.
        var book = StudyBook()
        book[study.name] = study
        let read = try #require(StudyBook(book.text)?[study.name])
        #expect(read.subjects == study.subjects)
        let again = try study.enrol("7", strata: ["site": "014"], at: "later")
        #expect(again == study.subject("7") && study.subjects.count == 40)
        #expect(throws: EnrolmentFault.otherStratum) {
            try study.enrol("7", strata: ["site": "012"], at: "")
        }
        #expect(throws: EnrolmentFault.strata(["site": "012|014"])) {
            try study.enrol("50", strata: [:], at: "")
        }
    }

    private func conditions() -> TrialConditions {
        var now = TrialConditions(eye: .right, day: "2026-11-29")
        now.correction = "glasses"
        now.screenAge = 10
        now.pixelsPerMillimetre = 3.78
        now.examiner = "examiner"
        now.lane = "lane 1"
        now.software = "0.1.0"
        now.nextEye = .right
        return now
    }

    private func certified() throws -> Study {
        var study = try study()
        study.certificates = [
            TrialCertificate(kind: .examiner, name: "examiner", until: "2026-11-29"),
            TrialCertificate(
                kind: .screen, name: "lane 1", until: "2027-01-01", pixelsPerMillimetre: 3.8),
            TrialCertificate(kind: .room, name: "lane 1", until: "2027-01-01"),
        ]
        return study
    }

    private func codes(_ change: (inout TrialConditions) -> Void) throws -> [TrialDeviation.Code] {
        var now = conditions()
        change(&now)
        return try certified().deviations(now, at: rules.visits[0], under: rules).map(\.code)
    }

    @Test("each departure from the protocol is found before the test") func deviations() throws {
        #expect(try codes { _ in } == [])
        #expect(try codes { $0.nextEye = .left } == [.wrongEye])
        #expect(try codes { $0.completeTests = 1 } == [.repeated])
        #expect(try codes { $0.correction = nil } == [.wrongCorrection])
        #expect(try codes { $0.correction = "none" } == [.wrongCorrection])
        #expect(try codes { $0.daysInStudy = 1 } == [.visitOutsideWindow])
        #expect(try codes { $0.screenAge = nil } == [.screenNotMeasured])
        #expect(try codes { $0.screenAge = 91 } == [.screenNotMeasured])
        #expect(try codes { $0.software = "0.0.9" } == [.versionDiffers])
        #expect(try codes { $0.isByVoice = false } == [.answersByHand])
        #expect(try codes { $0.minutesTooEarly = 3 } == [.clockSetBack])
        #expect(try codes { $0.examiner = "other" } == [.examinerNotCertified])
        #expect(try codes { $0.lane = "lane 2" } == [.roomNotCertified, .screenNotCertified])
        #expect(try codes { $0.pixelsPerMillimetre = 5 } == [.screenNotCertified])
        // The last day is valid, the next one is not.
        #expect(try codes { $0.day = "2026-11-30" } == [.examinerNotCertified])
        #expect(rules.handling(of: .wrongEye) == .refuse)
        #expect(rules.handling(of: .visitOutsideWindow) == .record)
        #expect(rules.handling(of: .override) == .record)
    }
}
