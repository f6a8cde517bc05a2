/// What tells phones from a net's channels: for every time that a channel stands for, as often as
/// its strides allow, one row a class of `PhoneLikelihoods`.
struct PhoneOutputs {
    /// How many frames one row is for.
    static let frames = 2

    let weights: Matrix
    let offsets: [Float]

    /// Whether it goes with so many channels and classes.
    func isConsistent(channels: Int, classes: Int) -> Bool {
        weights.columns == channels && weights.rows > 0 && weights.rows % classes == 0
            && offsets.count == weights.rows
    }

    /// How well each class goes with each time, one column a channel's time: in each column first
    /// all classes of its first frames.
    func told(from channels: Matrix) -> Matrix {
        var told = Matrix(rowValues: offsets, columns: channels.rows)
        told.add(weights, times: channels, transposed: true)
        return told
    }
}
