internal import Foundation
public import Platform
internal import Records
internal import Synchronization

/// Connects a test with its pages: it holds the view to be shown, and which page may show it.
///
/// A test shows a view here and goes on at once; pages get the latest view when they are ready. Any
/// thread.
public final class PageController: Responder {
    /// A request of a page, apart from answers.
    public enum PageRequest: Sendable, Equatable {
        /// Begin the test.
        case begin(BeginRequest)
        /// Go on after a rest.
        case goOn
        /// Start another test after the result.
        case again
        /// Keep the result: somebody touched its page.
        case touched
        /// Listen for answers to the set-up, or stop listening.
        case listen(Bool)
    }

    private struct State {
        var view: PatientView
        let device: PageDevice
        var number = 0
        var shown = 0
        var begun: BeginRequest?
        var session: PageSession?
        var pairing = PairingTries()
        var stop: StopRequest?
        /// Whether `stop` ends a warm-up.
        var isWarmUp = false
        /// Whether a result was removed because another page took over.
        var isResultGone = false
        /// The activity that the page shows beside the letters.
        var activity: ListeningActivity?
        /// The answers to the set-up that are heard; nil if nobody listens.
        var setup: SetupSound?
        /// Whether the voice that guides the person cannot be heard.
        var isMute = false
        /// The program and its version, for the result.
        var program: String?

        /// The view as the page receives it.
        func text(isLast: Bool = false) -> String {
            var json = view.json(
                number: number, shown: shown, isMeasured: begun?.isCalibrated, isWarmUp: isWarmUp,
                isLast: isLast)
            switch view {
            case .result:
                json.add([
                    "person": orNull(begun?.person),
                    "correction": orNull(begun?.correction?.rawValue),
                    "program": orNull(program),
                ])
            case .waiting: json.add(["setup": orNull(setup?.json), "isMute": isMute])
            case .test: json.add(["sign": orNull(activity?.rawValue)])
            case .choose, .rest, .over: break
            }
            json.add(["device": device.json])
            return json.jsonText
        }
    }

    private let state: Mutex<State>
    private let hosts: Mutex<ReachedHosts>
    private let code: String?
    private let requests = Mailbox<PageRequest>()
    private let screens: ScreenMeasures
    private let parts: [any PagePart]
    private let gate: (any LaneGate)?
    private let authority: Doorway.Authority?
    /// The operator's side.
    public let operatorSession: OperatorSession
    /// The device that shows the patient's page.
    public let device: PageDevice

    /// Pages that cannot be reached until `open` is called.
    ///
    /// - Parameters:
    ///   - view: the first view.
    ///   - code: the pairing code a page has to give; nil if only this machine can reach the pages.
    ///   - operatorKey: the key of the operator's page; nil if there is none.
    ///   - screens: the measured screens.
    ///   - program: the program and its version, for the result.
    ///   - device: the parts of the page's device that the test uses.
    ///   - parts: pages besides those of the test.
    ///   - gate: decides who may use the pages; nil for everybody who has the code or the key.
    ///   - authority: the authority of this machine, for the page that shows it.
    public init(
        _ view: PatientView, code: String? = nil, operatorKey: String? = nil,
        screens: ScreenMeasures = ScreenMeasures(), program: String? = nil,
        device: PageDevice = PageDevice(), parts: [any PagePart] = [],
        gate: (any LaneGate)? = nil, authority: Doorway.Authority? = nil
    ) {
        self.gate = gate
        self.authority = authority
        self.device = device
        self.parts = parts
        self.screens = screens
        state = Mutex(State(view: view, device: device, program: program))
        hosts = Mutex(ReachedHosts { AllowedHosts(port: 0) })
        self.code = code
        operatorSession = OperatorSession(key: operatorKey)
        operatorSession.show(view)
    }

    /// Sets the names by which the pages may be reached.
    ///
    /// - Parameter hosts: evaluated again when a page uses an unknown name, because a machine gets
    ///   new addresses when it changes networks.
    public func open(to hosts: @autoclosure @escaping @Sendable () -> AllowedHosts) {
        self.hosts.withLock { $0 = ReachedHosts(hosts) }
    }

    // For the test.

    /// Replaces the view.
    public func show(_ view: PatientView) {
        let shown = operatorSession.shown
        state.withLock { state in
            state.view = view
            state.isResultGone = false
            state.number += 1
            state.shown = shown
            state.session?.live?.put(state.text())
        }
        operatorSession.show(view)
    }

    /// Shows beside the letters whether Aloud listens, hears somebody, thinks or speaks.
    public func show(_ activity: ListeningActivity?) {
        update { state in
            guard state.activity != activity else { return false }
            state.activity = activity
            if case .test = state.view { return true }
            return false
        }
    }

    /// Shows on the start form what is heard there; nil if nobody listens.
    public func show(_ setup: SetupSound?) {
        update { state in
            guard state.setup != setup else { return false }
            state.setup = setup
            if case .waiting = state.view { return true }
            return false
        }
    }

    /// Shows whether the voice that guides the person cannot be heard, for lack of a loudspeaker.
    public func show(isMute: Bool) {
        update { state in
            guard state.isMute != isMute else { return false }
            state.isMute = isMute
            if case .waiting = state.view { return true }
            return false
        }
        operatorSession.isMute(isMute)
    }

    /// Changes the state, and sends it if the change returns true. The number of the view stays.
    private func update(_ change: (inout State) -> Bool) {
        state.withLock { state in
            if change(&state) { state.session?.live?.put(state.text()) }
        }
    }

    /// Sends the page the state of its device.
    package func tellDevice() { state.withLock { $0.session?.live?.put($0.text()) } }

    /// Sets what the stop button ends: the running test or its warm-up; nil if neither runs.
    public func runs(_ stop: StopRequest?, isWarmUp: Bool = false) {
        state.withLock { state in
            state.stop = stop
            state.isWarmUp = isWarmUp
        }
        requests.clear()
    }

    /// The reason that the patient cannot see the letters of the test; nil if they can.
    public var screenTrouble: String? {
        state.withLock { state in
            guard case .test = state.view, let session = state.session else { return nil }
            if session.isGone { return "The screen is not connected." }
            return session.showsLetters ? nil : "The letters cannot be seen on the screen."
        }
    }

    /// The next request of a page; nil if none arrives in time.
    public func nextRequest(within seconds: Double) -> PageRequest? {
        requests.take(within: seconds)
    }

    /// Shows the last view and waits until the page has received it, or until the time is up.
    public func end(_ view: PatientView, within seconds: Double) {
        let live = state.withLock { state in
            state.view = view
            // The page now belongs to another person, who must not see this result.
            if state.isResultGone, case .result = view {
                state.view = .over(title: "Aloud has stopped", words: "")
            }
            state.number += 1
            state.session?.live?.put(state.text(isLast: true))
            return state.session?.live
        }
        operatorSession.show(view)
        let deadline = ContinuousClock.now + .seconds(seconds)
        while let live, !live.isDelivered, ContinuousClock.now < deadline {
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    // For the server.

    public func admit(_ head: Request) -> Admission {
        if let refusal = hosts.withLock({ $0.refusal(of: head) }) { return .refused(refusal) }
        let isKnown =
            knows(head) || operatorSession.knows(head)
            || part(of: head)?.knows(head) == true
        return isKnown ? .known : .stranger
    }

    public func respond(to request: Request) -> Reply {
        do throws(Refusal) {
            return try answer(request)
        } catch {
            return .content(error.content(for: request))
        }
    }

    public func bodyLimit(of head: Request) -> Int? { part(of: head)?.bodyBytes }

    private func part(of request: Request) -> (any PagePart)? {
        parts.first { $0.has(request.path) }
    }

    private func answer(_ request: Request) throws(Refusal) -> Reply {
        if let refusal = hosts.withLock({ $0.refusal(of: request) }) { throw refusal }
        if let part = part(of: request) { return try part.answer(request) }
        if let authority, let reply = Doorway.reply(to: request, authority) {
            return .content(reply)
        }
        switch (request.method, request.path) {
        case ("POST", "/session"): return .content(try openSession(request))
        case ("GET", "/events"): return .live(try openEvents(request))
        case ("POST", "/begin"):
            try check(request)
            var begin = try BeginRequest(request.body)
            if let gate, gate.isClosed {
                begin.conductor = try gate.conductor(of: request, isAtLane: true)
            }
            let begun = begin
            let isTaken = state.withLock { state in
                guard case .waiting = state.view else { return false }
                state.begun = begun
                return true
            }
            guard isTaken else { throw .notNow }
            operatorSession.tests(begun.person)
            requests.put(.begin(begun))
        case ("POST", "/answer"):
            try check(request)
            try operatorSession.put(HandAnswer(request.body, to: state.withLock { $0.view }).act)
        case ("POST", "/go-on"):
            try check(request)
            requests.put(.goOn)
        case ("POST", "/again"):
            try check(request)
            requests.put(.again)
        case ("POST", "/touched"):
            try check(request)
            requests.put(.touched)
        case ("POST", "/listen"):
            try check(request)
            let body: ListenBody = try Self.read(request)
            requests.put(.listen(body.isOn))
        case ("POST", "/screen"):
            try check(request)
            return .content(try screen(request))
        case ("POST", "/shown"):
            try check(request)
            let body: ShownBody = try Self.read(request)
            state.withLock { $0.session?.showsLetters = body.isShown }
        case ("POST", "/stop"):
            try check(request)
            let body: StopBody = try Self.read(request)
            let stop = state.withLock { state in
                body.ofWarmUp == state.isWarmUp ? state.stop : nil
            }
            // The test or warm-up to stop may have ended.
            guard let stop else { throw .notNow }
            stop.request()
        case ("POST", "/moon"):
            return .content(
                try MoonFacts(request.body, now: Date().timeIntervalSince1970).content)
        case ("POST", let path) where PageDevice.paths.contains(path):
            try check(request)
            try device.take(request)
        case ("GET", PageDevice.netsPath): return .content(try device.nets())
        case (_, let path) where path.hasPrefix("/operator/"):
            guard let gate, gate.isClosed else { return try operatorSession.answer(request) }
            let login = try gate.conductor(of: request, isAtLane: false)
            if request.method == "POST" { operatorSession.isConducted(by: login) }
            return try operatorSession.answerKnown(request) {
                (try? gate.conductor(of: request, isAtLane: true)) != nil
            }
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

    /// Whether answers to the set-up are to be heard.
    private struct ListenBody: Decodable {
        var isOn: Bool
    }

    /// Gives or keeps the measure of a screen.
    private func screen(_ request: Request) throws(Refusal) -> Reply.Content {
        let body: ScreenRequest = try Self.read(request)
        guard body.isValid else { throw .malformed }
        let known = BrowserCookie.browser(of: request)
        let browser = known ?? SecretWord.hexadecimal()
        if let measured = body.perMillimetre {
            screens.keep(measured, of: body.screen, in: browser, at: .now)
        }
        let measure = screens.measure(of: body.screen, in: browser)
        let json: JSONObject = [
            "perMillimetre": orNull(measure?.perMillimetre),
            "measuredAt": orNull(measure.map { Int($0.time * 1_000) }),
        ]
        return Reply.Content(
            type: "application/json", body: Array((json.jsonText + "\n").utf8),
            cookie: BrowserCookie.header(browser))
    }

    /// Whether the warm-up or the test is to be stopped.
    private struct StopBody: Decodable {
        var ofWarmUp: Bool
    }

    private static func read<Body: Decodable>(_ request: Request) throws(Refusal) -> Body {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(request.body)) else {
            throw .malformed
        }
        return body
    }

    // The patient's session: one page at a time.

    private struct SessionRequest: Decodable {
        var session: String?
        var code: String?
    }

    private func openSession(_ request: Request) throws(Refusal) -> Reply.Content {
        let wanted: SessionRequest = try Self.read(request)
        let isClosed = gate?.isClosed == true
        if isClosed { _ = try gate?.conductor(of: request, isAtLane: true) }
        let session = state.withLock { state -> Result<PageSession, Refusal> in
            if let session = state.session, session.token == wanted.session {
                return .success(session)
            }
            if let code, !isClosed {
                // A page without a code has not guessed one.
                guard let given = wanted.code else { return .failure(.wrongCode) }
                guard state.pairing.allows(request.peer) else { return .failure(.lockedOut) }
                guard given == code else {
                    state.pairing.missed(request.peer)
                    return .failure(.wrongCode)
                }
                state.pairing.found(request.peer)
            }
            if let session = state.session, session.isTaken { return .failure(.pageTaken) }
            let session = PageSession()
            state.session = session
            // A result is only for the page that showed it: a new page means the next person.
            if case .result(_, _, _, chooses: true, _) = state.view {
                state.view = .rest(title: "One moment, please", words: "", canGoOn: false)
                state.isResultGone = true
                state.number += 1
                requests.put(.again)
            }
            return .success(session)
        }
        let token = try session.get().token
        return Reply.Content(
            type: "application/json", body: Array("{\"session\":\"\(token)\"}\n".utf8))
    }

    private func check(_ request: Request) throws(Refusal) {
        guard knows(request) else { throw .unknownSession }
    }

    private func knows(_ request: Request) -> Bool {
        let token = state.withLock { $0.session?.token }
        return token != nil && request.query["session"] == token
    }

    /// The event stream to the patient's page. A page that reconnects replaces its old stream.
    private func openEvents(_ request: Request) throws(Refusal) -> LiveText {
        try check(request)
        return state.withLock { state in
            if let old = state.session?.live {
                let view = PatientView.over(
                    title: "Open in another window",
                    words: "The test is shown in another window. You may close this one.")
                old.put(view.json(number: state.number, isLast: true).jsonText)
                old.end()
            }
            let token = state.session?.token
            let live = LiveText(state.text())
            live.whenClosed { [weak self] _ in self?.left(token) }
            state.session?.live = live
            state.session?.showsLetters = true
            return live
        }
    }

    private func left(_ token: String?) {
        state.withLock { state in
            guard state.session?.token == token else { return }
            state.session?.leave()
        }
    }
}
