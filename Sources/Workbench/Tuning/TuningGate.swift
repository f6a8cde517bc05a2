internal import Acuity
internal import Evaluation
internal import Platform
internal import Recognition
internal import Transcripts

/// Whether a profile is proven: it gains on speakers who were left out, and harms no group.
///
/// The gain is the fall of its endpoint, such as the loss (`LetterTally.losses`) of each answer said. Its 95 % interval, by
/// a bootstrap over speakers, has to lie above zero, and a sign-flip test over speakers has to agree.
/// No group of speakers may be worse by more than a bound, and the share of wrong answers may not
/// rise by more. Answers in recordings without any count as wrong.
struct TuningGate {
    /// The level of the sign-flip test.
    static let level = 0.05
    /// Minimum number of speakers of a group that is looked at.
    private static let smallestGroup = 2

    /// The final speakers before and after, by name.
    let before: [String: LetterTally]
    let after: [String: LetterTally]
    /// The groups of each speaker, by columns.
    let groups: [String: [String: String]]
    /// Maximum loss of a group, 0…1.
    let bound: Double
    /// The quantity to lower.
    var endpoint = ProofEndpoint.loss
    /// Further reasons why the gain is not proven, as sentences.
    var doubts: [String] = []

    private typealias Pair = ResultComparison.Pair

    /// Both results of each speaker, by name.
    private var pairs: [(name: String, pair: Pair)] {
        before.keys.sorted().compactMap { name in
            after[name].flatMap { after in
                before[name].map { (name, Pair(before: $0, after: after)) }
            }
        }
    }

    /// The fall of the endpoint over some speakers; nil if nothing was said.
    private func gain(_ pairs: [Pair]) -> Double? {
        let before = pairs.reduce(into: LetterTally()) { $0.addCounts($1.before) }
        let after = pairs.reduce(into: LetterTally()) { $0.addCounts($1.after) }
        guard let first = before.value(of: endpoint), let second = after.value(of: endpoint) else {
            return nil
        }
        return first - second
    }

    /// The verdict.
    var proof: ProfileCard.Proof {
        let named = pairs
        let pairs = named.map(\.pair)
        let interval = SpeakerBootstrap.percentiles(over: pairs, of: gain)
        let p = SignFlip.p(speakers: pairs.count) { flips in
            gain(
                zip(pairs, flips).map { pair, isFlipped in
                    isFlipped ? Pair(before: pair.after, after: pair.before) : pair
                })
        }
        let first = pairs.reduce(into: LetterTally()) { $0.addCounts($1.before) }
        let second = pairs.reduce(into: LetterTally()) { $0.addCounts($1.after) }
        let found = groupLosses(named)
        var reasons = doubts
        if first.said == 0 { reasons.append("The final speakers said no letter or word.") }
        if let interval {
            if interval.lowerBound <= 0 {
                reasons.append(
                    "The 95 % interval of the gain (\(Self.points(interval.lowerBound)) to"
                        + " \(Self.points(interval.upperBound)) points) is not above zero.")
            }
        } else {
            reasons.append("One speaker cannot show a gain.")
        }
        if let p, p >= Self.level {
            reasons.append("The sign-flip test over speakers gives p \(Self.words(ofP: p)).")
        }
        for group in found where group.after - group.before > bound {
            reasons.append(
                "\(group.column) \(group.name) is worse by"
                    + " \(Self.points(group.after - group.before)) points.")
        }
        if let old = first.wrongShare, let new = second.wrongShare, new - old > bound {
            reasons.append(
                "The share of wrong answers rises by \(Self.points(new - old)) points.")
        }
        return ProfileCard.Proof(
            reasons: reasons, speakers: pairs.count, said: first.said,
            before: first.value(of: endpoint) ?? 0, after: second.value(of: endpoint) ?? 0,
            interval: interval.map { [$0.lowerBound, $0.upperBound] },
            p: p, wrong: [first.wrongShare, second.wrongShare],
            asked: [first.askedShare, second.askedShare], bound: bound, groups: found)
    }

    private func groupLosses(_ pairs: [(name: String, pair: Pair)]) -> [ProfileCard.Group] {
        var members: [String: [String: [Pair]]] = [:]
        for (name, pair) in pairs {
            for (column, value) in groups[name] ?? [:] {
                members[column, default: [:]][value, default: []].append(pair)
            }
        }
        return members.sorted { $0.key < $1.key }.flatMap { column, values in
            values.sorted { $0.key < $1.key }.compactMap { value, pairs in
                let before = pairs.reduce(into: LetterTally()) { $0.addCounts($1.before) }
                let after = pairs.reduce(into: LetterTally()) { $0.addCounts($1.after) }
                guard pairs.count >= Self.smallestGroup, let first = before.loss,
                    let second = after.loss
                else { return nil }
                return ProfileCard.Group(
                    column: column, name: value, speakers: pairs.count, said: before.said,
                    before: first, after: second)
            }
        }
    }

    /// A p-value in words: "0.016", "< 0.001".
    static func words(ofP p: Double) -> String {
        p < 0.001 ? "< 0.001" : "= " + fixed(p, 3)
    }

    /// A share in points: 0.015 is "1.5".
    static func points(_ share: Double) -> String { fixed(100 * share, 1) }
}
