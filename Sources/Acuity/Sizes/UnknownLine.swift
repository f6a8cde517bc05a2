/// A name that no line of the chart has.
public struct UnknownLine: Error, Equatable, CustomStringConvertible {
    /// The name as it was written.
    public let name: String

    public var description: String {
        let names = SnellenLine.all.map(\.feet).joined(separator: ", ")
        return "\"\(name)\" is no line of the chart; write one of \(names), "
            + "its fraction of 6 (6/60) or its logMAR (1.0)"
    }
}
