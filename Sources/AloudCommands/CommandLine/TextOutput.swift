/// A place that text can be written to.
public protocol TextOutput: Sendable {
    /// Writes a text; when it returns, the text has left the process.
    func write(_ text: String) throws(OutputError)
}
