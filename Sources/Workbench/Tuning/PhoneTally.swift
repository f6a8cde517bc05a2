internal import Platform
internal import Plots

/// Counts of how phones were heard: each phone that was said, with the likeliest phone that the net
/// heard at its place.
struct PhoneTally: Equatable {
    /// A phone said and the phone heard; nil where one of the two is missing.
    struct Pair: Hashable {
        var said: String?
        var heard: String?
    }

    private(set) var counts: [Pair: Int] = [:]

    /// Counts the phones of a word by the alignment with the fewest exchanged, lost and added ones
    /// (Levenshtein 1966).
    mutating func add(said: [String], heard: [String]) {
        var costs = [Array(0...heard.count)]
        for (row, phone) in said.enumerated() {
            var next = [row + 1]
            for (column, other) in heard.enumerated() {
                next.append(
                    min(
                        costs[row][column] + (phone == other ? 0 : 1),
                        costs[row][column + 1] + 1, next[column] + 1))
            }
            costs.append(next)
        }
        var (row, column) = (said.count, heard.count)
        while row > 0 || column > 0 {
            let cost = costs[row][column]
            if row > 0, column > 0,
                cost == costs[row - 1][column - 1] + (said[row - 1] == heard[column - 1] ? 0 : 1)
            {
                (row, column) = (row - 1, column - 1)
                counts[Pair(said: said[row], heard: heard[column]), default: 0] += 1
            } else if row > 0, cost == costs[row - 1][column] + 1 {
                row -= 1
                counts[Pair(said: said[row], heard: nil), default: 0] += 1
            } else {
                column -= 1
                counts[Pair(said: nil, heard: heard[column]), default: 0] += 1
            }
        }
    }

    /// The number of times that each phone was said.
    var said: [String: Int] {
        counts.reduce(into: [:]) { sums, count in
            if let phone = count.key.said { sums[phone, default: 0] += count.value }
        }
    }

    /// The pairs that differ, the most frequent first.
    var confusions: [(pair: Pair, count: Int)] {
        counts.filter { $0.key.said != $0.key.heard }.map { (pair: $0.key, count: $0.value) }
            .sorted {
                ($1.count, $0.pair.said ?? "", $0.pair.heard ?? "")
                    < ($0.count, $1.pair.said ?? "", $1.pair.heard ?? "")
            }
    }
}

extension PhoneTally {
    /// Maximum number of pairs in a table.
    private static let mostRows = 40

    /// The most frequent confusions as a table of a page; empty if there are none.
    var table: String {
        let said = said
        let rows = confusions.prefix(Self.mostRows).map { pair, count in
            let all = pair.said.flatMap { said[$0] }
            let share = all.map { fixed(100 * Double(count) / Double($0), 1) }
            return (
                cells: [
                    pair.said ?? "nothing", pair.heard ?? "nothing", "\(count)",
                    all.map { "\($0)" } ?? "-", share ?? "-",
                ], beginsGroup: false
            )
        }
        guard !rows.isEmpty else { return "" }
        return PlotPage.table(["said", "heard", "times", "of", "%"], rows)
    }
}
