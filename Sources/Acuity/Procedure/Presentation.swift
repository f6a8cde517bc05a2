/// What is shown at one time: a letter, or letters side by side.
public struct Presentation: Sendable, Hashable {
    /// The number of the line on its chart, 1 for the largest; without a chart, the number of the
    /// presentation in its test, from 1.
    public let line: Int
    /// The letters from left to right.
    public let letters: [Letter]
    /// The size of each letter.
    public let sizes: [LogMAR]
    /// What the letters are drawn from.
    public let optotypes: OptotypeSet
    /// The distance that they are to be read from, where it is another than the test's; nil where
    /// it is the test's. The sizes are those at this distance.
    public let distance: Distance?

    /// Letters of one size.
    public init(
        line: Int, size: LogMAR, letters: [Letter], optotypes: OptotypeSet = .sloan,
        distance: Distance? = nil
    ) {
        self.line = line
        self.letters = letters
        self.optotypes = optotypes
        self.distance = distance
        sizes = Array(repeating: size, count: letters.count)
    }

    /// Letters of several sizes.
    ///
    /// - Parameter letters: each with its size, from left to right; at least one.
    public init(
        line: Int, letters: [(letter: Letter, size: LogMAR)], optotypes: OptotypeSet = .sloan
    ) {
        self.line = line
        self.letters = letters.map(\.letter)
        self.optotypes = optotypes
        distance = nil
        sizes = letters.map(\.size)
    }

    /// The size of the letters, of the largest where they differ.
    public var size: LogMAR { sizes.max() ?? LogMAR(0) }

    /// The mean size of the letters: what one size says of several.
    public var meanSize: LogMAR {
        guard !isOfOneSize else { return size }
        return LogMAR(sizes.reduce(0) { $0 + $1.value } / Double(sizes.count))
    }

    /// Whether all letters are of one size.
    public var isOfOneSize: Bool { sizes.allSatisfy { $0 == size } }
}
