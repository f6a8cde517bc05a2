internal import Foundation

/// What it costs to stay in a state and to leave it, in PocketSphinx's score unit.
///
/// Read from the file `transition_matrices` of an acoustic model, whose phones go from left to
/// right without leaving a state out.
struct TransitionCosts {
    /// For each row, state after state.
    private let costs: [[(stay: Float, leave: Float)]]

    init(_ path: String) throws(SphinxError) {
        var file = try ModelBytes(path)
        try file.skip(past: "endhdr\n")
        let mark = try file.number(UInt32.self)
        try file.require(mark == 0x1122_3344, "it is not little-endian")
        let rows = try file.number(Int32.self)
        let from = try file.number(Int32.self)
        let to = try file.number(Int32.self)
        _ = try file.number(Int32.self)
        try file.require(
            rows > 0 && from > 0 && to == from + 1, "its matrices have no left to right")
        var costs: [[(stay: Float, leave: Float)]] = []
        for _ in 0..<rows {
            var row: [(stay: Float, leave: Float)] = []
            for state in 0..<from {
                var counts: [Float] = []
                for _ in 0..<to { counts.append(try file.float()) }
                // The file may hold counts in place of probabilities.
                let all = max(counts.reduce(0, +), .leastNormalMagnitude)
                func cost(_ count: Float) -> Float {
                    -log(max(count / all, 1e-5)) / Float(SphinxRecognizer.scoreUnit)
                }
                row.append((cost(counts[state]), cost(counts[state + 1])))
            }
            costs.append(row)
        }
        self.costs = costs
    }

    /// The costs of the states of a row; nil if there is no such row.
    subscript(row: Int) -> [(stay: Float, leave: Float)]? {
        costs.indices.contains(row) ? costs[row] : nil
    }
}
