internal import Dispatch
internal import Synchronization

/// A value that another core makes while this one goes on.
///
/// The recogniser takes half of a test's start-up time and needs nothing of the rest.
package final class BackgroundResult<Made>: Sendable {
    private let made = Mutex<Result<Made, any Error>?>(nil)
    private let isMade = DispatchSemaphore(value: 0)

    /// Begins at once.
    package init(_ make: @escaping @Sendable () throws -> sending Made) {
        DispatchQueue.global(qos: .userInteractive).async { [self] in
            made.withLock { result in
                do { result = .success(try make()) } catch { result = .failure(error) }
            }
            isMade.signal()
        }
    }

    /// The value, once it is made. Call this once.
    package func take() throws -> sending Made {
        isMade.wait()
        guard let result = made.withLock({ $0.take() }) else { preconditionFailure("taken twice") }
        return try result.get()
    }
}
