package import CommandLineKit

/// One of several parts of the sessions, for one of several machines.
package struct Shard: Sendable, Equatable {
    /// Its number, from 1.
    package let number: Int
    /// The number of all shards.
    package let count: Int

    /// All sessions as one part.
    package static let whole = Shard(number: 1, count: 1)

    private init(number: Int, count: Int) {
        self.number = number
        self.count = count
    }

    /// A shard as "3/8" names it; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
            (1...Self.most).contains(count), (1...count).contains(number)
        else { return nil }
        self.init(number: number, count: count)
    }

    /// The most shards: as many as a job array of Slurm may have at most (slurm.conf(5),
    /// MaxArraySize).
    static let most = 4_000_000

    /// The indices of the sessions in each shard, in order.
    ///
    /// The longest session that is left goes to the shard with the least sound so far (Graham,
    /// SIAM J. Applied Mathematics 1969), so the same lengths always give the same shards.
    ///
    /// - Parameter seconds: the length of each session.
    package static func deal(_ seconds: [Double], to count: Int) -> [[Int]] {
        // Whole milliseconds, since sums of them do not depend on their order.
        let lengths = seconds.map { Int(($0 * 1000).rounded()) + cost }
        let order = lengths.indices.sorted { (lengths[$1], $0) < (lengths[$0], $1) }
        var shards = [[Int]](repeating: [], count: count)
        var heap = LeastLoaded(count: count)
        for index in order { shards[heap.add(lengths[index])].append(index) }
        return shards.map { $0.sorted() }
    }

    /// The cost of a session beside its sound, milliseconds of sound: opening its files. It also
    /// spreads sessions whose lengths are unknown. Chosen, not measured.
    private static let cost = 1_000
}

extension ValueKind where Value == Shard {
    /// A shard as "3/8" names it.
    package static let shard = ValueKind(
        "k/n", expected: "a part and the number of parts, such as 3/8"
    ) { Shard($0) }
}

/// Shards by their load, the one with the least first; among equals the lowest number.
private struct LeastLoaded {
    /// A binary heap.
    private var heap: [(load: Int, shard: Int)]

    init(count: Int) { heap = (0..<count).map { (0, $0) } }

    /// Adds a load to the shard with the least, and returns that shard.
    mutating func add(_ load: Int) -> Int {
        let shard = heap[0].shard
        heap[0].load += load
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2]
            where child < heap.count && heap[child] < heap[least] {
                least = child
            }
            guard least != place else { return shard }
            heap.swapAt(place, least)
            place = least
        }
    }
}
