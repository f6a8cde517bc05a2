internal import Foundation
internal import Records

/// The studies of a store: their protocols, subjects, certificates and locks.
///
/// It is one setting of the records, so that the audit trail seals it and all lanes share it.
package struct StudyBook: Sendable, Equatable, Codable {
    /// The name of the setting.
    package static let setting = "trials"

    /// The studies, in the order in which they were added.
    package var studies: [Study] = []
    /// The study that every test of these records must belong to; nil if tests need no study.
    package var chosen: String?

    /// No studies.
    package init() {}

    /// The studies in the text of the setting; nil for any other text.
    package init?(_ text: String?) {
        guard let text else { return }
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else {
            return nil
        }
        self = read
    }

    /// The text of the setting.
    package var text: String { jsonText }

    /// The study of a name; nil if there is none.
    package subscript(name: String) -> Study? {
        get { studies.first { $0.name == name } }
        set {
            studies.removeAll { $0.name == name }
            if let newValue { studies.append(newValue) }
        }
    }

    /// The reason that a test of a trial must not change, in a sentence; nil if it may.
    package func lock(of visit: TrialVisit) -> String? {
        guard let study = self[visit.study] else { return nil }
        guard study.isLocked(visit.subject) else { return nil }
        return "The data of the study are locked. 'aloud trial unlock \(study.name) --reason WORDS'"
            + " opens them; the audit trail keeps the reason."
    }
}

/// A study of a store.
package struct Study: Sendable, Equatable, Codable {
    /// The identifier.
    package var name: String
    /// The versions of its protocol, the latest last.
    package var protocols: [ProtocolFile] = []
    /// The public keys whose signatures count.
    package var keys: [String] = []
    /// The subjects, in the order of their enrolment.
    package var subjects: [TrialSubject] = []
    /// The certificates; a later one of the same name replaces the former.
    package var certificates: [TrialCertificate] = []
    /// Whether nothing of the study may change.
    package var isLocked = false
    /// The subjects of whom nothing may change.
    package var lockedSubjects: [String] = []
    /// Whether the scores were unmasked.
    package var isUnmasked = false

    /// A study.
    package init(name: String) { self.name = name }

    /// The protocol in force; nil before the first one.
    package var current: ProtocolFile? { protocols.last }

    /// Whether the tests of a subject may not change.
    package func isLocked(_ subject: String) -> Bool {
        isLocked || lockedSubjects.contains(subject)
    }

    /// A subject; nil for a number that was not enrolled.
    package func subject(_ number: String) -> TrialSubject? {
        subjects.first { $0.number == number }
    }

    /// Adds the next version of the protocol, or nothing if it is the one in force.
    ///
    /// - Parameter key: a public key that the user trusts; nil to trust only those of the study.
    /// - Throws: `ActivationFault`, `ProtocolFault`.
    package mutating func activate(_ file: ProtocolFile, trusting key: String?) throws {
        let faults = file.protocol.faults
        guard faults.isEmpty else { throw ProtocolFault.unsound(faults) }
        guard !file.signatures.isEmpty else { throw ProtocolFault.unsigned }
        if let key, !keys.contains(key) { keys.append(key) }
        guard !file.keys.isDisjoint(with: keys) else {
            throw ActivationFault.unknownKey(file.signatures.map(\.key))
        }
        if let current, current.digest == file.digest { return }
        guard file.protocol.version > current?.protocol.version ?? 0 else {
            throw ActivationFault.oldVersion(current?.protocol.version ?? 0)
        }
        guard !isLocked else { throw ActivationFault.locked }
        if !subjects.isEmpty, let current,
            current.protocol.arms != file.protocol.arms
                || current.protocol.randomisation != file.protocol.randomisation
        {
            throw ActivationFault.otherArms
        }
        protocols.append(file)
    }

    /// Enrols a subject and gives them an arm, which never changes. An enrolled subject keeps their
    /// arm.
    ///
    /// - Parameters:
    ///   - strata: the value of each stratum by its name.
    ///   - time: ISO 8601.
    /// - Throws: `EnrolmentFault`.
    package mutating func enrol(
        _ number: String, strata: [String: String], at time: String
    ) throws(EnrolmentFault) -> TrialSubject {
        guard let rules = current?.protocol else { throw .noProtocol }
        guard TrialProtocol.isName(number) else { throw .notANumber }
        let wanted = rules.randomisation?.strata ?? [:]
        guard Set(strata.keys) == Set(wanted.keys),
            strata.allSatisfy({ wanted[$0.key]?.contains($0.value) == true })
        else { throw .strata(wanted.mapValues { $0.joined(separator: "|") }) }
        let stratum = strata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            .joined(separator: ",")
        if let known = subject(number) {
            guard known.stratum == stratum else { throw .otherStratum }
            return known
        }
        guard !isLocked else { throw .locked }
        let place = subjects.count { $0.stratum == stratum }
        var arm = 0
        if let draw = rules.randomisation {
            arm = ArmDraw.arm(
                at: place, of: rules.arms.count, block: draw.block, seed: draw.seed,
                stratum: stratum)
        }
        let subject = TrialSubject(
            number: number, stratum: stratum, place: place, arm: rules.arms[arm].name,
            enrolled: time)
        subjects.append(subject)
        return subject
    }
}

/// A subject of a study, known only by a number.
package struct TrialSubject: Sendable, Equatable, Codable {
    /// The number, which is also the identifier of the person in the records.
    package var number: String
    /// The stratum, "severity=mild,site=012"; empty without strata.
    package var stratum: String
    /// The number among the subjects of the stratum, from 0.
    package var place: Int
    /// The name of the arm.
    package var arm: String
    /// The time of the enrolment, ISO 8601.
    package var enrolled: String
}

/// The reason that a protocol cannot be put into force.
package enum ActivationFault: Error, Equatable, CustomStringConvertible {
    case unknownKey([String])
    case oldVersion(Int)
    case otherArms
    case locked

    /// The reason and the way out.
    package var description: String {
        switch self {
        case .unknownKey(let keys):
            "No signature of the protocol is by a key that these records trust. Compare the key with"
                + " the one that the sponsor gave you, then add '--trust KEY'. It is signed by "
                + keys.joined(separator: ", ") + "."
        case .oldVersion(let version):
            "Version \(version) of the protocol is in force. A change needs a higher 'version'."
        case .otherArms:
            "Subjects are enrolled, so the arms and the randomisation stay as they are. Take them from"
                + " the version in force."
        case .locked: "The data of the study are locked. Unlock them first, with a reason."
        }
    }
}

/// The reason that a subject cannot be enrolled. It does not name the subject.
package enum EnrolmentFault: Error, Equatable, CustomStringConvertible {
    case noProtocol
    case notANumber
    case strata([String: String])
    case otherStratum
    case locked

    /// The reason and the way out.
    package var description: String {
        switch self {
        case .noProtocol:
            "The study has no protocol in force. 'aloud trial activate FILE' puts one into force."
        case .notANumber:
            "The number of a subject has 1 to 40 letters, digits, spaces or any of . _ - /."
        case .strata(let wanted) where wanted.isEmpty:
            "The protocol has no strata; leave out '--strata'."
        case .strata(let wanted):
            "The protocol asks for '--strata "
                + wanted.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                .joined(separator: ",") + "', each once."
        case .otherStratum:
            "The subject is enrolled in another stratum. An enrolment never changes."
        case .locked: "The data of the study are locked. Unlock them first, with a reason."
        }
    }
}
