internal import Acuity
internal import CommandLineKit
internal import Platform

/// The speakers of a manifest in three parts, by a seed: those who are fitted on, those who choose
/// what is kept, and the final ones, who are heard for the proof alone.
///
/// Speakers of the same groups (the columns sex, age, accent and microphone, else the set) are
/// spread over the parts. The division depends on the names and groups alone, not on the order of
/// the manifest.
struct SpeakerSplit: Equatable {
    /// The parts.
    enum Part: String, CaseIterable {
        case train, check, final
    }

    /// The parts of ten speakers, in turn: five are fitted on, two choose, three prove.
    private static let turn: [Part] = [
        .train, .final, .train, .check, .train, .final, .train, .check, .final, .train,
    ]
    /// The fewest speakers that can be divided.
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
