import PhoneticMapping
import Testing

@Suite("the table of mappings", .timeLimit(.minutes(1)))
struct MappingTableTests {
    @Test("the table has enough cases")
    func size() {
        #expect(MappingTable.cases.count > 350)
        #expect(MappingTable.cases(of: "talk").count >= 50)
    }

    @Test("every phrase has its meaning", arguments: ["phrases", "commands", "lines"])
    func decided(set: String) throws {
        let share = try share(ofRightIn: set)
        #expect(share == 1, "\(set)")
    }

    @Test(
        "most words are matched correctly by sound",
        arguments: [
            ("sounds", 0.95), ("talk", 0.98), ("unseen sounds", 0.85), ("unseen talk", 0.95),
        ])
    func judged(set: String, floor: Double) throws {
        let share = try share(ofRightIn: set)
        #expect(share >= floor, "\(set)")
    }

    /// Prints the share, and what is wrong.
    private func share(ofRightIn set: String) throws -> Double {
        let mapper = try MappingFolder.mapper.get()
        let cases = MappingTable.cases(of: set)
        let wrong = cases.compactMap { one -> String? in
            let line = mapper.line(for: one.heard)
            guard !one.expected.contains(line) else { return nil }
            let expected = one.expected.joined(separator: " or ")
            return "  line \(one.line): \(one.heard) => \(line), not \(expected)"
        }
        print("mapping table, \(set): \(cases.count - wrong.count) of \(cases.count) right")
        for line in wrong { print(line) }
        return 1 - Double(wrong.count) / Double(cases.count)
    }
}
