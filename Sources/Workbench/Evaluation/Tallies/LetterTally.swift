package import Acuity
package import PhoneticMapping
internal import Platform
internal import Records
package import Transcripts

/// Counts of spoken letters compared with the heard answers.
package struct LetterTally: ScoredTally, Decodable {
    /// Nothing counted yet.
    package init() {}

    /// Letters said.
    package var said = 0
    /// Heard as the letter said.
    package var right = 0
    /// Heard as another letter, or as "can't see it".
    package var wrong = 0
    /// Wrong letters that were heard as "can't see it": a test scores them as not seen.
    package var notSeen = 0
    /// Marked as unclear, to be asked for again.
    package var unclear = 0
    /// Not noticed.
    package var missed = 0
    /// Letters heard that were not said.
    package var inserted = 0
    /// The number of times that one letter was heard as another: "D as V".
    package var confusions: [String: Int] = [:]

    private enum CodingKeys: String, CodingKey {
        case right, wrong, notSeen, unclear, missed, inserted, confusions
        case said = "letters"
    }

    /// Adds a recording.
    package mutating func add(said letters: [Letter], heard answers: [SpokenAnswer]) {
        said += letters.count
        for step in AnswerAlignment(said: letters, heard: answers).steps {
            if step.said != nil, step.answer?.kind.isNotSeen == true {
                wrong += 1
                notSeen += 1
                continue
            }
            switch (step.said, step.answer.map(\.kind.letter)) {
            case (.some(let letter), .some(.some(let other))):
                if letter == other {
                    right += 1
                } else {
                    wrong += 1
                    confusions["\(letter) as \(other)", default: 0] += 1
                }
            case (.some, .some(.none)): unclear += 1
            case (.some, .none): missed += 1
            case (.none, .some(.some)): inserted += 1
            case (.none, _): break
            }
        }
    }

    package mutating func add(_ other: LetterTally) {
        addCounts(other)
        confusions.merge(other.confusions) { $0 + $1 }
    }

    /// Leaves out the confusions.
    package mutating func addCounts(_ other: LetterTally) {
        said += other.said
        right += other.right
        wrong += other.wrong
        notSeen += other.notSeen
        unclear += other.unclear
        missed += other.missed
        inserted += other.inserted
    }

    /// A count as a share of the letters said, in percent.
    package func percent(_ count: Int) -> Double { Proportion(part: count, whole: said).percent }

    /// The right letters, of the letters said.
    private var rightOfSaid: Proportion { Proportion(part: right, whole: said) }

    /// The share of letters that are right, 0…1; nil without letters.
    package var rightShare: Double? { rightOfSaid.value }

    /// The share of letters asked for again, 0…1: an unclear one is asked for at once, a missed one
    /// when the line ends without it.
    package var askedShare: Double? { Proportion(part: unclear + missed, whole: said).value }

    /// The wrong letters among those accepted. An inserted letter is wrong.
    package var wrongOfAccepted: Proportion {
        Proportion(part: wrong + inserted, whole: right + wrong + inserted)
    }

    /// The share of wrong letters among those accepted, 0…1.
    package var wrongShare: Double? { wrongOfAccepted.value }

    /// Letters wrong, missed, unclear and inserted, of those said: the letter error rate.
    package var errorsOfSaid: Proportion {
        Proportion(part: wrong + missed + unclear + inserted, whole: said)
    }

    package static let shares: [NamedShare<LetterTally>] = [
        NamedShare("right", "right") { $0.rightOfSaid },
        NamedShare("wrong among accepted", "wrongAmongAccepted") { $0.wrongOfAccepted },
        NamedShare("letter error rate", "letterErrorRate") { $0.errorsOfSaid },
    ]
}

/// A tally with shares that measure how well speakers are heard.
package protocol ScoredTally: Tally {
    /// The shares in the order of their importance.
    static var shares: [NamedShare<Self>] { get }
}

/// A share that is counted.
package struct NamedShare<Counts: Tally>: Sendable {
    /// The name for people: "wrong among accepted".
    package let name: String
    /// The key for programs: "wrongAmongAccepted".
    package let key: String
    package let count: @Sendable (Counts) -> Proportion

    package init(_ name: String, _ key: String, _ count: @escaping @Sendable (Counts) -> Proportion)
    {
        self.name = name
        self.key = key
        self.count = count
    }
}

extension Dictionary where Key == String, Value: ScoredTally {
    /// A line for each share of all speakers with its 95 % interval, "right 94.7 % (88.1 to 98.3)";
    /// none for a share of nothing.
    var headlines: [String] {
        let all = values.total
        return Value.shares.compactMap { share in
            guard let value = share.count(all).value else { return nil }
            let interval = SpeakerBootstrap.interval(over: self, of: share.count)
            return "\(share.name) \(value.percentText) %"
                + (interval.map { " (\($0.percentText))" } ?? "")
        }
    }

    /// The 95 % interval of each share, 0…1, by its key.
    var intervals: [String: [Double]?] {
        Value.shares.reduce(into: [:]) { intervals, share in
            intervals.updateValue(
                shares(SpeakerBootstrap.interval(over: self, of: share.count)),
                forKey: share.key)
        }
    }
}

extension ScoredTally {
    /// Each share, 0…1, by its key.
    package var shares: [String: Double?] {
        Self.shares.reduce(into: [:]) { shares, named in
            shares.updateValue(share(named.count(self).value), forKey: named.key)
        }
    }
}

/// The alignment of answers with the letters said.
///
/// It has the least total cost: a right answer costs 0, an unclear one 0.5, and a wrong, missed or
/// inserted one 1 (Wagner and Fischer, J. ACM 1974). "Can't see it" is an answer, as in a test: it
/// costs 1 as the answer to a letter, and 0.5 if it is inserted. Other commands and directions are
/// left out.
package struct AnswerAlignment {
    /// A letter and its answer. A missed letter has no answer, and an inserted answer has no
    /// letter.
    package struct Step {
        package var said: Letter?
        package var answer: SpokenAnswer?
    }

    /// In the order of the recording.
    package let steps: [Step]

    package init(said: [Letter], heard answers: [SpokenAnswer]) {
        let heard = answers.filter { answer in
            switch answer.kind {
            case .letter, .unclear: true
            case .command, .direction: answer.kind.isNotSeen
            }
        }
        let costs = Self.costs(said, heard)
        var steps: [Step] = []
        var (row, column) = (said.count, heard.count)
        while row > 0 || column > 0 {
            let here = costs[row][column]
            if row > 0, column > 0,
                here == costs[row - 1][column - 1] + Self.cost(said[row - 1], heard[column - 1])
            {
                steps.append(Step(said: said[row - 1], answer: heard[column - 1]))
                (row, column) = (row - 1, column - 1)
            } else if row > 0, here == costs[row - 1][column] + 1 {
                steps.append(Step(said: said[row - 1]))
                row -= 1
            } else {
                steps.append(Step(answer: heard[column - 1]))
                column -= 1
            }
        }
        self.steps = steps.reversed()
    }

    private static func cost(_ letter: Letter, _ answer: SpokenAnswer) -> Double {
        guard let other = answer.kind.letter else { return answer.kind.isNotSeen ? 1 : 0.5 }
        return other == letter ? 0 : 1
    }

    /// The cost of an answer that belongs to no letter.
    private static func cost(inserting answer: SpokenAnswer) -> Double {
        answer.kind.isNotSeen ? 0.5 : 1
    }

    /// The least cost of each prefix of the letters with each prefix of the answers.
    private static func costs(_ said: [Letter], _ heard: [SpokenAnswer]) -> [[Double]] {
        let none = heard.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + cost(inserting: $1)) }
        var costs = (0...said.count).map { row in none.map { $0 + Double(row) } }
        for row in said.indices {
            for column in heard.indices {
                costs[row + 1][column + 1] = min(
                    costs[row][column] + cost(said[row], heard[column]),
                    costs[row][column + 1] + 1,
                    costs[row + 1][column] + cost(inserting: heard[column]))
            }
        }
        return costs
    }
}
