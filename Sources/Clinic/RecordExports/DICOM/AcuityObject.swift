internal import Acuity
internal import Foundation
internal import Platform
package import RecordStore
internal import Records

/// Visual Acuity Measurements of DICOM (PS3.3, A.34.5 and C.8.25.12): the tests of a sitting under the
/// same conditions, as the text that DCMTK's `dump2dcm` reads.
package struct AcuityObject {
    private let sitting: RecordID
    private let tests: [ExportedTest]
    private let number: Int
    /// Whether it holds one version of one test, for a peer, instead of a group of a sitting.
    private var isAlone = false

    /// The object of one test for an archive: each version has its own instance, in the study of
    /// its order.
    ///
    /// - Returns: the object, or the reason that there is none.
    package static func object(
        of test: ExportedTest
    ) -> Result<AcuityObject, LeftOut> {
        if let reason = LeftOut.Reason(test) {
            return .failure(LeftOut(test: test.test.id, reason: reason))
        }
        var object = AcuityObject(
            sitting: test.sitting, tests: [test], number: test.test.version)
        object.isAlone = true
        return .success(object)
    }

    /// The SOP instance UID.
    package var instance: String {
        isAlone
            ? "\(ObjectIdentifierOfUUID(first.id).text).4.\(number)"
            : "\(ObjectIdentifierOfUUID(sitting).text).3.\(number)"
    }

    /// An object has one order, and one place for the acuity of each eye. Tests of other orders, and
    /// tests that need the same place, are in several objects.
    ///
    /// Tests without an acuity, with only a limit of it, or declared a mistake are left out,
    /// because DICOM has no place for them. So are tests without a recorded correction, which DICOM
    /// requires, and tests of a person whose identifier DICOM cannot hold whole: another person may
    /// have the shortened one.
    package static func objects(
        _ tests: [ExportedTest]
    ) -> (objects: [AcuityObject], leftOut: [LeftOut]) {
        var leftOut: [LeftOut] = []
        var objects: [AcuityObject] = []
        for sitting in SittingGroup.groups(tests) {
            var groups: [[ExportedTest]] = []
            for test in sitting.tests {
                if let reason = LeftOut.Reason(test) {
                    leftOut.append(LeftOut(test: test.test.id, reason: reason))
                } else if let index = groups.firstIndex(where: { isOne($0, with: test) }) {
                    groups[index].append(test)
                } else {
                    groups.append([test])
                }
            }
            for (index, group) in groups.enumerated() {
                objects.append(
                    AcuityObject(sitting: sitting.sitting, tests: group, number: index + 1))
            }
        }
        return (objects, leftOut)
    }

    /// A test that has no place in an object.
    package struct LeftOut: Sendable, Error {
        /// The test.
        package let test: RecordID
        /// The reason.
        package let reason: Reason

        /// A reason with a way out.
        package enum Reason: String, Sendable {
            case withoutAcuity = "it has no acuity"
            case contrast =
                "it measured contrast, for which DICOM's Visual Acuity Measurements have no place"
            case bound = "its acuity is only a limit, which DICOM cannot hold"
            case voided = "it was declared a mistake"
            case withoutCorrection =
                "nobody recorded the correction; 'aloud records amend TEST --correction' does"
            case identifier =
                """
                DICOM cannot hold the person's identifier whole (at most 64 characters, no \
                backslash, none that is invisible); give the person another one
                """

            init?(_ test: ExportedTest) {
                switch (test.test.state, test.acuity?.bound) {
                case (.voided, _): self = .voided
                case _ where test.test.record.setup.quantity == .contrast: self = .contrast
                case (_, nil): self = .withoutAcuity
                case (_, .orBetter), (_, .worse): self = .bound
                case (_, .exact):
                    if test.test.circumstances.correction == nil {
                        self = .withoutCorrection
                    } else if let id = test.person?.id, !AcuityObject.holds(id) {
                        self = .identifier
                    } else {
                        return nil
                    }
                }
            }
        }
    }

    private static func isOne(_ group: [ExportedTest], with test: ExportedTest) -> Bool {
        let first = group[0]
        return first.test.circumstances.correction == test.test.circumstances.correction
            && first.test.circumstances.order == test.test.circumstances.order
            && first.test.record.setup.distance == test.test.record.setup.distance
            && first.optotypes == test.optotypes
            && !group.contains { $0.test.eye == test.test.eye }
    }

    /// Whether it holds a test.
    package func has(_ test: RecordID?) -> Bool { tests.contains { $0.test.id == test } }

    /// A name for its file, without patient data.
    package var fileName: String { "acuity-\(sitting)-\(number).dcm" }

    /// The attributes, one a line.
    package var dump: String {
        (person + study + content + acuity).joined(separator: "\n") + "\n"
    }

    private var first: StoredTest { tests[0].test }

    private var person: [String] {
        let person = tests[0].person
        return [
            Self.line("0008,0005", "CS", "ISO_IR 192"),
            Self.line("0010,0010", "PN", person?.name.map(PersonName.init(_:))?.text),
            Self.line("0010,0020", "LO", person.map { $0.id ?? $0.key.text }),
            Self.line(
                "0010,0030", "DA", person?.birthDate?.description.replacing("-", with: "")),
            Self.line("0010,0040", "CS", nil),
        ]
    }

    private var study: [String] {
        let root = ObjectIdentifierOfUUID(sitting).text
        let software = (first.circumstances.software ?? "aloud").split(
            separator: " ", maxSplits: 1)
        return [
            Self.line("0008,0016", "UI", "1.2.840.10008.5.1.4.1.1.78.5"),
            Self.line("0008,0018", "UI", instance),
            Self.line("0008,0020", "DA", date), Self.line("0008,0030", "TM", time),
            Self.line(
                "0008,103e", "LO",
                tests.contains(where: \.isScreenUnmeasured)
                    ? "Visual acuity, screen not measured" : "Visual acuity"),
            Self.line("0008,0050", "SH", order?.accession), Self.line("0008,0060", "CS", "VA"),
            Self.line("0008,0070", "LO", "Aloud"),
            Self.line("0008,0090", "PN", order?.physician.map(Self.physician)),
            Self.line("0008,0201", "SH", zone), Self.line("0008,1090", "LO", String(software[0])),
            Self.line("0018,1000", "LO", first.circumstances.lane ?? "unknown"),
            Self.line("0018,1020", "LO", software.count > 1 ? String(software[1]) : "unknown"),
            Self.line("0020,000d", "UI", study(default: root)),
            Self.line("0020,000e", "UI", series(of: study(default: root), root)),
            Self.line("0020,0010", "SH", String(sitting.text.suffix(12))),
            Self.line("0020,0011", "IS", "1"),
            Self.line("0020,0013", "IS", "\(number)"),
        ] + request
    }

    /// The order of all tests of the object.
    private var order: Order? { first.circumstances.order }

    /// The study of the order, or `own` if there is no order or its study is not an identifier of
    /// DICOM (PS3.5, 9.1).
    private func study(default own: String) -> String {
        guard let study = order?.study, study.utf8.count <= 64,
            study.wholeMatch(of: #/[0-9]+(\.[0-9]+)+/#) != nil
        else { return own }
        return study
    }

    /// The series of the sitting in a study. A sitting has a series in each of its studies, because a
    /// series has one study (PS3.3, A.1.2.3). The study of an order is in it as a hash (FNV-1a) of at
    /// most 17 digits, so that the identifier has at most 64 characters.
    private func series(of study: String, _ own: String) -> String {
        guard study != own else { return own + ".2" }
        let hash = study.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return "\(own).2.\(hash % 100_000_000_000_000_000)"
    }

    /// The request attributes of the order (PS3.17, J.2.2): empty without one.
    private var request: [String] {
        guard let order, order.procedure != nil || order.step != nil || order.accession != nil
        else { return [] }
        let parts = [
            ("0032,1060", "LO", order.stepDescription), ("0040,0007", "LO", order.stepDescription),
            ("0040,0009", "SH", order.step), ("0040,1001", "SH", order.procedure),
        ]
        return ["(0040,0275) SQ", "(fffe,e000) na"]
            + parts.compactMap { tag, kind, value in
                value.map { Self.line(tag, kind, $0) }
            } + ["(fffe,e00d) na", "(fffe,e0dd) na"]
    }

    /// The name of a physician, without the number that precedes it in HL7.
    private static func physician(_ text: String) -> String {
        let parts = text.split(separator: "^", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count > 1, first.contains(where: \.isNumber) else {
            return text
        }
        return parts.dropFirst().joined(separator: "^")
    }

    private var content: [String] {
        let shared = tests.reduce(Set(tests[0].warnings)) { $0.intersection($1.warnings) }
        let remarks =
            shared.sorted()
            + tests.map { test in
                (["\(test.test.record.setup.title): \(test.words)"]
                    + test.warnings.filter { !shared.contains($0) }).joined(separator: ". ")
            }
        return [
            Self.line("0008,0023", "DA", date), Self.line("0008,0033", "TM", time),
            Self.line("0020,4000", "LT", remarks.joined(separator: "; ")),
            Self.line("0024,0113", "CS", laterality),
        ]
    }

    private var acuity: [String] {
        var lines = [
            Self.line("0046,0092", "CS", "WHITE"), Self.line("0046,0094", "CS", optotype),
            Self.line("0046,0139", "LO", definition),
            Self.line("0046,0095", "CS", isSingle ? "SINGLE" : "MULTIPLE"),
            Self.line("0046,0125", "CS", distance), "(0046,0121) SQ", "(fffe,e000) na",
            Self.line("0008,0100", "SH", kind.code),
            Self.line("0008,0102", "SH", kind.scheme),
            Self.line("0008,0104", "LO", kind.meaning), "(fffe,e00d) na", "(fffe,e0dd) na",
        ]
        for (eye, tag) in [
            (Eye.right, "0046,0122"), (.left, "0046,0123"), (.both, "0046,0124"),
        ] {
            guard let test = tests.first(where: { $0.test.eye == eye }),
                let logMAR = test.acuity?.logMAR
            else { continue }
            lines += [
                "(\(tag)) SQ", "(fffe,e000) na",
                "(0046,0137) FD \(Self.storageValue(logMAR))", "(fffe,e00d) na",
                "(fffe,e0dd) na",
            ]
        }
        return lines + ["(0046,0145) SQ", "(fffe,e0dd) na"]
    }

    /// The decimal acuity as DICOM stores it: the nominal value for the size of a line (logMAR 1.00
    /// is 0.1, 0.8 is 0.16), else the value rounded to three places (PS3.17, RR.2.3).
    static func storageValue(_ logMAR: LogMAR) -> String {
        let line = SnellenLine.nearest(to: logMAR)
        if abs(line.size.value - logMAR.value) < 0.005 { return line.decimal }
        return String(format: "%.3f", logMAR.decimal)
    }

    private var kind: (code: String, scheme: String, meaning: String) {
        switch first.circumstances.correction {
        case .pinhole: ("419475002", "SCT", "Pinhole visual acuity")
        case .glasses, .contactLenses: ("111686", "DCM", "Habitual visual acuity")
        case Correction.none?, nil: ("420050001", "SCT", "Uncorrected visual acuity")
        }
    }

    private var distance: String {
        switch first.record.setup.distance.metres {
        case ..<0.5: "NEAR"
        case ..<2: "INTERMEDIATE"
        default: "DISTANCE"
        }
    }

    private var optotype: String {
        switch tests[0].optotypes {
        case .sloan, .hotv, .monoyer: "LETTERS"
        case .tumblingE: "TUMBLING E"
        case .landolt, .landolt8: "LANDOLT C"
        }
    }

    private var definition: String {
        switch tests[0].optotypes {
        case .sloan: "Sloan letters C D H K N O R S V Z"
        case .hotv: "Letters H O T V"
        case .monoyer: "Letters of Monoyer's chart, on Sloan's grid"
        case .tumblingE: "E in four directions"
        case .landolt: "Ring with a gap in four directions"
        case .landolt8: "Ring with a gap in eight directions"
        }
    }

    private var isSingle: Bool {
        first.record.score.lines.allSatisfy { $0.presentation.letters.count == 1 }
    }

    private var laterality: String {
        let eyes = Set(tests.map(\.test.eye))
        return eyes == [.right] ? "R" : eyes == [.left] ? "L" : "B"
    }

    private var date: String { "\(first.began.day)".replacing("-", with: "") }

    private var time: String {
        String(first.began.description.dropFirst(11).prefix(8)).replacing(":", with: "")
    }

    private var zone: String {
        let minutes = abs(first.began.offsetMinutes)
        return (first.began.offsetMinutes < 0 ? "-" : "+")
            + String(format: "%02d%02d", minutes / 60, minutes % 60)
    }

    /// Maximum length of an identifier, in characters (PS3.5, 6.2, LO).
    private static let longestIdentifier = 64

    /// Whether DICOM can hold an identifier unchanged, so that nobody else has the same value.
    private static func holds(_ id: String) -> Bool {
        id.unicodeScalars.count <= longestIdentifier && !id.contains("\\")
            && id.utf8.elementsEqual(PersonText.identifier(id).utf8) && !id.hasControls
    }

    /// A line of the dump. The value loses its line breaks, and its backslashes, which would begin
    /// another value. It has at most 64 characters; short text has 16, and long text has 10,240.
    private static func line(_ tag: String, _ kind: String, _ value: String?) -> String {
        let kept = String(
            (value ?? "").unicodeScalars.filter {
                $0 != "\\" && !String($0).hasControls && !"\t\r\n".unicodeScalars.contains($0)
            }.map(Character.init))
        let most = kind == "LT" ? 10_240 : kind == "SH" ? 16 : 64
        var scalars = kept.unicodeScalars.prefix(most)
        while scalars.last?.isBlank == true { scalars.removeLast() }
        return "(\(tag)) \(kind) [\(String(scalars))]"
    }
}

/// A name as DICOM splits it (PS3.5, 6.2.1): "Doe, Jo" is "Doe^Jo"; another name is a family name.
package struct PersonName {
    /// The name with a caret between its components.
    package let text: String

    /// A name with carets and without a comma is already in this form. Characters that would begin
    /// another component, script or value become spaces.
    package init(_ name: String) {
        let isSplit =
            !name.contains(",") && (1..<Self.components).contains(name.count { $0 == "^" })
        let parts =
            isSplit
            ? name.split(separator: "^", omittingEmptySubsequences: false)
            : name.split(separator: ",", maxSplits: 1)
        text = parts.map { part in
            part.split { $0.isWhitespace || "^=\\[]".contains($0) }.joined(separator: " ")
        }.joined(separator: "^")
    }

    /// Maximum number of components of a name: family, given and middle name, prefix, suffix.
    private static let components = 5
}

extension ExportedTest {
    /// The result in words, with letters and estimate: "20/50 +2 (logMAR 0.36), 67 letters, …".
    var words: String {
        let letters = test.record.score.letterScore.map { ", \($0) ETDRS letters" } ?? ""
        let size = acuity.map { " (logMAR \($0.logMAR))" } ?? ""
        let estimate = estimate.map { ", estimate \($0.figureWords)" } ?? ""
        return test.outcome + size + letters + estimate
    }
}

/// A UUID as an object identifier: "2.25." and its 128 bits as a decimal number (ITU-T X.667; DICOM
/// PS3.5, B.2).
struct ObjectIdentifierOfUUID {
    /// The identifier, of at most 44 characters.
    let text: String

    init(_ id: RecordID) {
        // Decimal digits, the lowest first: each hexadecimal digit multiplies them by 16.
        var digits: [Int] = [0]
        for digit in id.text.compactMap(\.hexDigitValue) {
            var carry = digit
            for index in digits.indices {
                let value = digits[index] * 16 + carry
                digits[index] = value % 10
                carry = value / 10
            }
            while carry > 0 {
                digits.append(carry % 10)
                carry /= 10
            }
        }
        text = "2.25." + digits.reversed().map { String($0) }.joined()
    }
}
