internal import Platform
internal import Trials

/// The thing that a signature is for.
package enum SignedObject: Sendable, Hashable {
    /// One test that has ended.
    case test(RecordID)
    /// All tests of a day that have ended, by the clock of their place.
    case day(CalendarDay)
    /// All ended tests of a study: those of its days in these records.
    case study(name: String, from: CalendarDay, through: CalendarDay)
    /// All ended tests of a trial, by the name of its study.
    case trial(String)

    /// The longest name of a study, in characters.
    private static let longestName = 64

    /// The text of the object in the store: "test 0190…", "day 2026-11-29", "study
    /// 2026-01-01/2026-03-31 NAME", "trial NAME".
    package var text: String {
        switch self {
        case .test(let id): "test \(id.text)"
        case .day(let day): "day \(day)"
        case .study(let name, let from, let through): "study \(from)/\(through) \(name)"
        case .trial(let study): "trial \(study)"
        }
    }

    /// The object of such a text; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "test":
            guard let id = RecordID(parts[1]) else { return nil }
            self = .test(id)
        case "day":
            guard let day = CalendarDay(parts[1]) else { return nil }
            self = .day(day)
        case "study":
            guard let match = parts[1].wholeMatch(of: #/([0-9-]{10})/([0-9-]{10}) (.{1,64})/#),
                let from = CalendarDay(String(match.1)), let through = CalendarDay(String(match.2)),
                from <= through
            else { return nil }
            self = .study(name: String(match.3), from: from, through: through)
        case "trial":
            guard parts[1].count <= Self.longestName, !parts[1].contains(where: \.isNewline) else {
                return nil
            }
            self = .trial(parts[1])
        default: return nil
        }
    }

    /// The first and the last day of its tests; nil for one test and for a trial.
    package var days: (from: CalendarDay, through: CalendarDay)? {
        switch self {
        case .test, .trial: nil
        case .day(let day): (day, day)
        case .study(_, let from, let through): (from, through)
        }
    }

    /// Whether it includes a test.
    package func covers(_ test: StoredTest) -> Bool {
        if case .test(let id) = self { return id == test.id }
        if case .trial(let study) = self { return test.circumstances.trial?.study == study }
        guard let days else { return false }
        return days.from <= test.began.day && test.began.day <= days.through
    }

    /// The object in words: "the day 2026-11-29".
    package var words: String {
        switch self {
        case .test: "this test"
        case .day(let day): "the day \(day)"
        case .study(let name, let from, let through): "the study \(name), \(from) to \(through)"
        case .trial(let study): "the trial \(study)"
        }
    }
}

extension SignedObject: CodedAsText {
    /// See `text`.
    package var description: String { text }
    /// See `CodedAsText.fault`.
    package static let fault = "not an object of a signature"
}

/// An electronic signature: a person's name, the time and the meaning, bound to the signed contents
/// by their digest (21 CFR 11.50 and 11.70). It is never changed or removed.
package struct Signature: Sendable, Equatable, Codable {
    /// The meaning (21 CFR 11.50(a)(3) names these).
    package enum Meaning: String, Sendable, Codable, CaseIterable {
        /// The signer made the record.
        case authorship
        /// The signer has checked the record of somebody else.
        case review
        /// The signer approves the record.
        case approval
    }

    /// Its identifier, which the audit trail names.
    package let id: RecordID
    /// The thing that is signed.
    package let object: SignedObject
    /// The version of a signed test; nil for a day and a study.
    package let version: Int?
    /// The number of tests that it covers.
    package let tests: Int
    /// The digest of the signed contents.
    package let digest: String
    /// The meaning.
    package let meaning: Meaning
    /// The name of the signer at the time.
    package let name: String
    /// The login of the signer.
    package let login: String
    /// The account of the signer.
    package let account: RecordID
    /// The role of the signer at the time.
    package let role: Role
    /// The reason or a remark; nil without one.
    package let note: String?
    /// The time, with the offset of the local clock.
    package let at: Moment

    /// Sets each property from the parameter of its name.
    package init(
        id: RecordID, contents: SignedContents, meaning: Meaning, by account: Account,
        name: String, note: String?, at: Moment
    ) {
        self.id = id
        object = contents.object
        version = contents.version
        tests = contents.tests
        digest = contents.digest
        self.meaning = meaning
        self.name = name
        login = account.login
        self.account = account.id
        role = account.role
        self.note = note
        self.at = at
    }
}

/// The contents that a signature is for, as they are now.
package struct SignedContents: Sendable, Equatable, Codable {
    /// The object.
    package let object: SignedObject
    /// The version of a test; nil for a day and a study.
    package let version: Int?
    /// The number of tests.
    package let tests: Int
    /// The digest of the results, circumstances, events and former versions of the tests.
    package let digest: String

    /// Sets each property from the parameter of its name.
    package init(object: SignedObject, version: Int?, tests: Int, digest: String) {
        self.object = object
        self.version = version
        self.tests = tests
        self.digest = digest
    }
}

/// A signature, and whether the signed contents are unchanged.
package struct CheckedSignature: Sendable, Equatable {
    /// The signature.
    package let signature: Signature
    /// Whether the signed contents are unchanged.
    package let isIntact: Bool

    /// Sets each property from the parameter of its name.
    package init(_ signature: Signature, isIntact: Bool) {
        self.signature = signature
        self.isIntact = isIntact
    }

    /// The signature in words, for each readable form: "Review by Anna Weber (anna), 2026-11-29,
    /// 10:15 +01:00". A broken one says so.
    package var words: String {
        let meaning = signature.meaning.rawValue
        let head = meaning.prefix(1).uppercased() + meaning.dropFirst()
        let object: String
        if case .test = signature.object {
            object = ""
        } else {
            object = " of \(signature.object.words)"
        }
        return "\(head)\(object) by \(signature.name) (\(signature.login)), \(signature.at)"
            + (signature.note.map { ": \($0)" } ?? "")
            + (isIntact ? "" : ". BROKEN: \(reason).")
    }

    private var reason: String {
        switch signature.object {
        case .test: "the test was changed after version \(signature.version ?? 1) was signed"
        default: "tests were added, changed or erased since"
        }
    }
}

extension AuditAction {
    /// Somebody signed a test, a day or a study.
    package static let sign = AuditAction(rawValue: "sign")
    /// A signature came with an import.
    package static let importSignature = AuditAction(rawValue: "importSignature")
}

extension RecordKeeping {
    /// The signatures that cover a test, in their order, each with whether its contents are
    /// unchanged.
    ///
    /// - Parameter known: the digests of days and studies that were computed before.
    package func checkedSignatures(
        covering test: StoredTest, known: inout [SignedObject: String]
    ) throws(RecordError) -> [CheckedSignature] {
        try checked(try signatures().filter { $0.object.covers(test) }, known: &known)
    }

    /// The signatures of an object, or all for nil, each with whether its contents are unchanged.
    package func checkedSignatures(
        of object: SignedObject? = nil
    ) throws(RecordError) -> [CheckedSignature] {
        var known: [SignedObject: String] = [:]
        return try checked(
            try signatures().filter { object == nil || $0.object == object }, known: &known)
    }

    /// Checks whether the contents of each signature are unchanged.
    package func checked(
        _ signatures: [Signature], known: inout [SignedObject: String]
    ) throws(RecordError) -> [CheckedSignature] {
        var checked: [CheckedSignature] = []
        for signature in signatures {
            let now: String
            if let digest = known[signature.object] {
                now = digest
            } else {
                now = try signedContents(of: signature.object)?.digest ?? ""
                known[signature.object] = now
            }
            checked.append(CheckedSignature(signature, isIntact: now == signature.digest))
        }
        return checked
    }
}
