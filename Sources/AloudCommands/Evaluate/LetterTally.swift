internal import Acuity
internal import LetterSpeech

/// How letters that were said compare with the answers that were heard.
struct LetterTally {
    /// Letters said.
    var said = 0
    /// Heard as what they are.
    var right = 0
    /// Heard as another letter.
    var wrong = 0
    /// Marked as unclear, to be asked for again.
    var unclear = 0
    /// Not noticed.
    var missed = 0
    /// Letters heard where none was said.
    var inserted = 0
    /// What was heard for what, where the two differ.
    var confusions: [String: Int] = [:]

    /// Adds a recording: its answers are aligned with its letters at the least cost, where right
    /// costs nothing, unclear 0.5, and wrong, missed and inserted 1 each (Wagner and Fischer,
    /// J. ACM 1974). Commands are not letters and count as nothing.
    mutating func add(said letters: [Letter], heard answers: [SpokenAnswer]) {
        let heard = answers.compactMap { answer -> Letter?? in
            switch answer.kind {
            case .letter(let letter): .some(letter)
            case .unclear: .some(nil)
            case .command: nil
            }
        }
        said += letters.count
        for step in Self.alignment(letters, heard) {
            switch step {
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

    /// Adds another tally's counts.
    mutating func add(_ other: LetterTally) {
        said += other.said
        right += other.right
        wrong += other.wrong
        unclear += other.unclear
        missed += other.missed
        inserted += other.inserted
        confusions.merge(other.confusions) { $0 + $1 }
    }

    /// A count as a share of the letters said, in percent.
    func percent(_ count: Int) -> Double {
        said == 0 ? 0 : (1000 * Double(count) / Double(said)).rounded() / 10
    }

    private static func alignment(_ said: [Letter], _ heard: [Letter?])
        -> [(said: Letter?, heard: Letter??)]
    {
        func cost(_ letter: Letter, _ other: Letter?) -> Double {
            other.map { $0 == letter ? 0 : 1 } ?? 0.5
        }
        var costs = (0...said.count).map { row in (0...heard.count).map { Double($0 + row) } }
        for row in 0..<said.count {
            for column in 0..<heard.count {
                costs[row + 1][column + 1] = min(
                    costs[row][column] + cost(said[row], heard[column]),
                    costs[row][column + 1] + 1, costs[row + 1][column] + 1)
            }
        }
        var steps: [(said: Letter?, heard: Letter??)] = []
        var (row, column) = (said.count, heard.count)
        while row > 0 || column > 0 {
            let here = costs[row][column]
            if row > 0, column > 0,
                here == costs[row - 1][column - 1] + cost(said[row - 1], heard[column - 1])
            {
                steps.append((said[row - 1], .some(heard[column - 1])))
                (row, column) = (row - 1, column - 1)
            } else if row > 0, here == costs[row - 1][column] + 1 {
                steps.append((said[row - 1], .none))
                row -= 1
            } else {
                steps.append((nil, .some(heard[column - 1])))
                column -= 1
            }
        }
        return steps.reversed()
    }
}
