internal import Dialogue
internal import Platform
package import Records

/// What tests made of talk: nothing of it is to stand on a line.
package struct TalkTally: Equatable {
    /// Recordings of talk.
    package var recordings = 0
    /// Those of which an answer stood after the first reading.
    package var answered = 0
    /// The answers that stood then.
    package var answers = 0
    /// Recordings of which an answer stood at their end.
    var answeredAtEnd = 0
    /// Those that paused the test, and those that stopped it.
    package var paused = 0
    package var stopped = 0

    /// Counts recordings of talk.
    init(_ talks: [HeardLine]) {
        for talk in talks {
            let standing = talk.first.count(where: \.isAnswered)
            recordings += 1
            answers += standing
            answered += standing > 0 ? 1 : 0
            answeredAtEnd += talk.last.contains(where: \.isAnswered) ? 1 : 0
            paused += talk.wasPaused ? 1 : 0
            stopped += talk.wasStopped ? 1 : 0
        }
    }

    /// The share of recordings of which an answer stood after the first reading, 0…1; nil without any.
    var answeredShare: Double? {
        recordings == 0 ? nil : Double(answered) / Double(recordings)
    }

    /// The counts in a line for people.
    package var text: String {
        let share = answeredShare.map { " (\($0.percentText) %)" } ?? ""
        return
            "talk: an answer stands after the first reading in \(answered)\(share), at the end in"
            + " \(answeredAtEnd); \(paused) paused the test, \(stopped) stopped it"
    }

    /// The counts.
    package var json: JSONValue {
        [
            "recordings": .integer(recordings), "answered": .integer(answered),
            "answers": .integer(answers), "answeredAtEnd": .integer(answeredAtEnd),
            "paused": .integer(paused), "stopped": .integer(stopped),
            "answeredShare": .share(answeredShare),
        ]
    }
}
