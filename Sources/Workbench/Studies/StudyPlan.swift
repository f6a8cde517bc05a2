internal import Acuity
package import RecordStore

/// The design of a study in which people are measured by Aloud and by another method.
///
/// ```swift
/// let plan = StudyPlan(people: ["S001", "S002"].map { (id: $0, group: "") }, other: "chart", start: day)
/// plan.visits(seed: 7)  // an eye of each person, two visits, the order by the seed
/// ```
package struct StudyPlan: Sendable {
    /// The eyes of a person that are measured.
    package enum Eyes: String, Sendable, CaseIterable {
        /// One eye, drawn by the seed.
        case one
        /// Both eyes, the right one first; the statistics count them as one person.
        case both
    }

    /// The people with their groups.
    package var people: [(id: String, group: String)]
    /// The name of the other method.
    package var other: String
    /// The day of the first visit.
    package var start: CalendarDay
    /// The number of visits of a person.
    package var visits = 2
    /// The days between two visits.
    package var days = 7
    /// The eyes that are measured.
    package var eyes = Eyes.one

    /// A plan with two visits, a week apart, of one eye each.
    package init(people: [(id: String, group: String)], other: String, start: CalendarDay) {
        self.people = people
        self.other = other
        self.start = start
    }

    /// People of a block: two of them begin with Aloud.
    private static let block = 4

    /// The rows of the form: one for each person, visit and eye.
    ///
    /// At each visit two of four successive people begin with Aloud (permuted blocks); which two, and
    /// which eye of each person, follow from the seed.
    package func visits(seed: UInt64) -> [StudyVisit] {
        var generator = SplitMix64(seed: seed)
        let sides = people.map { _ in generator.index(below: 2) == 0 ? ["right"] : ["left"] }
        let beginning = (0..<visits).map { _ in aloudBegins(using: &generator) }
        return people.indices.flatMap { person in
            (0..<visits).flatMap { visit in
                (eyes == .both ? ["right", "left"] : sides[person]).map { eye in
                    let order = [StudyVisit.aloud, other]
                    return StudyVisit(
                        person: people[person].id, group: people[person].group, eye: eye,
                        visit: visit + 1,
                        due: CalendarDay(daysSince1970: start.daysSince1970 + visit * days),
                        order: beginning[visit][person] ? order : order.reversed())
                }
            }
        }
    }

    /// Whether Aloud is the first method, for each person.
    private func aloudBegins(using generator: inout SplitMix64) -> [Bool] {
        var all: [Bool] = []
        while all.count < people.count {
            var block = (0..<Self.block).map { $0 < Self.block / 2 }
            for index in block.indices.dropFirst().reversed() {
                block.swapAt(index, generator.index(below: index + 1))
            }
            all += block
        }
        return Array(all.prefix(people.count))
    }
}
