internal import Acuity
internal import Contrast
internal import RecordStore
internal import Records

/// A code of a terminology.
struct FHIRCode: Sendable, Hashable {
    /// A terminology that Aloud uses.
    enum System: String, Sendable {
        case snomed = "http://snomed.info/sct"
        case loinc = "http://loinc.org"
        /// Units of vision of the German eye matrix project, because UCUM has no logMAR.
        case vision = "https://eyematics.org/fhir/eyematics-kds/CodeSystem/vs-units"
        case category = "http://terminology.hl7.org/CodeSystem/observation-category"
        case absent = "http://terminology.hl7.org/CodeSystem/data-absent-reason"
        case operation = "http://terminology.hl7.org/CodeSystem/v3-DataOperation"
        case interpretation = "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation"
        /// The purposes of signatures of ASTM E1762-95, as FHIR's value set signature-type has them.
        case signature = "urn:iso-astm:E1762-95:2013"
        case participant = "http://terminology.hl7.org/CodeSystem/provenance-participant-type"
        /// Aloud's own codes, by an object identifier made of a UUID (ITU-T X.667), which needs no
        /// registration.
        case aloud = "urn:oid:2.25.115870146270215893706542297104958623411"
        case ucum = "http://unitsofmeasure.org"
    }

    let system: System
    let code: String
    let display: String

    init(_ system: System, _ code: String, _ display: String) {
        self.system = system
        self.code = code
        self.display = display
    }

    var json: JSONObject { ["system": system.rawValue, "code": code, "display": display] }

    /// The code as a concept.
    var concept: JSONObject { ["coding": [json], "text": display] }
}

/// The codes of a test of acuity. SNOMED comes first: public lists often mix up the sides of
/// LOINC's codes, so the eye is in the body site.
enum FHIRCodes {
    static let panel = FHIRCode(.loinc, "98497-1", "Visual acuity panel")

    /// The codes of the observation.
    static func observation(_ test: ExportedTest) -> [FHIRCode] {
        guard test.test.record.setup.quantity == .acuity else {
            // Neither SNOMED CT nor LOINC has a code of letter contrast sensitivity on a screen.
            return [
                test.faintSetup?.letters == nil
                    ? own("contrast-sensitivity", "Letter contrast sensitivity")
                    : own("low-contrast-letters", "Letters right at low contrast")
            ]
        }
        return [kind(test), correction(test.test.circumstances.correction), loinc(test)]
            .compactMap(\.self)
    }

    private static func kind(_ test: ExportedTest) -> FHIRCode {
        if test.isNear { return FHIRCode(.snomed, "251743004", "Near visual acuity") }
        return test.test.eye == .both
            ? FHIRCode(.snomed, "251742009", "Distance visual acuity - binocular")
            : FHIRCode(.snomed, "251739003", "Distance visual acuity")
    }

    private static func correction(_ correction: Correction?) -> FHIRCode? {
        switch correction {
        case Correction.none?: FHIRCode(.snomed, "420050001", "Uncorrected visual acuity")
        case .glasses, .contactLenses:
            FHIRCode(.snomed, "397536007", "Corrected visual acuity")
        case .pinhole: FHIRCode(.snomed, "419475002", "Pinhole visual acuity")
        case nil: nil
        }
    }

    /// LOINC's code of a test without correction. There is none for any other test, because "best
    /// corrected" would claim a refraction that Aloud does not know. Each eye alone has the same
    /// code at every distance, because only one eye of LOINC's pairs "far" and "near" is certain.
    /// SNOMED's code has the distance.
    private static func loinc(_ test: ExportedTest) -> FHIRCode? {
        guard test.test.circumstances.correction == Correction.none else { return nil }
        switch test.test.eye {
        case .right: return FHIRCode(.loinc, "98499-7", "Visual acuity uncorrected Right eye")
        case .left: return FHIRCode(.loinc, "98498-9", "Visual acuity uncorrected Left eye")
        case .both:
            return test.isNear
                ? nil : FHIRCode(.loinc, "98506-9", "Visual acuity far uncorrected Binocular")
        }
    }

    static func bodySite(_ eye: Eye) -> FHIRCode {
        switch eye {
        case .right: FHIRCode(.snomed, "362502000", "Entire right eye")
        case .left: FHIRCode(.snomed, "362503005", "Entire left eye")
        case .both: FHIRCode(.snomed, "362508001", "Both eyes, entire")
        }
    }

    /// The chart; nil for optotypes without a code.
    static func method(_ optotypes: OptotypeSet) -> FHIRCode? {
        switch optotypes {
        case .sloan:
            FHIRCode(
                .snomed, "400914004",
                "Early Treatment of Diabetic Retinopathy Study visual acuity chart")
        case .tumblingE: FHIRCode(.snomed, "400911007", "E test")
        case .hotv: FHIRCode(.loinc, "LA25496-3", "HOTV")
        case .landolt, .landolt8, .monoyer: nil
        }
    }

    /// The codes of a comparison with earlier tests: HL7's for a confirmed change, and Aloud's own for
    /// each state.
    static func interpretation(_ change: AcuityChange) -> [FHIRCode] {
        let hl7: FHIRCode? =
            change.finding.state != .confirmed
            ? nil
            : change.finding.isWorse
                ? FHIRCode(.interpretation, "W", "Worse") : FHIRCode(.interpretation, "B", "Better")
        let words =
            change.direction.map { "Change \(change.state), \($0)" } ?? "No change beyond chance"
        let code = ["change", change.state, change.direction].compactMap(\.self)
        return [hl7, own(code.joined(separator: "-"), words)].compactMap(\.self)
    }

    /// Aloud's own codes of components.
    static func own(_ code: String, _ display: String) -> FHIRCode {
        FHIRCode(.aloud, code, display)
    }

    static let distance = FHIRCode(.snomed, "252124009", "Test distance")
    static let exam = FHIRCode(.category, "exam", "Exam")
}
