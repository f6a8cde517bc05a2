/// The sizes that a procedure moves among one by one, the largest first, and those of them that can
/// be shown.
struct Levels: Sendable {
    /// Whether any can be shown.
    let canBeShown: Bool
    /// The numbers of those that can, 0 for the largest of all; of all where none can.
    let numbers: ClosedRange<Int>
    private let all: [LogMAR]

    /// - Parameters:
    ///   - all: at least one, each smaller than the one before.
    ///   - range: the sizes that can be shown.
    init(_ all: [LogMAR], within range: SizeRange) {
        let shown = range.indices(of: all)
        canBeShown = shown != nil
        numbers = shown ?? 0...all.count - 1
        self.all = all
    }

    /// The size of a level.
    subscript(number: Int) -> LogMAR { all[number] }

    /// From the smallest to the largest that can be shown; all where none can.
    var sizes: ClosedRange<LogMAR> { all[numbers.upperBound]...all[numbers.lowerBound] }
}
