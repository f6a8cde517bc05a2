internal import RecordStore

/// The tests of one person in one sitting, which share a report, a page and DICOM's study.
struct SittingGroup {
    /// The identifier of the sitting. No other person's report has it.
    let sitting: RecordID
    /// The tests, in their original order.
    var tests: [ExportedTest]

    /// The groups of tests, in the order of the first test of each.
    static func groups(_ tests: [ExportedTest]) -> [SittingGroup] {
        var groups: [SittingGroup] = []
        var places: [Key: Int] = [:]
        var owners: [RecordID: RecordID?] = [:]
        for test in tests {
            let key = Key(sitting: test.sitting, person: test.test.person)
            if let place = places[key] {
                groups[place].tests.append(test)
                continue
            }
            // Other programs' rows may give two people the same sitting: the first person keeps it.
            let isFirst = owners[key.sitting] == nil
            if isFirst { owners[key.sitting] = .some(key.person) }
            let sitting = isFirst ? key.sitting : key.sitting.sitting(with: key.person)
            places[key] = groups.count
            groups.append(SittingGroup(sitting: sitting, tests: [test]))
        }
        return groups
    }

    private struct Key: Hashable {
        let sitting: RecordID
        let person: RecordID?
    }
}
