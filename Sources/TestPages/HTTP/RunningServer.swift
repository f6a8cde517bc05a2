/// A server that runs.
public protocol RunningServer: AnyObject, Sendable {
    /// The port that it listens at.
    var port: Int { get }

    /// The address that it listens at, in digits as the system writes them.
    var address: String { get }

    /// Ends all connections and stops listening. Call it once.
    func stop()
}
