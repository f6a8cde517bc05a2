internal import Foundation
public import Platform
internal import Records
internal import Synchronization

/// Where a test and its pages meet: it holds what is to be seen, and who may see it.
///
/// Tests show something here and go on at once; pages get the latest of it when they are ready.
/// Any thread.
public final class WebStage: Responder {
    /// What a page may ask for besides answers.
    public enum Wish: Sendable, Equatable {
        /// To begin the test.
        case begin(BeginRequest)
        /// To go on after a rest.
        case goOn
        /// To make another test after the result.
        case again
        /// Nothing: somebody touched the page that shows the result.
        case touched
    }

    private struct State {
        var view: PatientView
        var number = 0
        var shown = 0
        var begun: BeginRequest?
        var seat: Seat?
        var pairing = PairingTries()
        var stop: StopRequest?
        /// Whether that ends a warm-up.
        var isWarmUp = false
        /// Whether a result was taken away, since another page has the seat.
        var isResultGone = false

        /// What the page is sent.
        func text(isLast: Bool = false) -> String {
            view.json(
                number: number, shown: shown, isMeasured: begun?.isCalibrated, isWarmUp: isWarmUp,
                isLast: isLast
            ).text
        }
    }

    private let state: Mutex<State>
    private let hosts: Mutex<ReachedHosts>
    private let code: String?
    private let wishes = Mailbox<Wish>()
    /// The operator's side.
    public let desk: OperatorDesk

    /// A stage.
    ///
    /// - Parameters:
    ///   - view: what is shown first.
    ///   - code: what a page has to know to be let in; nil where only this machine can reach it.
    ///   - operatorKey: what the operator's page has to know; nil where there is no such page.
    public init(_ view: PatientView, code: String? = nil, operatorKey: String? = nil) {
        state = Mutex(State(view: view))
        hosts = Mutex(ReachedHosts { AllowedHosts(port: 0) })
        self.code = code
        desk = OperatorDesk(key: operatorKey)
        desk.show(view)
    }

    /// Says by what names the pages may be reached; until then by none.
    ///
    /// - Parameter hosts: asked again where a page uses another name: a machine gets addresses as
    ///   it moves from one network to the next.
    public func open(to hosts: @autoclosure @escaping @Sendable () -> AllowedHosts) {
        self.hosts.withLock { $0 = ReachedHosts(hosts) }
    }

    // For the test.

    /// Shows something in place of what was shown before.
    public func show(_ view: PatientView) {
        let shown = desk.shown
        state.withLock { state in
            state.view = view
            state.isResultGone = false
            state.number += 1
            state.shown = shown
            state.seat?.live?.put(state.text())
        }
        desk.show(view)
    }

    /// Names what ends the test that runs, or its warm-up; nil while none does.
    public func runs(_ stop: StopRequest?, isWarmUp: Bool = false) {
        state.withLock { state in
            state.stop = stop
            state.isWarmUp = isWarmUp
        }
        wishes.clear()
    }

    /// Why the letters of a test cannot be seen, if so.
    public var screenTrouble: String? {
        state.withLock { state in
            guard case .test = state.view, let seat = state.seat else { return nil }
            if seat.isGone { return "The screen is not connected." }
            return seat.showsLetters ? nil : "The letters are not on the screen."
        }
    }

    /// The next wish of a page, if there is one within the time.
    public func wish(within seconds: Double) -> Wish? { wishes.take(within: seconds) }

    /// Shows the last of all and waits until the page has got it, or for a time.
    public func end(_ view: PatientView, within seconds: Double) {
        let live = state.withLock { state in
            state.view = view
            // The result of who sat there before is not for whoever has the seat.
            if state.isResultGone, case .result = view {
                state.view = .over(title: "Aloud has ended", words: "")
            }
            state.number += 1
            state.seat?.live?.put(state.text(isLast: true))
            return state.seat?.live
        }
        desk.show(view)
        let deadline = ContinuousClock.now + .seconds(seconds)
        while let live, !live.isDelivered, ContinuousClock.now < deadline {
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    // For the server.

    public func admit(_ head: Request) -> Admission {
        guard hosts.withLock({ $0.allow(head) }) else { return .refused(.foreign) }
        return knows(head) || desk.knows(head) ? .known : .stranger
    }

    public func respond(to request: Request) -> Reply {
        do throws(Refusal) {
            return try answer(request)
        } catch {
            return .content(error.content)
        }
    }

    private func answer(_ request: Request) throws(Refusal) -> Reply {
        guard hosts.withLock({ $0.allow(request) }) else { throw .foreign }
        switch (request.method, request.path) {
        case ("POST", "/seat"): return .content(try takeSeat(request))
        case ("GET", "/events"): return .live(try openEvents(request))
        case ("POST", "/begin"):
            try check(request)
            let begin = try BeginRequest(request.body)
            let isTaken = state.withLock { state in
                guard case .waiting = state.view else { return false }
                state.begun = begin
                return true
            }
            guard isTaken else { throw .notNow }
            wishes.put(.begin(begin))
        case ("POST", "/answer"):
            try check(request)
            try desk.put(HandAnswer(request.body, to: state.withLock { $0.view }).act)
        case ("POST", "/go-on"):
            try check(request)
            wishes.put(.goOn)
        case ("POST", "/again"):
            try check(request)
            wishes.put(.again)
        case ("POST", "/touched"):
            try check(request)
            wishes.put(.touched)
        case ("POST", "/shown"):
            try check(request)
            let body: ShownBody = try Self.read(request)
            state.withLock { $0.seat?.showsLetters = body.isShown }
        case ("POST", "/stop"):
            try check(request)
            let body: StopBody = try Self.read(request)
            let stop = state.withLock { state in
                body.ofWarmUp == state.isWarmUp ? state.stop : nil
            }
            // What it was meant for may be over.
            guard let stop else { throw .notNow }
            stop.request()
        case (_, let path) where path.hasPrefix("/operator/"): return try desk.answer(request)
        case ("GET", let path):
            guard let file = PageFile.at(path) else { throw .notFound }
            return .content(file)
        case (_, let path):
            throw PageFile.at(path) == nil ? .notFound : .wrongMethod
        }
        return .content(.done)
    }

    /// Whether the page shows the letters that it was sent.
    private struct ShownBody: Decodable {
        var isShown: Bool
    }

    /// What is to be stopped: the warm-up or the test.
    private struct StopBody: Decodable {
        var ofWarmUp: Bool
    }

    private static func read<Body: Decodable>(_ request: Request) throws(Refusal) -> Body {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(request.body)) else {
            throw .malformed
        }
        return body
    }

    // The patient's seat: one page at a time.

    private struct SeatRequest: Decodable {
        var session: String?
        var code: String?
    }

    private func takeSeat(_ request: Request) throws(Refusal) -> Reply.Content {
        let wanted: SeatRequest = try Self.read(request)
        let seat = state.withLock { state -> Result<Seat, Refusal> in
            if let seat = state.seat, seat.session == wanted.session { return .success(seat) }
            if let code {
                // A page that does not know of the code yet has not guessed.
                guard let given = wanted.code else { return .failure(.wrongCode) }
                guard state.pairing.allows(request.peer) else { return .failure(.lockedOut) }
                guard given == code else {
                    state.pairing.missed(request.peer)
                    return .failure(.wrongCode)
                }
                state.pairing.found(request.peer)
            }
            if let seat = state.seat, seat.isTaken { return .failure(.seatTaken) }
            let seat = Seat()
            state.seat = seat
            // A result is for the page that it was shown on: who else takes the seat is the next
            // person.
            if case .result(_, _, _, chooses: true, _) = state.view {
                state.view = .rest(title: "One moment, please", words: "", canGoOn: false)
                state.isResultGone = true
                state.number += 1
                wishes.put(.again)
            }
            return .success(seat)
        }
        let session = try seat.get().session
        return Reply.Content(
            type: "application/json", body: Array("{\"session\":\"\(session)\"}\n".utf8))
    }

    private func check(_ request: Request) throws(Refusal) {
        guard knows(request) else { throw .unknownSession }
    }

    private func knows(_ request: Request) -> Bool {
        let session = state.withLock { $0.seat?.session }
        return session != nil && request.query["session"] == session
    }

    /// The line to the page in the seat. A page that comes back takes the place of its old line.
    private func openEvents(_ request: Request) throws(Refusal) -> LiveText {
        try check(request)
        return state.withLock { state in
            if let old = state.seat?.live {
                let view = PatientView.over(
                    title: "Shown elsewhere", words: "The test goes on in another window.")
                old.put(view.json(number: state.number, isLast: true).text)
                old.end()
            }
            let session = state.seat?.session
            let live = LiveText(state.text())
            live.whenClosed { [weak self] _ in self?.left(session) }
            state.seat?.live = live
            state.seat?.showsLetters = true
            return live
        }
    }

    private func left(_ session: String?) {
        state.withLock { state in
            guard state.seat?.session == session else { return }
            state.seat?.leave()
        }
    }
}
