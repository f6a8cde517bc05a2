internal import Dispatch
internal import Synchronization

/// Something that is made on another core while this one goes on.
///
/// Of what a test needs before it hears, the recogniser takes half of the time and needs nothing of the rest.
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

    /// What was made, as soon as it is; to be asked for once.
    package func take() throws -> sending Made {
        isMade.wait()
        guard let result = made.withLock({ $0.take() }) else { preconditionFailure("taken twice") }
        return try result.get()
    }
}
