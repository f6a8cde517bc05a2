/// By what names the pages may be reached now.
struct ReachedHosts: Sendable {
    private let ask: @Sendable () -> AllowedHosts
    private var known: AllowedHosts
    private var asked = ContinuousClock.now

    /// How often the names are asked for at most.
    private static let patience = Duration.seconds(1)

    /// - Parameter ask: tells the names as they are.
    init(_ ask: @escaping @Sendable () -> AllowedHosts) {
        self.ask = ask
        known = ask()
    }

    /// Whether a request may be answered; where it may not, the names may be others by now.
    mutating func allow(_ request: Request) -> Bool {
        if known.allow(request) { return true }
        guard asked.duration(to: .now) >= Self.patience else { return false }
        asked = .now
        known = ask()
        return known.allow(request)
    }
}
