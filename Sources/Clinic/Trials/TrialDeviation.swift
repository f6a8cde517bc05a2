/// A departure from the protocol of a trial, as a test keeps it.
package struct TrialDeviation: Sendable, Equatable, Codable {
    /// The kinds of deviations. Each is named as it is in a protocol.
    package enum Code: String, Sendable, Codable, CaseIterable {
        /// Not the next eye of the order.
        case wrongEye = "wrong-eye"
        /// The eye was tested in this visit before.
        case repeated = "repeated-test"
        /// Another correction, or none recorded.
        case wrongCorrection = "wrong-correction"
        /// A day outside the window of the visit.
        case visitOutsideWindow = "visit-outside-window"
        /// The screen was not measured, or too long ago.
        case screenNotMeasured = "screen-not-measured"
        /// Another version of the program, the network or the grammars.
        case versionDiffers = "version-differs"
        /// No valid certificate of the examiner.
        case examinerNotCertified = "examiner-not-certified"
        /// No valid certificate of the screen.
        case screenNotCertified = "screen-not-certified"
        /// No valid certificate of the room.
        case roomNotCertified = "room-not-certified"
        /// Answers by keys or as text, not by voice.
        case answersByHand = "answers-by-hand"
        /// The clock is earlier than a test that the records have: it was set back.
        case clockSetBack = "clock-set-back"
        /// The camera measured a distance out of tolerance.
        case wrongDistance = "wrong-distance"
        /// Another person was heard, or the examiner helped. People report it.
        case secondVoice = "second-voice"
        /// The letters could not be seen: the page was hidden, left or not connected.
        case pageHidden = "page-hidden"
        /// An operator answered in the person's place.
        case override
        /// Sound was lost.
        case soundLost = "sound-lost"
        /// The test was stopped before its end.
        case aborted = "test-aborted"
        /// Anything else. People report it.
        case other

        /// Whether it is found before a test begins, so that the test can be refused.
        package var isFoundBefore: Bool {
            switch self {
            case .wrongEye, .repeated, .wrongCorrection, .visitOutsideWindow, .screenNotMeasured,
                .versionDiffers, .examinerNotCertified, .screenNotCertified, .roomNotCertified,
                .answersByHand, .clockSetBack:
                true
            case .wrongDistance, .secondVoice, .pageHidden, .override, .soundLost, .aborted, .other:
                false
            }
        }
    }

    /// The finder of a deviation.
    package enum Finder: String, Sendable, Codable {
        /// The program.
        case aloud
        /// A person.
        case person
    }

    /// The kind.
    package var code: Code
    /// The facts in a sentence, without patient data.
    package var finding: String
    /// Whether the program or a person found it.
    package var foundBy: Finder
    /// The reason in words; nil until somebody gives it.
    package var reason: String?

    /// Sets each property from the parameter of its name.
    package init(
        _ code: Code, _ finding: String, foundBy: Finder = .aloud, reason: String? = nil
    ) {
        self.code = code
        self.finding = finding
        self.foundBy = foundBy
        self.reason = reason
    }
}

/// The place of a test in a trial, as the records keep it with its circumstances.
package struct TrialVisit: Sendable, Equatable, Codable {
    /// The study.
    package var study: String
    /// The version of the protocol.
    package var version: Int
    /// The digest of the protocol, 64 hexadecimal digits.
    package var digest: String
    /// The number of the subject.
    package var subject: String
    /// The visit.
    package var visit: String
    /// The arm that the subject was given.
    package var arm: String
    /// The number of the test among those of this eye in this visit, from 1; the first complete one
    /// counts.
    package var attempt: Int
    /// Whether nobody at the site sees the score.
    package var isMasked: Bool
    /// The deviations, in the order in which they were found.
    package var deviations: [TrialDeviation]

    /// Sets each property from the parameter of its name.
    package init(
        study: String, version: Int, digest: String, subject: String, visit: String, arm: String,
        attempt: Int = 1, isMasked: Bool, deviations: [TrialDeviation] = []
    ) {
        self.study = study
        self.version = version
        self.digest = digest
        self.subject = subject
        self.visit = visit
        self.arm = arm
        self.attempt = attempt
        self.isMasked = isMasked
        self.deviations = deviations
    }

    /// Adds a deviation that the program found, unless the visit has one of its kind.
    package mutating func add(_ deviation: TrialDeviation) {
        guard !deviations.contains(where: { $0.code == deviation.code }) else { return }
        deviations.append(deviation)
    }

    /// The deviations whose reason is not known yet.
    package var unexplained: [TrialDeviation] { deviations.filter { $0.reason == nil } }
}

extension TrialVisit {
    /// The deviations in words, "wrong-eye: the other eye was swollen; sound-lost"; nil without any.
    package var deviationWords: String? {
        guard !deviations.isEmpty else { return nil }
        return deviations.map { deviation in
            deviation.code.rawValue + (deviation.reason.map { ": \($0)" } ?? "")
        }.joined(separator: "; ")
    }
}
