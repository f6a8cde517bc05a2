import Testing

@testable import Tuning

/// Phones said against phones heard.
@Suite(.timeLimit(.minutes(1))) struct PhoneTallyTests {
    private typealias Pair = PhoneTally.Pair

    @Test("exchanged, lost and added phones are counted")
    func counts() {
        var tally = PhoneTally()
        tally.add(said: ["z", "uw", "l", "uw"], heard: ["s", "uw", "l", "uw"])
        tally.add(said: ["z", "uw", "l", "uw"], heard: ["s", "uw", "uw"])
        tally.add(said: ["ae", "l"], heard: ["ae", "l", "ah"])
        #expect(tally.said == ["z": 2, "uw": 4, "l": 3, "ae": 1])
        #expect(tally.counts[Pair(said: "z", heard: "s")] == 2)
        #expect(tally.counts[Pair(said: "l", heard: nil)] == 1)
        #expect(tally.counts[Pair(said: nil, heard: "ah")] == 1)
        #expect(tally.counts[Pair(said: "uw", heard: "uw")] == 4)
    }

    @Test("confusions are ordered by their number, then by the phones")
    func order() {
        var tally = PhoneTally()
        tally.add(said: ["l", "z"], heard: ["r", "s"])
        tally.add(said: ["z"], heard: ["s"])
        #expect(
            tally.confusions.map(\.pair) == [
                Pair(said: "z", heard: "s"), Pair(said: "l", heard: "r"),
            ])
        #expect(tally.table.contains("<td>z</td><td>s</td><td>2</td><td>2</td><td>100.0</td>"))
    }

    @Test("words without phones count nothing, and give no table")
    func empty() {
        var tally = PhoneTally()
        tally.add(said: [], heard: [])
        #expect(tally.counts.isEmpty && tally.table.isEmpty)
    }
}
