package import RecordStore

/// Tables of tests that are written row by row, however many there are.
package enum TableExport: Sendable {
    /// A test a row.
    case tests
    /// A letter a row.
    case letters
    /// For REDCap.
    case redcap

    /// Writes the tests of a query, the earliest first.
    ///
    /// - Parameter write: takes the text, piece by piece.
    /// - Returns: the number of tests.
    package func write(
        _ query: TestQuery, of store: any RecordKeeping, _ write: (String) throws -> Void
    ) throws -> Int {
        func table(_ tests: [ExportedTest]) -> CSVTable {
            switch self {
            case .tests: TestTable.table(tests)
            case .letters: LetterTable.table(tests)
            case .redcap: REDCapTable.table(tests)
            }
        }
        try write(table([]).text)
        var count = 0
        var reader = ExportReader(store)
        try reader.eachTest(query) { test in
            try write(table([test]).rowsText)
            count += 1
        }
        return count
    }
}
