import Testing

@testable import Transcripts

@Suite(.timeLimit(.minutes(1))) struct ShardTests {
    @Test("every session is in one shard, and the shards have about the same length")
    func balanced() {
        var state: UInt64 = 42
        let lengths = (0..<500).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return Double(state >> 54) / 4
        }
        for count in [1, 2, 7, 64] {
            let shards = Shard.deal(lengths, to: count)
            #expect(shards.count == count)
            #expect(shards.flatMap(\.self).sorted() == Array(lengths.indices))
            #expect(shards.allSatisfy { $0 == $0.sorted() })
            let sums = shards.map { $0.reduce(0) { $0 + lengths[$1] + 1 } }
            let longest = lengths.max() ?? 0
            #expect((sums.max() ?? 0) - (sums.min() ?? 0) <= longest + 1)
            #expect(shards == Shard.deal(lengths, to: count))
        }
    }

    @Test("more shards than sessions leave some empty")
    func empty() {
        #expect(Shard.deal([3, 5], to: 4) == [[1], [0], [], []])
        #expect(Shard.deal([], to: 2) == [[], []])
    }

    @Test("a shard is written as its number and the number of shards")
    func text() {
        #expect(Shard("3/8").map { [$0.number, $0.count] } == [3, 8])
        for wrong in ["0/8", "9/8", "3", "3/", "/8", "a/b", "3/8/9", "-1/8", ""] {
            #expect(Shard(wrong) == nil, "\(wrong)")
        }
    }

    @Test("missing shards are named in the form of Slurm's --array")
    func ranges() {
        #expect(MissingResults.ranges([1, 3, 4, 5, 9, 10]) == "1,3-5,9-10")
    }
}
