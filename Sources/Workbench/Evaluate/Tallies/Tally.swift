/// What is counted of recordings, and adds up over speakers.
protocol Tally: Equatable {
    /// Nothing counted yet.
    init()

    /// Adds another's counts.
    mutating func add(_ other: Self)

    /// Adds another's numbers; what no share is made of may stay out, as it takes time.
    mutating func addCounts(_ other: Self)
}

extension Tally {
    mutating func addCounts(_ other: Self) { add(other) }
}

extension Sequence where Element: Tally {
    /// All of them together.
    var total: Element { reduce(into: Element()) { $0.add($1) } }
}

extension Dictionary where Key == String, Value: Tally {
    /// What rows come to, apart for each speaker or each set.
    ///
    /// - Parameters:
    ///   - name: whose a row is.
    ///   - tally: what one row comes to.
    init<Row>(counting rows: [Row], by name: (Row) -> String, _ tally: (Row) -> Value) {
        self = rows.reduce(into: [:]) { tallies, row in
            tallies[name(row), default: Value()].add(tally(row))
        }
    }
}
