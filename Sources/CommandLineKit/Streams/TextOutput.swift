/// A place that text can be written to.
public protocol TextOutput: Sendable {
    /// Writes a text; when it returns, the text has left the process.
    func write(_ text: String) throws(OutputError)

    /// The same place, for a process that cannot wait: writing fails once a reader has taken nothing
    /// for so long.
    func givingUp(after patience: Duration) -> any TextOutput
}

extension TextOutput {
    /// A place without a reader makes nobody wait.
    public func givingUp(after patience: Duration) -> any TextOutput { self }
}
