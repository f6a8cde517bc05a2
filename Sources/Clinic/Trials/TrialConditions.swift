package import Acuity

/// The conditions of a test that is about to begin, for which a trial's protocol may have rules.
package struct TrialConditions: Sendable, Equatable {
    /// The eye.
    package var eye: Eye
    /// The correction by its name in the records; nil if nobody recorded it.
    package var correction: String?
    /// Today, "2026-11-29".
    package var day: String
    /// The days since the first test of the subject in the study; nil for the first one.
    package var daysInStudy: Int?
    /// The days since the screen was measured; nil if it was not.
    package var screenAge: Int?
    /// The size of the screen's pixels; nil if it was not measured.
    package var pixelsPerMillimetre: Double?
    /// The person who conducts the test.
    package var examiner: String?
    /// The lane.
    package var lane: String?
    /// Whether the answers are given by voice.
    package var isByVoice: Bool
    /// The version of the program, the digest of the network and that of the grammars; nil if unknown.
    package var software: String?
    package var ear: String?
    package var grammars: String?
    /// The number of complete tests of this eye in this visit, and that of all its tests.
    package var completeTests: Int
    package var allTests: Int
    /// Minutes until the clock reaches the time of the last test of the records; 0 if it is past.
    package var minutesTooEarly = 0
    /// The eye that the arm has next; nil if all are done.
    package var nextEye: Eye?

    /// The conditions of an eye on a day; nothing else is known yet.
    package init(eye: Eye, day: String) {
        self.eye = eye
        self.day = day
        isByVoice = true
        completeTests = 0
        allTests = 0
    }
}

extension Study {
    /// The deviations of a test that is about to begin, empty if it follows the protocol.
    ///
    /// - Parameters:
    ///   - rules: the protocol.
    ///   - visit: the visit of the protocol.
    package func deviations(
        _ now: TrialConditions, at visit: TrialProtocol.Visit, under rules: TrialProtocol
    ) -> [TrialDeviation] {
        var found: [TrialDeviation] = []
        func note(_ code: TrialDeviation.Code, _ finding: String) {
            found.append(TrialDeviation(code, finding))
        }
        if now.completeTests > 0 {
            note(
                .repeated,
                "The \(now.eye.rawValue) eye has a complete test of the visit \(visit.name), which"
                    + " counts.")
        } else if now.nextEye != now.eye {
            note(
                .wrongEye,
                now.nextEye.map {
                    "The order of the subject has the \($0.rawValue) eye next, not the"
                        + " \(now.eye.rawValue) eye."
                } ?? "The order of the subject does not have the \(now.eye.rawValue) eye.")
        }
        if !(now.correction.map(rules.corrections.contains) ?? false) {
            note(
                .wrongCorrection,
                "The correction is \(now.correction ?? "not recorded"); the protocol has"
                    + " \(rules.corrections.joined(separator: " or ")).")
        }
        if let day = visit.day {
            let days = now.daysInStudy ?? 0
            if abs(days - day) > visit.window ?? 0 {
                note(
                    .visitOutsideWindow,
                    "The visit \(visit.name) is on day \(day) ± \(visit.window ?? 0) after the first"
                        + " test; today is day \(days).")
            }
        }
        if let most = rules.screenDays {
            if let age = now.screenAge {
                if age > most {
                    note(
                        .screenNotMeasured,
                        "The screen was measured \(age) days ago; the protocol allows \(most).")
                }
            } else {
                note(.screenNotMeasured, "The screen was not measured.")
            }
        }
        if now.minutesTooEarly > 0 {
            note(
                .clockSetBack,
                "The clock of this machine is \(now.minutesTooEarly) min earlier than the last test in"
                    + " the records. Correct the clock, or declare that test a mistake if its time is"
                    + " wrong.")
        }
        if !now.isByVoice { note(.answersByHand, "The answers are not given by voice.") }
        found += versions(now, rules)
        for kind in rules.certificates ?? [] {
            let name = kind == .examiner ? now.examiner : now.lane
            let fault = TrialCertificate.fault(
                of: kind, named: name, among: certificates, on: now.day,
                pixelsPerMillimetre: now.pixelsPerMillimetre)
            let code: TrialDeviation.Code =
                switch kind {
                case .examiner: .examinerNotCertified
                case .screen: .screenNotCertified
                case .room: .roomNotCertified
                }
            if let fault { note(code, fault.prefix(1).uppercased() + fault.dropFirst() + ".") }
        }
        return found
    }

    private func versions(_ now: TrialConditions, _ rules: TrialProtocol) -> [TrialDeviation] {
        let others = [
            ("program", now.software, rules.software), ("network of the ear", now.ear, rules.ears),
            ("grammars", now.grammars, rules.grammars),
        ].filter { _, found, allowed in
            guard let allowed else { return false }
            return !(found.map(allowed.contains) ?? false)
        }
        guard !others.isEmpty else { return [] }
        let words = others.map { "\($0.0) \($0.1 ?? "unknown")" }.joined(separator: ", ")
        return [
            TrialDeviation(
                .versionDiffers, "Other versions than those of the protocol are in use: \(words).")
        ]
    }
}

/// A test cannot begin, because the protocol of the trial refuses its conditions.
package struct TrialRefusal: Error, Equatable, CustomStringConvertible {
    /// The protocol: "XYZ-301, version 2".
    package let title: String
    /// The reasons, as sentences.
    package let reasons: [String]
    /// The way out.
    package let advice: String

    /// A refusal.
    package init(
        _ title: String, _ reasons: [String],
        advice: String = "Test as the protocol has it, or ask the sponsor for another version."
    ) {
        self.title = title
        self.reasons = reasons
        self.advice = advice
    }

    package var description: String {
        "The protocol of \(title) does not allow this test. " + reasons.joined(separator: " ") + " "
            + advice
    }
}
