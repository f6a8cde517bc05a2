internal import Acuity
internal import PhoneticMapping

/// The alignment of answers with the letters said.
///
/// It has the least total cost: a right answer costs 0, an unclear one 0.5, and a wrong, missed or
/// inserted one 1 (Wagner and Fischer, J. ACM 1974). "Can't see it" is an answer, as in a test: in
/// place of a letter it is wrong, beside the letters it costs 0.5. Other commands and directions
/// are left out.
struct AnswerAlignment {
    /// A letter and its answer; one of the two is nil if a letter was missed or an answer
    /// belongs to none.
    struct Step {
        var said: Letter?
        var answer: SpokenAnswer?
    }

    /// In the order of the recording.
    let steps: [Step]

    init(said: [Letter], heard answers: [SpokenAnswer]) {
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

    /// The least cost of every beginning of the letters with every beginning of the answers.
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
