/// Which senones (tied states) of a model are scored, and where their scores stand in a frame's.
final class ScoredSenones: Sendable {
    /// How many senones the model has.
    let count: Int
    /// The senone of each score of a frame; one that stands twice has the same score twice.
    let numbers: [Int32]
    /// For each senone of the model where its score stands; -1 where it has none.
    let places: [Int]

    init(_ senones: [Int], of count: Int) {
        self.count = count
        numbers = senones.map { Int32($0) }
        var places = [Int](repeating: -1, count: count)
        for (place, senone) in senones.enumerated() { places[senone] = place }
        self.places = places
    }
}
