package import Acuity
internal import CommandLineKit
internal import Foundation
internal import Platform
internal import RecordStore
package import Records
internal import Sealing
package import TestPages
internal import TrialRecords
package import Trials

/// A trial that an exam is conducted for. Its protocol decides, and nothing that the protocol fixes
/// can be chosen at the lane.
package struct TrialConduct: Sendable {
    /// The protocol in force, with its signatures.
    package let file: ProtocolFile
    /// The visit; nil for the first one of the subject that is not complete.
    package let visit: String?
    /// The reasons of deviations that somebody has given beforehand.
    package let reasons: [TrialDeviation.Code: String]
    /// Whether nobody at the site sees a score.
    package let masks: Bool
    /// Whether each deviation needs its reason before the test: true where somebody can give it, on
    /// the command line.
    package let needsReasons: Bool
    /// The digest of the network, and that of the grammars; nil if unknown.
    package var versions: (ear: String?, grammars: String?)

    /// Sets each property from the parameter of its name.
    package init(
        _ file: ProtocolFile, visit: String?, reasons: [TrialDeviation.Code: String],
        masks: Bool, needsReasons: Bool, versions: (ear: String?, grammars: String?)
    ) {
        self.file = file
        self.visit = visit
        self.reasons = reasons
        self.masks = masks
        self.needsReasons = needsReasons
        self.versions = versions
    }

    /// The rules.
    package var rules: TrialProtocol { file.protocol }

    /// The measurement that the protocol fixes. The eye and the seed depend on the subject and are
    /// set later.
    ///
    /// - Throws: `ProtocolFault.unsound` for a procedure or a distance that does not exist.
    package func measurement() throws -> MeasurementConfiguration {
        guard let choice = rules.choice, let distance = try? Distance(metres: rules.distance) else {
            throw ProtocolFault.unsound(rules.faults)
        }
        return MeasurementConfiguration(
            procedure: choice, optotypes: rules.optotypes, distance: distance,
            chart: ChartChoice(rawValue: rules.chart ?? "") ?? .random,
            stopRule: rules.stopRule ?? .noneRight, goesOnAtOneMetre: rules.oneMetre ?? false,
            mostLetters: rules.letters, intervalWidth: rules.interval)
    }
}

extension ExamRoom {
    /// Whether nobody at the lane may see a score.
    var masksResults: Bool { configuration.trial?.masks == true }

    /// A report as people at the lane see it.
    package func shown(_ report: TestRecord) -> TestRecord { masksResults ? report.masked : report }

    /// The store as pages and lists see it.
    func readers(_ store: any RecordKeeping) -> any RecordKeeping {
        MaskedRecords(store, masksAll: masksResults)
    }

    /// The eyes of the visit that are to be tested, in the order of the subject's arm; nil outside of
    /// trials.
    ///
    /// - Throws: `TrialRefusal`, `RecordError`.
    package func eyesOfTrial() throws -> [Eye]? {
        guard let trial = configuration.trial else { return nil }
        let place = try noting { try TrialPlace(of: trial, in: records) }
        let eyes = place.arm.eyes.filter { !place.isComplete($0) }
        return eyes.isEmpty ? place.arm.eyes : eyes
    }

    /// The room for a test of an eye in its trial: with the letters, and the place in the trial for the
    /// records; the same room outside of trials.
    ///
    /// - Parameters:
    ///   - eye: the eye; nil for the next one of the subject's order.
    ///   - begin: the choices of the page; nil for a terminal.
    /// - Throws: `TrialRefusal`, which the audit trail notes; `RecordError`.
    package func inTrial(_ eye: Eye?, _ begin: BeginRequest? = nil) throws -> ExamRoom {
        guard let trial = configuration.trial, let records else { return self }
        let place = try noting { try TrialPlace(of: trial, in: records) }
        let eye = eye ?? place.nextEye ?? place.arm.eyes[0]
        var conditions = TrialConditions(eye: eye, day: place.day(console.date()))
        conditions.correction = records.circumstances.correction?.rawValue
        conditions.daysInStudy = place.daysInStudy(on: Moment(console.date()).day)
        conditions.screenAge = begin.flatMap { begin in
            begin.isCalibrated
                ? begin.measuredAt.map {
                    Int(max(0, console.date().timeIntervalSince1970 - $0) / 86_400)
                } : nil
        }
        conditions.pixelsPerMillimetre = begin.flatMap {
            $0.isCalibrated ? $0.pixelsPerMillimetre : nil
        }
        conditions.examiner = records.circumstances.examiner
        conditions.lane = records.circumstances.lane
        conditions.isByVoice =
            !configuration.answers.areTyped && begin?.answers.isByHand != true
        conditions.software = aloudVersion
        conditions.ear = trial.versions.ear
        conditions.grammars = trial.versions.grammars
        conditions.minutesTooEarly = try minutesTooEarly(records)
        conditions.completeTests = place.isComplete(eye) ? 1 : 0
        conditions.allTests = place.tests(of: eye)
        conditions.nextEye = place.nextEye
        let deviations = try noting {
            try trial.judge(
                place.study.deviations(conditions, at: place.visit, under: trial.rules))
        }
        return configured(place, eye, conditions, deviations)
    }

    /// How many minutes the clock is earlier than the last test that is not declared a mistake; 0
    /// if it is not earlier, or only by as much as the clocks of two lanes may differ.
    private func minutesTooEarly(_ records: ExamRecords) throws(RecordError) -> Int {
        let states: [TestState] = [.running, .finished, .interrupted]
        let last = try records.store.tests(TestQuery(states: states, limit: 1)).first
        let now = Moment(console.date()).milliseconds
        let early = (last.map { ($0.ended ?? $0.began).milliseconds } ?? now) - now
        return early > Self.clocksDiffer ? Int((early + 59_999) / 60_000) : 0
    }

    /// The tolerated difference between the clocks of two lanes, milliseconds: chosen.
    private static let clocksDiffer: Int64 = 120_000

    /// Calls a function, and notes a refusal in the audit trail.
    private func noting<Result>(_ act: () throws -> Result) throws -> Result {
        do { return try act() } catch let refusal as TrialRefusal {
            if let records {
                // Without the records no test can begin, so an error here is not reported.
                try? records.store.note(
                    .refuseTrial, of: records.person,
                    by: Author(
                        records.author.name, reason: "the protocol of \(refusal.title)"))
            }
            throw refusal
        }
    }

    private func configured(
        _ place: TrialPlace, _ eye: Eye, _ conditions: TrialConditions,
        _ deviations: [TrialDeviation]
    ) -> ExamRoom {
        guard let trial = configuration.trial else { return self }
        var room = self
        let attempt = conditions.allTests + 1
        room.configuration.measurement.eye = eye
        let chart = place.chart(of: eye) ?? trial.rules.chart
        room.configuration.measurement.chart = ChartChoice(rawValue: chart ?? "") ?? .random
        room.configuration.measurement.seed = ArmDraw.letterSeed(
            trial.rules.letterSeed, subject: place.subject.number, visit: place.visit.name,
            eye: eye, attempt: attempt)
        // The caller may have read the order of another eye.
        room.records = records?.ordered(for: eye, on: Moment(console.date()).day)
        room.records?.circumstances.trial = TrialVisit(
            study: trial.rules.study, version: trial.rules.version, digest: trial.file.digest,
            subject: place.subject.number, visit: place.visit.name, arm: place.subject.arm,
            attempt: attempt, isMasked: trial.rules.masked, deviations: deviations)
        return room
    }
}

extension TrialConduct {
    /// The deviations that the test is kept with.
    ///
    /// - Throws: `TrialRefusal` for one that the protocol refuses, or that lacks its reason.
    fileprivate func judge(_ found: [TrialDeviation]) throws -> [TrialDeviation] {
        let refused = found.filter { rules.handling(of: $0.code) == .refuse }
        guard refused.isEmpty else { throw TrialRefusal(rules.title, refused.map(\.finding)) }
        let kept = found.map { deviation in
            var kept = deviation
            kept.reason = reasons[deviation.code]
            return kept
        }
        let open = kept.filter { $0.reason == nil }
        guard open.isEmpty || !needsReasons else {
            throw TrialRefusal(
                rules.title, open.map(\.finding),
                advice: "It is kept as a deviation with a reason: add '--deviation \""
                    + open.map { "\($0.code.rawValue)=WORDS" }.joined(separator: ";") + "\"'.")
        }
        let reported = reasons.filter { code, _ in
            !code.isFoundBefore && !kept.contains { $0.code == code }
        }
        return kept
            + reported.sorted { $0.key.rawValue < $1.key.rawValue }.map { code, reason in
                TrialDeviation(
                    code, "Reported before the test.", foundBy: .person, reason: reason)
            }
    }
}
