internal import PhoneticMapping
internal import Recognition
package import Transcripts

/// Counts of recordings that add up over speakers.
package protocol Tally: Equatable, Encodable {
    /// Nothing counted yet.
    init()

    /// Adds another's counts.
    mutating func add(_ other: Self)

    /// Adds another's numbers. Counts that no share depends on may be left out, to save time.
    mutating func addCounts(_ other: Self)
}

extension Tally {
    package mutating func addCounts(_ other: Self) { add(other) }
}

extension Sequence where Element: Tally {
    /// All of them together.
    package var total: Element { reduce(into: Element()) { $0.add($1) } }
}

extension Dictionary where Key == String, Value: Tally {
    /// The tallies of rows, by speaker or by set.
    ///
    /// - Parameters:
    ///   - name: the speaker or set of a row.
    ///   - tally: the tally of one row.
    package init<Row>(
        counting rows: [Row], by name: (Row) -> String, _ tally: (Row) -> Value
    ) {
        self = rows.reduce(into: [:]) { tallies, row in
            tallies[name(row), default: Value()].add(tally(row))
        }
    }
}

/// Counts of words with a meaning, such as "delta" or "stop".
struct WordTally: Equatable, Encodable {
    var said = 0
    /// Understood, and nothing else with it.
    var right = 0
    /// Taken for something else.
    var wrong = 0
    /// Asked for again, or not noticed.
    var unheard = 0

    private enum CodingKeys: String, CodingKey {
        case said, right, wrong
        case unheard = "unclearOrMissed"
    }

    /// Counts recordings of one such word each.
    init(_ rows: [HeardRow], thresholds: AcceptanceThresholds) {
        for row in rows {
            guard let meaning = row.row.meaning else { continue }
            said += 1
            let kinds = row.answers(at: thresholds).map(\.kind).filter { $0 != .unclear }
            if kinds == [meaning.kind] {
                right += 1
            } else if kinds.isEmpty {
                unheard += 1
            } else {
                wrong += 1
            }
        }
    }
}

/// Counts of letters accepted in recordings without any: other words, digits, noise.
struct WordlessTally: Tally {
    /// Recordings without a letter.
    var recordings = 0
    /// Recordings without a letter in which one was accepted.
    var answered = 0
    /// Letters accepted in them.
    var letters = 0

    init() {}

    /// Counts the answers that these thresholds accept.
    init(_ rows: [HeardRow], thresholds: AcceptanceThresholds) {
        for row in rows {
            let accepted = row.answers(at: thresholds).count { $0.kind.letter != nil }
            recordings += 1
            answered += accepted > 0 ? 1 : 0
            letters += accepted
        }
    }

    mutating func add(_ other: WordlessTally) {
        recordings += other.recordings
        answered += other.answered
        letters += other.letters
    }

    /// The share of recordings answered with a letter, 0…1; nil without recordings.
    var answeredShare: Double? {
        recordings == 0 ? nil : Double(answered) / Double(recordings)
    }
}

/// Counts of recordings in which a command was heard that nobody gave. In a test, it would pause or
/// end the test, or score a letter as not seen.
struct CommandTally: Tally {
    /// Recordings in which commands were looked for.
    var recordings = 0
    /// Recordings in which at least one command was heard that nobody gave.
    var taken = 0
    /// The count of each command, by its name in events.
    var commands: [String: Int] = [:]

    init() {}

    /// Counts the commands heard in a recording at these thresholds that were not said.
    init(_ row: HeardRow, thresholds: AcceptanceThresholds) {
        let found = row.commandsNotGiven(at: thresholds)
        recordings = 1
        taken = found.isEmpty ? 0 : 1
        for command in found { commands[command.rawValue] = 1 }
    }

    mutating func add(_ other: CommandTally) {
        recordings += other.recordings
        taken += other.taken
        commands.merge(other.commands) { $0 + $1 }
    }

    /// The commands and their counts, the most frequent first: "3 stop, 1 cannotSee".
    var commandsText: String {
        commands.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
}

extension HeardRow {
    /// The commands that these thresholds accept, less those that were said. Commands that count
    /// elsewhere are left out too: "can't see it" instead of a letter, and a correction with its
    /// letter.
    fileprivate func commandsNotGiven(at thresholds: AcceptanceThresholds) -> Set<SpokenCommand> {
        let answers = answers(at: thresholds)
        return Set(
            answers.indices.compactMap { index in
                let answer = answers[index]
                guard case .command(let command) = answer.kind, !row.tells(answer.heard) else {
                    return nil
                }
                let next = index + 1 < answers.count ? answers[index + 1].kind.letter : nil
                let isCountedElsewhere =
                    (answer.kind.isNotSeen && !row.letters.isEmpty)
                    || (command == .correction && next != nil)
                return isCountedElsewhere ? nil : command
            })
    }
}

extension SpeakerBootstrap {
    /// `interval(over:of:)` over the tally of each speaker.
    ///
    /// - Parameter share: the share in the sum of a draw's tallies.
    package static func interval<Counts: Tally>(
        over tallies: [String: Counts], of share: (Counts) -> Proportion
    ) -> ClosedRange<Double>? {
        // The order of a dictionary differs from run to run.
        let speakers = tallies.sorted { $0.key < $1.key }.map(\.value)
        return interval(over: speakers) { drawn in
            share(drawn.reduce(into: Counts()) { $0.addCounts($1) })
        }
    }
}
