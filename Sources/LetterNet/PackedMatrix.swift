/// A matrix of 8-bit numbers, row after row, and what those of each row are multiplied by: as the
/// file holds it. Unfolded to 32 bits all matrices would take four times the memory all the time.
struct PackedMatrix {
    let rows: Int
    let columns: Int
    let values: [Int8]
    /// One a row.
    let scales: [Float]

    init(rows: Int, columns: Int, values: [Int8], scales: [Float]) {
        precondition(values.count == rows * columns && scales.count == rows)
        self.rows = rows
        self.columns = columns
        self.values = values
        self.scales = scales
    }

    /// The matrix of 32-bit numbers that it stands for.
    func unfolded() -> Matrix {
        let unfolded = [Float](unsafeUninitializedCapacity: values.count) { numbers, count in
            values.withUnsafeBufferPointer { values in
                for row in 0..<rows {
                    let scale = scales[row]
                    for index in row * columns..<(row + 1) * columns {
                        numbers[index] = Float(values[index]) * scale
                    }
                }
            }
            count = values.count
        }
        return Matrix(rows: rows, columns: columns, values: unfolded)
    }
}
