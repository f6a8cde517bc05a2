/// What is shown at one time: letters of one size.
public struct Presentation: Sendable, Hashable {
    /// The number of the line on its chart, 1 for the largest.
    public let line: Int
    /// The size of the letters.
    public let size: LogMAR
    /// The letters from left to right.
    public let letters: [Letter]

    /// Letters of one size.
    public init(line: Int, size: LogMAR, letters: [Letter]) {
        self.line = line
        self.size = size
        self.letters = letters
    }
}
