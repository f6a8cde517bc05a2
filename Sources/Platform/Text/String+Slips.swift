extension String {
    /// The names that this one is most likely a slip of, by fewest slips, at most three.
    ///
    /// A slip is a letter too many, too few, wrong, or two exchanged (Damerau 1964); two of them
    /// are allowed in words of four letters and more, one in shorter ones.
    package func nearest(in names: [String]) -> [String] {
        let own = Array(lowercased().unicodeScalars.prefix(65))
        // Names of more than 64 letters are no names.
        guard own.count <= 64 else { return [] }
        let allowed = own.count < 4 ? 1 : 2
        var found: [(distance: Int, name: String)] = []
        for name in names where name != self {
            let other = Array(name.lowercased().unicodeScalars.prefix(65))
            guard abs(other.count - own.count) <= allowed else { continue }
            let distance = String.slips(from: own, to: other)
            // One letter in place of another is another word, not a slip.
            if distance <= allowed, distance < Swift.max(own.count, other.count) {
                found.append((distance, name))
            }
        }
        let nearest = found.map(\.distance).min()
        return found.filter { $0.distance == nearest }.map(\.name).sorted().prefix(3).map { $0 }
    }

    /// How many slips lead from this text to another, no letter being touched twice (the optimal
    /// string alignment distance).
    package func slips(to other: String) -> Int {
        Self.slips(from: Array(unicodeScalars), to: Array(other.unicodeScalars))
    }

    private static func slips(from a: [Unicode.Scalar], to b: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var best = Swift.min(
                    last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    best = Swift.min(best, beforeLast[j - 1] + 1)
                }
                row.append(best)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
