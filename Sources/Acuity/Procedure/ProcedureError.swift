/// Why a procedure does not take answers.
public enum ProcedureError: Error, Equatable, CustomStringConvertible {
    /// The test is done and shows nothing.
    case done
    /// There is not one answer for each letter shown.
    case wrongCount(expected: Int, got: Int)

    public var description: String {
        switch self {
        case .done: "the test is done and takes no more answers; ask it for its score"
        case .wrongCount(let expected, let got):
            "\(got) answers for \(expected) letters; give one for each letter that is shown"
        }
    }
}
