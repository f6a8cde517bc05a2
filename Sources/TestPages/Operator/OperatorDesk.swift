public import Acuity
public import Dialogue
public import Platform
public import Records
internal import Synchronization

/// The operator's side of a test: a clinician on another device sees what is shown and heard, and
/// may step in.
///
/// Any thread; nothing here waits for a page.
public final class OperatorDesk: Sendable {
    private struct State {
        var record = OperatorRecord()
        var pages: [ObjectIdentifier: LiveText] = [:]
        var abort: StopRequest?
        var shown = 0

        /// What the pages are sent.
        var text: String {
            var json = record.json
            json.add("shown", .integer(shown))
            json.add("canEnd", .bool(abort.map { !$0.isRequested } ?? false))
            return json.text
        }
    }

    private let key: String?
    private let state = Mutex(State())
    private let acts = Mailbox<OperatorAct>()

    /// Operators' pages at one time.
    private static let mostPages = 8

    /// - Parameter key: what the page has to know; nil where there is no such page.
    init(key: String?) { self.key = key }

    // For the test.

    /// The next act of the operator, if there is one; none that was meant for a line that is over.
    public func nextAct() -> OperatorAct? {
        while let act = acts.take(within: 0) {
            if isForNow(act) { return act }
        }
        return nil
    }

    /// How many lines or letters were shown since the program was started, by which pages tell what
    /// an answer is meant for.
    package var shown: Int { state.withLock { $0.shown } }

    private func isForNow(_ act: OperatorAct) -> Bool { act.shown.map { $0 == shown } ?? true }

    /// Passes on what somebody does between the person's spoken answers.
    ///
    /// - Throws: `Refusal.notNow` where it is meant for a line that is over.
    package func put(_ act: OperatorAct) throws(Refusal) {
        guard isForNow(act) else { throw .notNow }
        acts.put(act)
    }

    /// A test begins.
    ///
    /// - Parameter stop: what the operator aborts it by.
    public func begins(_ setup: TestSetup, stop: StopRequest) {
        acts.clear()
        update { state in
            state.record = OperatorRecord()
            state.record.setup = setup.words
            state.abort = stop
        }
    }

    /// Something begins between two tests that the operator may end.
    public func mayEnd(_ stop: StopRequest) {
        acts.clear()
        update { $0.abort = stop }
    }

    /// What happened in the test.
    public func take(_ event: TestEvent) {
        if case .present = event { state.withLock { $0.shown += 1 } }
        update { $0.record.take(event) }
    }

    /// What the patient's page shows.
    package func show(_ view: PatientView) { update { $0.record.show(view) } }

    /// How loud it is at the microphone, and in the pauses between words; dB below full scale.
    public func hear(level: Double, noise: Double?) {
        update { state in
            state.record.level = level
            state.record.noise = noise
        }
    }

    /// The estimate as it stands.
    public func estimate(_ figure: LogMAR?) { update { $0.record.estimate = figure } }

    private func update(_ change: (inout State) -> Void) {
        guard key != nil else { return }
        state.withLock { state in
            change(&state)
            guard !state.pages.isEmpty else { return }
            let text = state.text
            for page in state.pages.values { page.put(text) }
        }
    }

    // For the server.

    package func answer(_ request: Request) throws(Refusal) -> Reply {
        guard key != nil else { throw .notFound }
        guard knows(request) else { throw .wrongCode }
        switch (request.method, request.path) {
        case ("GET", "/operator/events"): return .live(try openPage())
        case ("POST", "/operator/act"):
            let act = try OperatorAct(request.body)
            if act == .abort {
                state.withLock { $0.abort }?.request()
            } else {
                try put(act)
            }
            return .content(.done)
        default: throw .notFound
        }
    }

    /// Whether a request has the operator's key.
    package func knows(_ request: Request) -> Bool {
        guard let key else { return false }
        return Self.isSame(request.headers["x-aloud-key"] ?? request.query["key"] ?? "", key)
    }

    private func openPage() throws(Refusal) -> LiveText {
        let page = state.withLock { state -> LiveText? in
            guard state.pages.count < Self.mostPages else { return nil }
            let page = LiveText(state.text)
            state.pages[ObjectIdentifier(page)] = page
            return page
        }
        guard let page else { throw .tooMany }
        page.whenClosed { [weak self] page in
            self?.state.withLock { _ = $0.pages.removeValue(forKey: ObjectIdentifier(page)) }
        }
        return page
    }

    /// Compares in a time that does not tell how much is right.
    private static func isSame(_ given: String, _ key: String) -> Bool {
        let (given, key) = (Array(given.utf8), Array(key.utf8))
        guard given.count == key.count else { return false }
        return zip(given, key).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Tells the operator's desk what happens in a test.
public final class OperatorObserver: TestObserver {
    private let desk: OperatorDesk

    /// Tells a desk, for as long as the test lasts.
    public init(_ desk: OperatorDesk) { self.desk = desk }

    public func observe(_ event: TestEvent) { desk.take(event) }
}
