internal import CommandLineKit
internal import Platform

/// The heading of a table of recordings.
struct ScoreHeading {
    /// A column, by its name.
    enum Column: String, CaseIterable {
        case record, person, eye, chart, distance, stop, file, channel, examiner, start, end
        case designed
    }

    /// The place of each column.
    private(set) var places: [Column: Int] = [:]
    /// The number of its cells.
    let width: Int
    /// The errors in it.
    private(set) var faults: [String] = []

    /// Compares the heading of a table with the known columns, ignoring case.
    init(of table: SeparatedValues) {
        width = table.heading.count
        let known = Column.allCases.map(\.rawValue)
        var meant: Set<String> = []
        var strange: [String] = []
        for (place, name) in table.heading.enumerated() {
            if let column = Column(rawValue: name.lowercased()) {
                if places.updateValue(place, forKey: column) != nil {
                    faults.append("the column '\(column.rawValue)' appears twice")
                }
            } else if name.isEmpty {
                // Spreadsheets often save empty columns after the last one.
                let isUsed = table.rows.contains {
                    $0.cells.dropFirst(place).first?.isEmpty == false
                }
                if isUsed {
                    faults.append("column \(place + 1) has cells but no name")
                }
            } else if let near = nearestName(to: name.lowercased(), among: known) {
                meant.insert(near)
                faults.append("there is no column '\(name)'; did you mean '\(near)'?")
            } else {
                strange.append("'\(name)'")
            }
        }
        if !strange.isEmpty {
            let (are, them) =
                strange.count == 1 ? ("is no column", "it") : ("are no columns", "them")
            faults.append(
                "there \(are) \(strange.joined(separator: ", ")); leave \(them) out. The columns are "
                    + known.joined(separator: ", "))
        }
        if places[.file] == nil, !meant.contains(Column.file.rawValue) {
            faults.append("the heading has no column 'file', which is needed")
        }
    }
}
