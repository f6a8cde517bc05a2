/// A place that bytes come from.
public protocol ByteInput: Sendable {
    /// The next bytes, at least one and at most `count`; none at the end. Blocks until there are
    /// some, or until the test is asked to stop, which reads as the end.
    func read(upTo count: Int) throws(InputError) -> [UInt8]
}
