/// A matrix of 8-bit numbers, row after row, and what those of each column are multiplied by.
/// Unfolded to 32 bits all matrices would take four times the memory all the time.
struct PackedMatrix {
    let rows: Int
    let columns: Int
    let values: [Int8]
    /// One a column.
    let scales: [Float]

    /// A matrix as the file holds it, with rows and columns swapped: so a BLAS lays it out by
    /// copying.
    ///
    /// - Parameters:
    ///   - rows: of the file, row after row.
    ///   - scales: one a row of the file.
    ///   - parts: into how many parts each row of the file falls that lie number by number side by
    ///     side. What comes out has all rows of the first part, then those of the next.
    /// - Returns: nil where rows or parts are not of one length.
    init?(transposing rows: UnsafeBufferPointer<Int8>, scales: [Float], parts: Int) {
        let outputs = scales.count
        guard outputs > 0, parts > 0, rows.count % (outputs * parts) == 0 else { return nil }
        let columns = rows.count / outputs
        let each = columns / parts
        self.rows = columns
        self.columns = outputs
        self.scales = scales
        values = [Int8](unsafeUninitializedCapacity: rows.count) { values, count in
            for part in 0..<parts {
                // So many rows at a time as the caches hold.
                for start in stride(from: 0, to: each, by: 32) {
                    for output in 0..<outputs {
                        var source = output * columns + start * parts + part
                        var target = (part * each + start) * outputs + output
                        for _ in start..<min(start + 32, each) {
                            values[target] = rows[source]
                            source += parts
                            target += outputs
                        }
                    }
                }
            }
            count = rows.count
        }
    }

    /// Some rows as 32-bit numbers, not yet multiplied by `scales`: a product's columns are, once
    /// it is computed.
    func unscaled(_ rows: Range<Int>) -> Matrix {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= self.rows)
        let part = rows.lowerBound * columns..<rows.upperBound * columns
        let numbers = [Float](unsafeUninitializedCapacity: part.count) { numbers, count in
            values.withUnsafeBufferPointer { values in
                let values = UnsafeBufferPointer(rebasing: values[part])
                for index in values.indices { numbers[index] = Float(values[index]) }
            }
            count = part.count
        }
        return Matrix(rows: rows.count, columns: columns, values: numbers)
    }
}
