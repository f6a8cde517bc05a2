internal import Foundation
internal import Synchronization

/// The store that lanes share, as one lane reaches it. Any thread.
///
/// A server that does not answer costs its callers seconds. After such a call, no other is tried
/// during a pause, which grows with each such call.
final class SharedStore: Sendable {
    /// The store for calls that a running test waits for.
    private let quick: any RecordKeeping
    /// The store for all other calls.
    private let patient: any RecordKeeping
    private let pause = Mutex(GrowingPause())
    /// One caller of `quickly` at a time waits for the server. If its call fails, the pause spares
    /// the others the wait.
    private let turn = Mutex(())

    /// A failed call begins a pause if it took this long. A refusal comes at once, and costs no
    /// time.
    private static let wait = Duration.seconds(0.5)

    init(quick: any RecordKeeping, patient: any RecordKeeping) {
        self.quick = quick
        self.patient = patient
    }

    /// Makes calls that somebody waits for.
    ///
    /// - Throws: the store's error, and `RecordError.unreachable` in a pause.
    func quickly<Result: Sendable>(
        _ act: (any RecordKeeping) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try turn.withLock { _ throws(RecordError) in try tried(quick, act) }
    }

    /// Makes calls that may take longer.
    ///
    /// - Throws: the store's error, and `RecordError.unreachable` in a pause.
    func patiently<Result: Sendable>(
        _ act: (any RecordKeeping) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        try tried(patient, act)
    }

    /// Carries out a call that somebody waits for.
    func quickly<Call: RecordCall>(_ call: Call) throws(RecordError) -> Call.Answer {
        try quickly { store throws(RecordError) in try store.carryOut(call) }
    }

    /// Carries out a call that may take longer.
    func patiently<Call: RecordCall>(_ call: Call) throws(RecordError) -> Call.Answer {
        try patiently { store throws(RecordError) in try store.carryOut(call) }
    }

    private func tried<Result: Sendable>(
        _ store: any RecordKeeping, _ act: (any RecordKeeping) throws(RecordError) -> Result
    ) throws(RecordError) -> Result {
        let began = ContinuousClock.now
        guard !pause.withLock({ $0.isOn(at: began) }) else {
            throw .unreachable("the server did not answer a moment ago; Aloud soon tries again.")
        }
        do throws(RecordError) {
            let result = try act(store)
            pause.withLock { $0.ends() }
            return result
        } catch {
            let ended = ContinuousClock.now
            if error.isOutage, began.duration(to: ended) >= Self.wait {
                pause.withLock { $0.begins(at: ended) }
            }
            throw error
        }
    }

    /// The longest wait in `close`, seconds.
    private static let farewell = 3.0

    /// Ends both stores. A call that still waits for the server is abandoned after some seconds.
    func close() {
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [quick, patient] in
            quick.close()
            if quick !== patient { patient.close() }
            ended.signal()
        }
        _ = ended.wait(timeout: .now() + Self.farewell)
    }
}

/// A pause that doubles each time it begins again, until something succeeds.
struct GrowingPause {
    private var until: ContinuousClock.Instant?
    private var next = Self.shortest

    /// Chosen: a lane tests for some minutes, so that a test meets at most a few pauses.
    private static let shortest = Duration.seconds(5)
    static let longest = Duration.seconds(60)

    func isOn(at now: ContinuousClock.Instant) -> Bool { until.map { now < $0 } ?? false }

    mutating func begins(at now: ContinuousClock.Instant) {
        until = now + next
        next = min(next * 2, Self.longest)
    }

    mutating func ends() { self = GrowingPause() }
}
