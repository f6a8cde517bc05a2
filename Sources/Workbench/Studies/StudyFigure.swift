internal import Acuity
internal import CommandLineKit
internal import Platform
internal import Transcripts

/// A number of a study's report, with its 95 % interval.
package struct StudyFigure: Sendable, Encodable, Equatable {
    /// The numbers of a report, by their names for programs.
    package enum Kind: String, Sendable, Encodable {
        case bias, lowerLimit, upperLimit, repeatability, correlation
        case seconds, unusable, askedAgain, misheard
    }

    /// The precision of a number.
    package enum Certainty: String, Sendable, Encodable {
        /// The study has fewer than 20 people, too few for a number.
        case tooFewPeople
        /// Fewer than 50 people: the interval is wide.
        case wide
        /// At least 50 people, or a count, which needs no minimum.
        case usual
    }

    /// The group; empty for all people together.
    package let group: String
    /// The measured quantity: "aloud - chart", "aloud, visit 2 - visit 1", "aloud".
    package let of: String
    package let kind: Kind
    /// The number: logMAR, seconds, a correlation, or a share of 0...1; nil if there is none.
    package let value: Double?
    /// The ends of its 95 % interval; nil if there is none.
    package let low: Double?
    package let high: Double?
    /// The number of people who were measured for it.
    package let people: Int
    package let certainty: Certainty

    /// Minimum number of people for limits, and the number below which the interval is called wide
    /// (standard error of a limit: sqrt(3 / n) standard deviations, Bland and Altman, Lancet 1986).
    package static let (fewest, wideBelow) = (20, 50)
}

extension StudyFigure {
    /// The number as people read it.
    var valueText: String {
        guard certainty != .tooFewPeople else { return "needs \(Self.fewest) people" }
        return value.map(text) ?? "-"
    }

    /// The interval as people read it, with the word "wide" for few people.
    var intervalText: String {
        guard let low, let high else { return "-" }
        return "\(text(low)) to \(text(high))" + (certainty == .wide ? ", wide" : "")
    }

    private func text(_ number: Double) -> String {
        switch kind {
        case .bias, .lowerLimit, .upperLimit: signed(number)
        case .repeatability, .correlation: fixed(number, 3)
        case .seconds: fixed(number, 0)
        case .unusable, .askedAgain, .misheard: percent(number, 1)
        }
    }

    /// The name of the number for people.
    var title: String {
        switch kind {
        case .bias: "mean difference"
        case .lowerLimit: "lower limit of agreement"
        case .upperLimit: "upper limit of agreement"
        case .repeatability: "coefficient of repeatability"
        case .correlation: "ICC, absolute agreement"
        case .seconds: "median time, seconds"
        case .unusable: "without a result"
        case .askedAgain: "letters asked again"
        case .misheard: "letters misheard"
        }
    }
}

extension StudySample {
    /// The figures of all people or of a group.
    ///
    /// - Parameters:
    ///   - group: the group; empty for all people.
    ///   - other: the name of the other method.
    func figures(group: String, other: String) -> [StudyFigure] {
        let methods = [(StudyVisit.aloud, true), (other, false)]
        let differences =
            Self.differences(betweenMethods, group, "\(StudyVisit.aloud) - \(other)", false)
            + methods.flatMap { name, aloud in
                Self.differences(
                    betweenVisits(aloud: aloud), group, "\(name), visit 2 - visit 1", true)
            }
        return differences + methods.flatMap { counts(of: $0, aloud: $1, group) }
    }

    /// The figures of differences: none without differences.
    private static func differences(
        _ pairs: [Pair], _ group: String, _ name: String, _ isRetest: Bool
    ) -> [StudyFigure] {
        guard !pairs.isEmpty else { return [] }
        let people = pairs.people
        let isEnough = people >= StudyFigure.fewest
        let certainty: StudyFigure.Certainty =
            !isEnough ? .tooFewPeople : people < StudyFigure.wideBelow ? .wide : .usual
        func figure(
            _ kind: StudyFigure.Kind, _ value: Double?, _ interval: ClosedRange<Double>?
        ) -> StudyFigure {
            let isShown = isEnough || kind == .bias
            return StudyFigure(
                group: group, of: name, kind: kind, value: isShown ? value : nil,
                low: isShown ? interval?.lowerBound : nil,
                high: isShown ? interval?.upperBound : nil, people: people,
                certainty: kind == .bias && !isEnough ? .wide : certainty)
        }
        let (limits, correlation) = (pairs.limits, pairs.correlation)
        let repeatability = isRetest ? pairs.repeatability : nil
        return [
            figure(.bias, limits?.mean, limits?.meanInterval),
            figure(.lowerLimit, limits?.lower, limits?.lowerInterval),
            figure(.upperLimit, limits?.upper, limits?.upperInterval),
        ]
            + (isRetest
                ? [figure(.repeatability, repeatability?.coefficient, repeatability?.interval)]
                : [])
            + [figure(.correlation, correlation?.value, correlation?.interval)]
    }

    /// Times and shares of a method.
    private func counts(of name: String, aloud: Bool, _ group: String) -> [StudyFigure] {
        let done = entries.filter { aloud ? $0.test != nil : $0.visit.isOtherDone }
        guard !done.isEmpty else { return [] }
        let persons = Dictionary(grouping: done, by: \.visit.person).sorted { $0.key < $1.key }
            .map(\.value)
        let people = persons.count
        // The letters and the visits of a person are not independent, so the interval is over people.
        func figure(
            _ kind: StudyFigure.Kind, _ share: (StudyResults.Entry) -> Proportion
        ) -> StudyFigure {
            let shares = persons.map { $0.map(share).together }
            let interval = SpeakerBootstrap.interval(over: shares) { $0.together }
            return StudyFigure(
                group: group, of: name, kind: kind, value: shares.together.value,
                low: interval?.lowerBound, high: interval?.upperBound, people: people,
                certainty: .usual)
        }
        let times = seconds(aloud: aloud).sorted()
        let unusable = figure(.unusable) { entry in
            let isUnusable = aloud ? entry.test?.logMAR == nil : entry.visit.isUnusable
            return Proportion(part: isUnusable ? 1 : 0, whole: 1)
        }
        let figures =
            (times.isEmpty
                ? []
                : [
                    StudyFigure(
                        group: group, of: name, kind: .seconds,
                        value: (times[times.count / 2] + times[(times.count - 1) / 2]) / 2,
                        low: nil, high: nil, people: people, certainty: .usual)
                ]) + [unusable]
        guard aloud else { return figures }
        let askedAgain = figure(.askedAgain) { entry in
            Proportion(part: entry.test?.askedAgain ?? 0, whole: entry.test?.letters ?? 0)
        }
        guard done.contains(where: { $0.visit.misheard != nil }) else {
            return figures + [askedAgain]
        }
        let misheard = figure(.misheard) { entry in
            entry.visit.misheard.map { Proportion(part: $0, whole: entry.test?.letters ?? 0) }
                ?? Proportion(part: 0, whole: 0)
        }
        return figures + [askedAgain, misheard]
    }
}

extension [Proportion] {
    /// The share of all of them together.
    fileprivate var together: Proportion {
        reduce(into: Proportion(part: 0, whole: 0)) {
            $0.part += $1.part
            $0.whole += $1.whole
        }
    }
}
