/// A server that runs.
public protocol RunningServer: AnyObject, Sendable {
    /// The port that it listens at.
    var port: Int { get }

    /// Ends all connections and stops listening. Call it once.
    func stop()
}
