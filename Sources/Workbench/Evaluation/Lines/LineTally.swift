internal import Acuity
internal import CommandLineKit
internal import Dialogue
internal import Platform
internal import Records
internal import Transcripts

/// Counts of lines: the letters said compared with the letters at their positions.
struct LineTally: ScoredTally {
    /// The positions at which a displaced letter was said, relative to its place: one before if
    /// there was an extra answer, up to two after if letters were lost.
    private static let neighbours = [-1, 1, 2]

    /// Lines said, and the letters in them.
    var lines = 0
    var letters = 0
    /// Positions with the letter that was said there.
    var right = 0
    /// Positions with another letter, or "can't see it".
    var wrong = 0
    /// Wrong letters that were heard as "can't see it".
    var notSeen = 0
    /// The wrong answers that name the letter at a neighbouring place.
    var displaced = 0
    /// Positions without an answer: asked for again.
    var open = 0
    /// Lines with every letter right.
    var linesRight = 0

    /// The verdict on a position.
    enum Standing: Equatable {
        case right, open, notSeen
        case wrong(isDisplaced: Bool)
    }

    /// The verdict on each position of a line.
    static func standings(_ said: [Letter], _ places: [Place]) -> [Standing] {
        zip(said, places).enumerated().map { position, pair in
            switch pair.1 {
            case .waiting, .asked: return .open
            case .missed: return .notSeen
            case .heard(let letter):
                if letter == pair.0 { return .right }
                let near = neighbours.map { position + $0 }.filter(said.indices.contains)
                return .wrong(isDisplaced: near.contains { said[$0] == letter })
            }
        }
    }

    /// Adds a line.
    ///
    /// - Parameter places: its positions, one for each letter said.
    mutating func add(said: [Letter], standing places: [Place]) {
        let standings = Self.standings(said, places)
        lines += 1
        letters += said.count
        for standing in standings {
            switch standing {
            case .right: right += 1
            case .open: open += 1
            case .notSeen:
                wrong += 1
                notSeen += 1
            case .wrong(let isDisplaced):
                wrong += 1
                if isDisplaced { displaced += 1 }
            }
        }
        if standings.allSatisfy({ $0 == .right }) { linesRight += 1 }
    }

    mutating func add(_ other: LineTally) {
        lines += other.lines
        letters += other.letters
        right += other.right
        wrong += other.wrong
        notSeen += other.notSeen
        displaced += other.displaced
        open += other.open
        linesRight += other.linesRight
    }

    static let shares: [NamedShare<LineTally>] = [
        NamedShare("right", "right") { Proportion(part: $0.right, whole: $0.letters) },
        NamedShare("wrong", "wrong") { Proportion(part: $0.wrong, whole: $0.letters) },
        NamedShare("wrong among accepted", "wrongAmongAccepted") {
            Proportion(part: $0.wrong, whole: $0.right + $0.wrong)
        },
        NamedShare("asked for again", "open") { Proportion(part: $0.open, whole: $0.letters) },
        NamedShare("lines right in whole", "linesRight") {
            Proportion(part: $0.linesRight, whole: $0.lines)
        },
    ]
}

extension LineTally {
    /// One line; the parameters as of `add`.
    init(said: [Letter], standing places: [Place]) {
        self.init()
        add(said: said, standing: places)
    }
}

/// Counts of talk that was heard as lines. Ideally, no recording of talk has an answer.
struct TalkTally: Equatable {
    /// Recordings of talk.
    var recordings = 0
    /// Recordings with an answer after the first reading.
    var answered = 0
    /// The number of these answers.
    var answers = 0
    /// Recordings with an answer at their end.
    var answeredAtEnd = 0
    /// Recordings that paused the test, and recordings that stopped it.
    var paused = 0
    var stopped = 0

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

    /// The share of recordings with an answer after the first reading, 0…1; nil without
    /// any.
    var answeredShare: Double? {
        recordings == 0 ? nil : Double(answered) / Double(recordings)
    }

    /// The counts in a line for people.
    var text: String {
        let share = answeredShare.map { " (\($0.percentText) %)" } ?? ""
        return
            "talk: answers remain after the first reading in \(answered)\(share), at the end in"
            + " \(answeredAtEnd); \(paused) paused the test, \(stopped) stopped it"
    }
}

extension TalkTally: Encodable {
    /// Writes the counts.
    func encode(to encoder: any Encoder) throws {
        try encoder.write([
            "recordings": recordings, "answered": answered, "answers": answers,
            "answeredAtEnd": answeredAtEnd, "paused": paused, "stopped": stopped,
            "answeredShare": orNull(share(answeredShare)),
        ])
    }
}

/// A table in Markdown: every line that was not fully right after its first reading, and all talk
/// that was taken for an answer, with the answers at the positions.
struct LineTable {
    private let lines: [HeardLine]

    init(_ lines: [HeardLine]) {
        self.lines = lines.filter { line in
            let sought: LineTally.Standing = line.row.isTalk ? .open : .right
            return line.standings.contains { $0 != sought }
        }
    }

    /// The table; positions count from 1, "." is an open one, "-" is "can't see it".
    var markdown: String {
        let heading = [
            "recording", "said", "answer", "wrong", "displaced", "asked again", "at the end",
        ]
        return MarkdownTable.text(heading, lines.map(cells))
    }

    private func cells(of line: HeardLine) -> [String] {
        let standings = line.standings
        func positions(where isMeant: (LineTally.Standing) -> Bool) -> String {
            Self.positions(standings.indices.filter { isMeant(standings[$0]) })
        }
        let wrong = positions { standing in
            switch standing {
            case .wrong, .notSeen: true
            case .right, .open: false
            }
        }
        return [
            line.row.shortPath,
            line.row.isTalk ? "talk" : line.said.map(\.description).joined(separator: " "),
            Self.text(line.first), wrong,
            positions { $0 == .wrong(isDisplaced: true) }, Self.positions(line.asked),
            Self.text(line.last),
        ]
    }

    private static func positions(_ positions: [Int]) -> String {
        positions.map { "\($0 + 1)" }.joined(separator: ", ")
    }

    private static func text(_ places: [Place]) -> String {
        places.map { place in
            switch place {
            case .waiting, .asked: "."
            case .missed: "-"
            case .heard(let letter): letter.description
            }
        }.joined(separator: " ")
    }
}
