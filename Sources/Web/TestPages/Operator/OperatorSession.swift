package import Acuity
package import Dialogue
internal import Foundation
package import HTTP
package import Platform
package import Records
internal import Synchronization

/// The operator's side of a test: a clinician at another device sees the letters shown and the
/// answers heard, and may intervene.
///
/// Thread-safe; no method waits for a page.
package final class OperatorSession: Sendable {
    private struct State {
        var record = OperatorRecord()
        var pages: [ObjectIdentifier: Page] = [:]
        var checked = ContinuousClock.now
        var abort: StopRequest?
        var shown = 0
        /// The operator's name; nil if nobody is named.
        var name: String?
        /// Whether the voice that guides the person cannot be heard.
        var isMute = false
        /// The number of ended tests that the shared records have not taken.
        var waiting = 0
        /// The number of results that were set aside, or have waited for a peer for long.
        var undelivered = 0

        /// The state as the pages receive it.
        var text: String {
            var json = record.json
            json.add(["shown": shown, "canEnd": abort.map { !$0.isRequested } ?? false])
            json.add(["isMute": isMute, "unsent": waiting, "undelivered": undelivered])
            return json.jsonText
        }
    }

    /// An open page of an operator.
    private struct Page {
        let live: LiveText
        /// Whether the person who opened it may still see it.
        let mayStay: @Sendable () -> Bool
    }

    /// The time between two checks of who may still see the pages.
    private static let checkInterval = Duration.seconds(5)

    private let key: String?
    private let state = Mutex(State())
    private let acts = Mailbox<OperatorAct>()

    /// Limit of operators' pages open at once.
    private static let mostPages = 8

    /// - Parameter key: the key of the page; nil if there is no operator's page.
    init(key: String?) { self.key = key }

    // For the test.

    /// The operator's next action, without actions for a line that is over; nil if there is none.
    package func nextAct() -> OperatorAct? {
        while let act = acts.take(within: 0) {
            if isForNow(act) { return act }
        }
        return nil
    }

    /// The number of lines or letters shown since the program started; pages send it with an answer
    /// to name the letters it is meant for.
    package var shown: Int { state.withLock { $0.shown } }

    private func isForNow(_ act: OperatorAct) -> Bool { act.shown.map { $0 == shown } ?? true }

    /// Queues an act, to be taken between spoken answers.
    ///
    /// - Throws: `Refusal.notNow` if it is meant for a line that is over.
    package func put(_ act: OperatorAct) throws(Refusal) {
        guard isForNow(act) else { throw .notNow }
        acts.put(act)
    }

    /// Notes the beginning of a test.
    ///
    /// - Parameters:
    ///   - stop: the request that lets the operator end it.
    ///   - isMasked: whether the pages must not show how well the person sees.
    package func begins(_ setup: TestSetup, stop: StopRequest, isMasked: Bool = false) {
        acts.clear()
        update { state in
            let person = state.record.person
            state.record = OperatorRecord()
            state.record.setup = isMasked ? setup.title : setup.words
            state.record.isMasked = isMasked
            state.record.person = person
            state.record.began = Date.now.timeIntervalSince1970
            state.abort = stop
        }
    }

    /// Names the operator, for the answers that they give in the person's place.
    package func isConducted(by name: String?) { state.withLock { $0.name = name } }

    /// Notes that a step between two tests begins, which the operator may end.
    package func mayEnd(_ stop: StopRequest) {
        acts.clear()
        update { $0.abort = stop }
    }

    /// Records an event of the test.
    package func take(_ event: TestEvent) {
        if case .present = event { state.withLock { $0.shown += 1 } }
        update { $0.record.take(event) }
    }

    /// Records the view of the patient's page.
    package func show(_ view: PatientView) { update { $0.record.show(view) } }

    /// Records the level at the microphone, and that of the pauses between words, in dBFS.
    package func hear(level: Double, noise: Double?) {
        update { state in
            state.record.level = level
            state.record.noise = noise
        }
    }

    /// Records the current estimate with its 95 % interval.
    package func estimate(_ figure: LogMAR?, interval: ClosedRange<LogMAR>? = nil) {
        update { $0.record.take(figure, interval) }
    }

    /// Notes whether the voice that guides the person cannot be heard.
    package func isMute(_ isMute: Bool) { update { $0.isMute = isMute } }

    /// Notes the number of ended tests that the shared records have not taken yet.
    package func waits(tests: Int) {
        guard state.withLock({ $0.waiting != tests }) else { return }
        update { $0.waiting = tests }
    }

    /// Notes the number of results that were set aside, or have waited for a peer for long.
    package func isUndelivered(results: Int) {
        guard state.withLock({ $0.undelivered != results }) else { return }
        update { $0.undelivered = results }
    }

    /// Records the person who begins a test; nil if unknown.
    package func tests(_ person: String?) { update { $0.record.person = person } }

    private func update(_ change: (inout State) -> Void) {
        guard key != nil else { return }
        let open = state.withLock { state -> [Page] in
            change(&state)
            guard !state.pages.isEmpty else { return [] }
            let text = state.text
            for page in state.pages.values { page.live.put(text) }
            guard state.checked.duration(to: .now) > Self.checkInterval else { return [] }
            state.checked = .now
            return Array(state.pages.values)
        }
        // A person who has signed out must not see more.
        for page in open where !page.mayStay() { page.live.end() }
    }

    // For the server.

    /// Whether there is a page for an operator.
    var hasPage: Bool { key != nil }

    /// Takes an act of the operator.
    ///
    /// - Throws: `Refusal.notNow` if it is meant for a line that is over.
    func take(_ act: OperatorAct) throws(Refusal) {
        if act == .abort {
            state.withLock { $0.abort }?.request()
        } else {
            try put(act.by(state.withLock { $0.name }))
        }
    }

    /// Whether a request carries the operator's key.
    package func knows(_ request: Request) -> Bool {
        guard let key else { return false }
        return SecretWord.isSame(request.headers["x-aloud-key"] ?? request.query["key"] ?? "", key)
    }

    /// Opens the events of an operator's page.
    ///
    /// - Parameter mayStay: whether the person may still see the page, later.
    /// - Throws: `Refusal.tooMany` if too many are open.
    func openPage(
        _ mayStay: @escaping @Sendable () -> Bool
    ) throws(Refusal) -> LiveText {
        let page = state.withLock { state -> LiveText? in
            guard state.pages.count < Self.mostPages else { return nil }
            let page = LiveText(state.text)
            state.pages[ObjectIdentifier(page)] = Page(live: page, mayStay: mayStay)
            return page
        }
        guard let page else { throw .tooMany }
        page.whenClosed { [weak self] page in
            self?.state.withLock { _ = $0.pages.removeValue(forKey: ObjectIdentifier(page)) }
        }
        return page
    }
}

/// Passes the events of a test to the operator's pages.
package final class OperatorObserver: TestObserver {
    private let operatorSession: OperatorSession

    /// An observer of one test.
    package init(_ operatorSession: OperatorSession) { self.operatorSession = operatorSession }

    package func observe(_ event: TestEvent) { operatorSession.take(event) }
}

/// A procedure that reports its figure after each answer, for the operator.
package struct WatchedProcedure: AcuityProcedure {
    private var procedure: any AcuityProcedure
    private let hearing: RecognitionErrorModel
    private let onFigure: @Sendable (LogMAR?, ClosedRange<LogMAR>?) -> Void

    /// Wraps a procedure without changing it.
    ///
    /// - Parameters:
    ///   - procedure: the procedure.
    ///   - hearing: the model of recognition errors.
    ///   - onFigure: called after each answer with the score, or with the estimate if there is no
    ///     score yet, and with the 95 % interval of the estimate.
    package init(
        _ procedure: any AcuityProcedure, hearing: RecognitionErrorModel,
        onFigure: @escaping @Sendable (LogMAR?, ClosedRange<LogMAR>?) -> Void
    ) {
        self.procedure = procedure
        self.hearing = hearing
        self.onFigure = onFigure
    }

    package var next: Presentation? { procedure.next }

    package mutating func redraw() { procedure.redraw() }

    package var read: [AnsweredPresentation] { procedure.read }

    package var optotypes: OptotypeSet { procedure.optotypes }

    package var prior: SightPrior { procedure.prior }

    package var sizes: ClosedRange<LogMAR> { procedure.sizes }

    package var score: AcuityScore { procedure.score }

    package mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        try procedure.take(answers)
        // The engine's estimate of faint letters is not an acuity.
        guard procedure.read.last?.presentation.contrasts == nil else { return }
        let estimate = procedure.estimate(hearing: hearing).ifReliable
        onFigure(score.logMAR ?? estimate?.figure, estimate?.interval95)
    }
}
