internal import CommandLineKit
internal import Platform
package import Records

/// What an evaluation of lines found.
package struct LineEvaluation {
    /// How lines were made of single letters.
    package struct Joining {
        /// Seconds between the letters.
        package var pause: Double
        package var seed: UInt64

        /// The parameters as the properties of their names.
        package init(pause: Double, seed: UInt64) {
            self.pause = pause
            self.seed = seed
        }
    }

    /// How sure a letter had to be.
    package let accept: Double
    /// Nil for lines as they were recorded.
    package let joining: Joining?
    /// Recordings that could not be read.
    package let unread: Int
    /// Seconds of sound.
    package let sound: Double
    /// What stands after the first reading, by speaker.
    package let speakers: [String: LineTally]
    /// The same by set.
    package let sets: [String: LineTally]
    /// What stands at the end of the recordings.
    let atEnd: LineTally
    /// Lines in which "stop" was heard.
    package let stopped: Int
    /// What was made of talk; nil without any.
    package let talk: TalkTally?

    /// - Parameter heard: lines, and talk.
    package init(_ heard: [HeardLine], unread: Int, accept: Double, joining: Joining? = nil) {
        let lines = heard.filter { !$0.row.isTalk }
        let talks = heard.filter(\.row.isTalk)
        talk = talks.isEmpty ? nil : TalkTally(talks)
        self.accept = accept
        self.joining = joining
        self.unread = unread
        sound = heard.reduce(0) { $0 + $1.duration }
        speakers = Dictionary(counting: lines, by: \.row.speaker) {
            LineTally(said: $0.said, standing: $0.first)
        }
        sets = Dictionary(counting: lines, by: \.row.set) {
            LineTally(said: $0.said, standing: $0.first)
        }
        atEnd = lines.map { LineTally(said: $0.said, standing: $0.last) }.total
        stopped = lines.count(where: \.wasStopped)
    }

    /// All lines after the first reading.
    package var all: LineTally { speakers.values.total }
}

extension LineEvaluation {
    /// The evaluation as one object; shares 0…1.
    package var json: JSONValue {
        var object = all.json
        object.add("atEnd", atEnd.json)
        object.add("stopped", .integer(stopped))
        object.add("talk", talk?.json)
        object.add("seconds", .number(sound, places: 3))
        object.add("unread", .integer(unread))
        object.add("accept", .number(accept))
        if let joining {
            object.add(
                "joined",
                ["pause": .number(joining.pause), "seed": .integer(Int(joining.seed))])
        }
        object.add(
            "shares", .members(LineTally.shares.map { ($0.key, .share($0.count(all).value)) }))
        object.add("intervals", speakers.intervals)
        object.add("sets", .members(of: sets) { $0.json })
        object.add("speakers", .members(of: speakers) { $0.json })
        return object
    }
}

extension LineTally {
    /// The counts.
    fileprivate var json: JSONValue {
        [
            "lines": .integer(lines), "letters": .integer(letters), "right": .integer(right),
            "wrong": .integer(wrong), "notSeen": .integer(notSeen),
            "displaced": .integer(displaced), "open": .integer(open),
            "linesRight": .integer(linesRight),
        ]
    }
}

extension LineEvaluation {
    /// The evaluation as tables for people.
    package var text: String {
        EvaluationWords.text([
            [measured], all.lines > 0 ? tableLines : [], talk.map { [$0.text] } ?? [],
            stoppedLines, EvaluationWords.unread(unread),
        ])
    }

    private var measured: String {
        let lines = "\(all.lines.counting("line")) of five letters"
        let talks = talk.map { "\($0.recordings.counting("recording")) of talk" }
        let heard = (talk == nil || all.lines > 0 ? [lines] : []) + [talks].compactMap(\.self)
        let seconds = heard.joined(separator: ", ") + ", \(Int(sound.rounded())) s"
        guard let joining else { return seconds }
        return seconds
            + ", joined from single ones with \(joining.pause) s between (seed \(joining.seed))"
    }

    private var tableLines: [String] {
        var table = TextTable(
            [
                "first reading", "lines", "letters", "right", "wrong", "displaced", "open",
                "all right",
            ])
        let rows = EvaluationWords.rows(of: speakers, sets: sets) {
            Proportion(part: $0.right, whole: $0.letters).value ?? 1
        }
        for (name, tally) in rows + [("all", all), ("at the end", atEnd)] {
            table.add(
                [name]
                    + [
                        tally.lines, tally.letters, tally.right, tally.wrong, tally.displaced,
                        tally.open, tally.linesRight,
                    ].map(String.init))
        }
        return table.lines + speakers.headlines + EvaluationWords.notSeen(all.notSeen)
    }

    private var stoppedLines: [String] {
        guard stopped > 0 else { return [] }
        return ["\(stopped.counting("line")) in which \"stop\" was heard, which ends a test"]
    }
}
