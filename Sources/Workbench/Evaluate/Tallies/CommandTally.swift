internal import PhoneticMapping
internal import Recognition

/// Recordings that are taken for a command which nobody gave: a test would have been paused or ended
/// by it, or would have scored a letter as not seen.
struct CommandTally: Tally {
    /// Recordings that were heard for it.
    var recordings = 0
    /// Those of them that were taken for a command, or for several.
    var taken = 0
    /// How many were taken for which, by the names that events give to commands.
    var commands: [String: Int] = [:]

    init() {}

    /// Counts what these thresholds act on in a recording.
    init(_ row: HeardRow, thresholds: HearingThresholds) {
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

    /// Which commands, the most frequent first: "3 stop, 1 cannotSee".
    var commandsText: String {
        commands.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    }
}

extension HeardRow {
    /// The commands that these thresholds act on, less those that were said. Left out is also what counts
    /// elsewhere: "can't see it" in place of a letter, and a correction with its letter.
    fileprivate func commandsNotGiven(at thresholds: HearingThresholds) -> Set<SpokenCommand> {
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
