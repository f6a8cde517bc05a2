internal import Acuity
internal import CommandLineKit
internal import Evaluation
internal import Foundation
internal import PhoneticMapping
internal import Platform
internal import Recognition

extension LetterTally {
    /// The cost of asking again, in wrong letters: the usual threshold of 0.7 is the best one at
    /// this cost if confidences are true (Chow, IEEE Trans. Inf. Theory 1970).
    static let askingCost = 1 - AcceptanceThresholds.usualAccept

    /// The sum of costs: 1 for a wrong or inserted answer, `askingCost` for an unclear or missed
    /// one.
    var losses: Double {
        Double(wrong + inserted) + Self.askingCost * Double(unclear + missed)
    }

    /// The loss of each answer said; nil if no answer was said.
    var loss: Double? { said == 0 ? nil : losses / Double(said) }

    /// The quantity that a proof compares; nil if nothing was said.
    func value(of endpoint: ProofEndpoint) -> Double? {
        switch endpoint {
        case .loss: loss
        case .right: said == 0 ? nil : 1 - Double(right) / Double(said)
        }
    }
}

extension HeardRow {
    /// Everything said in the recording compared with the answers: letters, and words with a
    /// meaning. In a recording without either, accepted letters and commands count as inserted.
    func tuningTally(at thresholds: AcceptanceThresholds) -> LetterTally {
        guard row.letters.isEmpty else { return tally(at: thresholds) }
        var tally = LetterTally()
        let kinds = answers(at: thresholds).map(\.kind)
        let clear = kinds.filter { $0 != .unclear }
        guard let meaning = row.meaning else {
            tally.inserted = clear.count { kind in
                switch kind {
                case .letter, .command: true
                case .direction, .unclear: false
                }
            }
            return tally
        }
        tally.said = 1
        if clear == [meaning.kind] {
            tally.right = 1
        } else if !clear.isEmpty {
            tally.wrong = 1
        } else if kinds.isEmpty {
            tally.missed = 1
        } else {
            tally.unclear = 1
        }
        return tally
    }

    /// Minimum probability that counts for the score of what was said.
    private static let least = 0.01

    /// The logarithmic score, before thresholds: the sum of -ln P of everything said, and of -ln P
    /// of no letter where none was said. It is a proper score: true confidences minimise it (Good,
    /// 1952).
    var logScore: Double {
        let said = row.letters
        let heard = heard.utterances.flatMap(\.answers)
        if said.isEmpty, let meaning = row.meaning {
            let best = heard.filter { $0.kind == meaning.kind }.map(\.sureness).max() ?? 0
            return -log(max(best, Self.least))
        }
        let letters = heard.filter { $0.kind.letter != nil }
        return AnswerAlignment(said: said, heard: letters).steps.reduce(0) { sum, step in
            guard let answer = step.answer else { return sum - log(Self.least) }
            guard let letter = step.said else {
                return sum - log(max(1 - answer.sureness, Self.least))
            }
            let share =
                answer.posterior?.letters[letter]
                ?? (answer.kind.letter == letter ? answer.sureness : 0)
            return sum - log(max(share, Self.least))
        }
    }
}

extension [String: LetterTally] {
    /// The loss of each answer said, over all speakers; nil if nothing was said.
    var loss: Double? { values.total.loss }
}

/// The speakers of a manifest in three parts, divided by a seed: training speakers, validation
/// speakers, whose loss decides what is kept, and final speakers, who are heard only for the proof.
///
/// Speakers of the same groups (the columns sex, age, accent and microphone, else the set) are
/// spread over the parts. The division depends only on the names and groups, not on the order of
/// the manifest.
struct SpeakerSplit: Equatable {
    /// The parts.
    enum Part: String, CaseIterable {
        case train, check, final
    }

    /// The parts of ten speakers, in turn: five train, two validate, three prove.
    static let turn: [Part] = [
        .train, .final, .train, .check, .train, .final, .train, .check, .final, .train,
    ]
    /// Minimum number of speakers that can be divided.
    static let fewest = 6

    let seed: UInt64
    let parts: [String: Part]

    /// Divides the speakers of some rows.
    ///
    /// - Throws: `TooFewSpeakers`.
    init(_ rows: [ReferenceRow], seed: UInt64) throws(TooFewSpeakers) {
        var strata: [String: String] = [:]
        for row in rows.sorted(by: { ($0.speaker, $0.path) < ($1.speaker, $1.path) })
        where strata[row.speaker] == nil {
            let groups = row.groups.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            strata[row.speaker] = groups.isEmpty ? row.set : groups.joined(separator: " ")
        }
        guard strata.count >= Self.fewest else { throw TooFewSpeakers(count: strata.count) }
        let order = strata.sorted { a, b in
            (a.value, StableHash.number(of: a.key, seed: seed), a.key)
                < (b.value, StableHash.number(of: b.key, seed: seed), b.key)
        }
        var parts: [String: Part] = [:]
        for (index, speaker) in order.enumerated() {
            parts[speaker.key] = Self.turn[index % Self.turn.count]
        }
        self.seed = seed
        self.parts = parts
    }

    /// The speakers of a part, by name.
    func speakers(_ part: Part) -> [String] {
        parts.filter { $0.value == part }.keys.sorted()
    }

    /// A digest of the final speakers and of what they said in which files.
    func finalDigest(of rows: [ReferenceRow]) -> String {
        let digest = ContentDigest()
        for row in rows.filter({ parts[$0.speaker] == .final })
            .sorted(by: { ($0.speaker, $0.path) < ($1.speaker, $1.path) })
        {
            for text in [row.speaker, row.path, row.transcript.joined(separator: " ")] {
                digest.add(text)
            }
        }
        return digest.text
    }
}

/// Too few speakers to divide.
struct TooFewSpeakers: Error, Equatable, CustomStringConvertible {
    var count: Int

    var description: String {
        "The manifest has \(count.counting("speaker")) to tune on: at least \(SpeakerSplit.fewest)"
            + " are needed, and a proof takes 20 or more. Add recordings of other people, and check"
            + " '--set' and '--letters'."
    }
}
