internal import Acuity
internal import CommandLineKit
internal import Foundation
internal import Platform
internal import Records
internal import Transcripts

/// Two results of `aloud-workbench evaluate --json` for the same recordings, compared over their speakers.
///
/// Tests over letters claim more than ten speakers can show, because the letters of one speaker are
/// not independent. So speakers are drawn and exchanged, never letters.
package struct ResultComparison {
    /// The letters of one speaker in both results.
    package struct Pair {
        package var before: LetterTally
        package var after: LetterTally

        /// Sets each property from the parameter of its name.
        package init(before: LetterTally, after: LetterTally) {
            self.before = before
            self.after = after
        }
    }

    /// A share in both results, and statistics of the difference.
    package struct Difference: Encodable {
        package var name: String
        /// The share in each result, 0…1.
        package var before: Double
        package var after: Double
        /// `after` less `before`.
        package var difference: Double
        /// The 95 % interval of the difference, by a bootstrap over speakers; nil for one speaker.
        package var interval: [Double]?
        /// The p-value of the sign-flip test; nil if it is undefined.
        package var p: Double?
        /// Speakers with a higher share after, a lower one, and the same.
        package var higher: Int
        package var lower: Int
        package var same: Int
    }

    /// The paths of the results.
    private let files: [String]
    /// The speakers' letters, in the order of the speakers' names.
    private let pairs: [Pair]
    package let differences: [Difference]

    /// Reads two results.
    ///
    /// - Throws: `ComparisonError`.
    package init(_ before: String, _ after: String) throws {
        let (first, second) = (try Self.speakers(in: before), try Self.speakers(in: after))
        guard Set(first.keys) == Set(second.keys) else {
            let only = Set(first.keys).symmetricDifference(second.keys).sorted()[0]
            throw ComparisonError.otherSpeakers(before, after, speaker: only)
        }
        for (speaker, tally) in first.sorted(by: { $0.key < $1.key }) {
            let other = second[speaker]?.said ?? 0
            guard other == tally.said else {
                throw ComparisonError.otherLetters(
                    before, after, speaker: speaker, letters: [tally.said, other])
            }
        }
        self.init(
            files: [before, after],
            pairs: first.sorted { $0.key < $1.key }.compactMap { speaker, tally in
                second[speaker].map { Pair(before: tally, after: $0) }
            })
    }

    package init(files: [String], pairs: [Pair]) {
        self.files = files
        self.pairs = pairs
        differences = LetterTally.shares.compactMap { Self.difference(in: $0, of: pairs) }
    }

    private static func speakers(in path: String) throws -> [String: LetterTally] {
        struct Result: Decodable { var speakers: [String: LetterTally] }
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
            throw UnreadableFile(path: path, reason: systemReason(ENOENT))
        }
        guard let result = try? JSONDecoder().decode(Result.self, from: data),
            !result.speakers.isEmpty
        else { throw ComparisonError.noResult(path) }
        return result.speakers
    }

    private static func difference(
        in share: NamedShare<LetterTally>, of pairs: [Pair]
    ) -> Difference? {
        func value(_ tallies: [LetterTally]) -> Double? {
            share.count(tallies.reduce(into: LetterTally()) { $0.addCounts($1) }).value
        }
        func difference(_ pairs: [Pair]) -> Double? {
            guard let before = value(pairs.map(\.before)), let after = value(pairs.map(\.after))
            else { return nil }
            return after - before
        }
        guard let before = value(pairs.map(\.before)), let after = value(pairs.map(\.after)) else {
            return nil
        }
        let interval = SpeakerBootstrap.percentiles(over: pairs, of: difference)
        let p = SignFlip.p(speakers: pairs.count) { flips in
            difference(
                zip(pairs, flips).map { pair, isFlipped in
                    isFlipped ? Pair(before: pair.after, after: pair.before) : pair
                })
        }
        let own = pairs.map { difference([$0]) ?? 0 }
        return Difference(
            name: share.key, before: before, after: after, difference: after - before,
            interval: interval.map { [$0.lowerBound, $0.upperBound] }, p: p,
            higher: own.count { $0 > 0 }, lower: own.count { $0 < 0 }, same: own.count { $0 == 0 })
    }
}

extension ResultComparison {
    /// The comparison as a table for people.
    package var text: String {
        let letters = pairs.reduce(0) { $0 + $1.before.said }
        var table = TextTable(
            [
                "", "before", "after", "difference", "95 % interval", "p", "higher", "lower",
                "same",
            ], columnsFromLeft: 1)
        for (share, named) in zip(differences, differences.map { Self.name(of: $0.name) }) {
            table.add([
                named, percent(share.before, 1), percent(share.after, 1),
                Self.points(share.difference),
                share.interval.map { "\(Self.points($0[0])) to \(Self.points($0[1]))" } ?? "-",
                fixed(share.p, 3), "\(share.higher)", "\(share.lower)", "\(share.same)",
            ])
        }
        let lines =
            [
                "before: \(files[0])", "after:  \(files[1])",
                "\(pairs.count.counting("speaker")), \(letters.counting("letter"))", "",
            ] + table.lines + [
                "",
                "Differences are in percentage points; intervals are from a bootstrap over"
                    + " speakers, p from a",
                "sign-flip test over speakers. The last columns count speakers.",
            ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The comparison as one JSON object.
    package var json: String {
        let object: JSONObject = [
            "before": files[0], "after": files[1], "speakers": pairs.count,
            "letters": pairs.reduce(0) { $0 + $1.before.said },
            "differences": differences.map { share in
                [
                    "share": share.name, "before": Records.rounded(share.before, places: 4),
                    "after": Records.rounded(share.after, places: 4),
                    "difference": Records.rounded(share.difference, places: 4),
                    "interval": orNull(
                        share.interval?.compactMap { Records.rounded($0, places: 4) }),
                    "p": orNull(Records.rounded(share.p, places: 4)), "higher": share.higher,
                    "lower": share.lower, "same": share.same,
                ] as JSONObject
            },
        ]
        return object.jsonText
    }

    private static func name(of key: String) -> String {
        LetterTally.shares.first { $0.key == key }?.name ?? key
    }

    /// A difference of shares in percentage points: "+1.5".
    private static func points(_ difference: Double) -> String {
        let text = fixed(100 * difference, 1)
        return text.hasPrefix("-") || text == "0.0" ? text : "+" + text
    }
}

/// Two results that cannot be compared.
enum ComparisonError: Error, Equatable, CustomStringConvertible {
    case noResult(String)
    case otherSpeakers(String, String, speaker: String)
    case otherLetters(String, String, speaker: String, letters: [Int])

    var description: String {
        switch self {
        case .noResult(let path):
            "'\(path)' is not a result of 'aloud-workbench evaluate --json' with letters in it."
        case .otherSpeakers(let before, let after, let speaker):
            "'\(before)' and '\(after)' are not of the same recordings: only one of them has the"
                + " speaker '\(speaker)'. Evaluate the same manifest and sets in both."
        case .otherLetters(let before, let after, let speaker, let letters):
            "'\(before)' and '\(after)' are not of the same recordings: the speaker '\(speaker)' has"
                + " \(letters[0].counting("letter")) in the first and \(letters[1]) in the second."
                + " Evaluate the same manifest and sets in both."
        }
    }
}

/// The sign-flip test of a difference between two results of the same speakers (Fisher's
/// randomisation test for pairs; Good, Permutation, Parametric and Bootstrap Tests, 2005).
///
/// If the results do not differ, the two results of each speaker are exchangeable. The p-value is
/// the share of exchanges with a difference as large as the one found, in either direction.
package enum SignFlip {
    /// Maximum number of speakers for which all exchanges are counted; above it, some are drawn.
    private static let mostExact = 16
    /// Number of exchanges that are drawn. Chosen: a p-value of 0.05 is known to 0.004.
    private static let draws = 10_000

    /// The p-value; nil without speakers, or where the difference is undefined.
    ///
    /// - Parameters:
    ///   - speakers: the number of speakers.
    ///   - difference: the difference if the results of some speakers are exchanged.
    package static func p(speakers: Int, difference: ([Bool]) -> Double?) -> Double? {
        guard speakers > 0,
            let found = difference(Array(repeating: false, count: speakers))
        else { return nil }
        // Differences that differ only by rounding count as equal.
        let least = abs(found) - 1e-12
        if speakers <= mostExact {
            let all = 1 << speakers
            let large = (0..<all).count { bits in
                let flips = (0..<speakers).map { bits >> $0 & 1 == 1 }
                return difference(flips).map { abs($0) >= least } ?? false
            }
            return Double(large) / Double(all)
        }
        var generator = SplitMix64(seed: SpeakerBootstrap.seed)
        let large = (0..<draws).count { _ in
            let flips = (0..<speakers).map { _ in generator.index(below: 2) == 1 }
            return difference(flips).map { abs($0) >= least } ?? false
        }
        // The added one is the observed result, in which no speaker is exchanged.
        return Double(large + 1) / Double(draws + 1)
    }
}
