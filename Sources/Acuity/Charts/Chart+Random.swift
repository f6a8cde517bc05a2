extension Chart {
    /// Lines of five different letters of Sloan's set, no letter twice running, also not across
    /// the end of a line. Each line is a draw without replacement among those that may stand there.
    static func randomRows(using generator: inout some RandomNumberGenerator) -> [[Letter]] {
        var rows: [[Letter]] = []
        for _ in SnellenLine.all {
            var row: [Letter] = []
            var before = rows.last?.last
            while row.count < lettersInLine {
                let free = Letter.sloan.filter { $0 != before && !row.contains($0) }
                let next = free[generator.index(below: free.count)]
                row.append(next)
                before = next
            }
            rows.append(row)
        }
        return rows
    }
}
