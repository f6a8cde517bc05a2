internal import CBLAS
internal import Synchronization

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

    /// Adds the product of some columns of a matrix and another matrix, `cblas_sgemm`.
    mutating func add(_ first: Matrix, columns part: Range<Int>, times second: Matrix) {
        precondition(part.lowerBound >= 0 && part.upperBound <= first.columns)
        precondition(part.count == second.rows && first.rows == rows)
        precondition(second.columns == columns)
        // Of no numbers there is no address.
        guard rows > 0, columns > 0, !part.isEmpty else { return }
        Self.alone {
            first.values.withUnsafeBufferPointer { numbers in
                cblas_sgemm(
                    CblasRowMajor, CblasNoTrans, CblasNoTrans, Int32(rows), Int32(columns),
                    Int32(part.count), 1, numbers.baseAddress! + part.lowerBound,
                    Int32(first.columns), second.values, Int32(columns), 1, &values,
                    Int32(columns))
            }
        }
    }

    /// A matrix whose rows are each one number throughout.
    init(rowValues: [Float], columns: Int) {
        self.init(repeating: 0, rows: rowValues.count, columns: columns)
        values.withUnsafeMutableBufferPointer { values in
            for (row, value) in rowValues.enumerated() {
                values[row * columns..<(row + 1) * columns].update(repeating: value)
            }
        }
    }

    /// Where a row stands among the values.
    func row(_ row: Int) -> Range<Int> { row * columns..<(row + 1) * columns }

    /// Adds the product of two matrices, `cblas_sgemm`.
    ///
    /// - Parameter transposed: whether the second is meant with rows and columns swapped.
    mutating func add(_ first: Matrix, times second: Matrix, transposed: Bool = false) {
        let inner = transposed ? second.columns : second.rows
        precondition(first.columns == inner && first.rows == rows)
        precondition((transposed ? second.rows : second.columns) == columns)
        Self.alone {
            cblas_sgemm(
                CblasRowMajor, CblasNoTrans, transposed ? CblasTrans : CblasNoTrans, Int32(rows),
                Int32(columns), Int32(inner), 1, first.values, Int32(first.columns),
                second.values, Int32(second.columns), 1, &values, Int32(columns))
        }
    }

    /// Multiplies, and lets nobody else do so meanwhile where that would spoil it.
    private static func alone(_ multiply: () -> Void) {
        if isSafeOnManyThreads {
            multiply()
        } else {
            oneAtATime.withLock { _ in multiply() }
        }
    }

    /// Whether products may be asked for on several threads at once. In OpenBLAS built without
    /// threads they share one workspace and spoil each other's numbers (measured: of 116 spelled
    /// recordings, heard by four recognisers side by side, 8 to 16 came out differently each time).
    private static let isSafeOnManyThreads = openblas_get_parallel() != OPENBLAS_SEQUENTIAL
    private static let oneAtATime = Mutex(())

    /// Keeps products on the thread that asks for them: for such small ones more threads cost more
    /// than they bring.
    static let staysOnItsThread: Void = openblas_set_num_threads(1)

    /// Adds another matrix of the same size, each column of it multiplied by a number of its own.
    mutating func add(_ other: Matrix, scaledBy scales: [Float]) {
        precondition(other.rows == rows && other.columns == columns && scales.count == columns)
        values.withUnsafeMutableBufferPointer { values in
            for row in 0..<rows {
                let first = row * columns
                for column in 0..<columns {
                    values[first + column] += other.values[first + column] * scales[column]
                }
            }
        }
    }

    /// Puts zero for what is below it.
    mutating func rectify() {
        values.withUnsafeMutableBufferPointer { values in
            for index in values.indices { values[index] = max(0, values[index]) }
        }
    }
}
