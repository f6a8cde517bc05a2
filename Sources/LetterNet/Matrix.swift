internal import CBLAS

/// A matrix of 32-bit numbers, row after row.
struct Matrix: Equatable {
    let rows: Int
    let columns: Int
    var values: [Float]

    init(rows: Int, columns: Int, values: [Float]) {
        precondition(values.count == rows * columns)
        self.rows = rows
        self.columns = columns
        self.values = values
    }

    init(repeating value: Float, rows: Int, columns: Int) {
        self.init(
            rows: rows, columns: columns, values: [Float](repeating: value, count: rows * columns))
    }

    /// A matrix whose rows are each one number throughout.
    init(rowValues: [Float], columns: Int) {
        self.init(
            rows: rowValues.count, columns: columns,
            values: rowValues.flatMap { repeatElement($0, count: columns) })
    }

    /// Adds the product of two matrices, `cblas_sgemm`.
    ///
    /// - Parameter transposed: whether the second is meant with rows and columns swapped.
    mutating func add(_ first: Matrix, times second: Matrix, transposed: Bool = false) {
        let inner = transposed ? second.columns : second.rows
        precondition(first.columns == inner && first.rows == rows)
        precondition((transposed ? second.rows : second.columns) == columns)
        cblas_sgemm(
            CblasRowMajor, CblasNoTrans, transposed ? CblasTrans : CblasNoTrans, Int32(rows),
            Int32(columns), Int32(inner), 1, first.values, Int32(first.columns), second.values,
            Int32(second.columns), 1, &values, Int32(columns))
    }

    /// Keeps products on the thread that asks for them: Debian lets another build of OpenBLAS take
    /// the place of the one without threads, and threads cost more than such small products.
    static let staysOnItsThread: Void = openblas_set_num_threads(1)

    /// Puts zero for what is below it.
    mutating func rectify() {
        for index in values.indices { values[index] = max(0, values[index]) }
    }
}
