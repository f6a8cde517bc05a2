/// The name that was most likely meant by a mistyped one; nil if none is near.
///
/// Near is: at most one change in every three characters, but always at least one, where a
/// change is a character inserted, left out, replaced, or swapped with its neighbour. A name of
/// which the typed text is the start is near, too.
func nearestName(to typed: String, among names: [String]) -> String? {
    let limit = max(1, typed.count / 3)
    let near = names.map { (name: $0, changes: changes(from: typed, to: $0)) }
        .filter { $0.changes <= limit || (typed.count > 1 && $0.name.hasPrefix(typed)) }
    return near.min { $0.changes < $1.changes }?.name
}

/// The fewest changes that make one text of the other: the optimal string alignment distance
/// (Damerau 1964, restricted to neighbours changed once), by dynamic programming.
func changes(from first: String, to second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
        var row = [i + 1]
        for j in 0..<b.count {
            var best = min(
                rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                best = min(best, rows[i - 1][j - 1] + 1)
            }
            row.append(best)
        }
        rows.append(row)
    }
    return rows[a.count][b.count]
}
