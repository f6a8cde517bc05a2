internal import Foundation
package import HTTP
package import Platform
internal import Records
internal import Synchronization

/// Connects a test with its pages: it holds the view to be shown, and which page may show it.
///
/// A test shows a view here and continues at once; pages get the latest view when they are ready.
/// Any thread.
package final class PageController: Responder {
    /// A request of a page, apart from answers.
    package enum PageRequest: Sendable, Equatable {
        /// Begin the test.
        case begin(BeginRequest)
        /// Go on after a rest.
        case goOn
        /// Start at the size of this number, from 1 for the largest.
        case choose(Int)
        /// Start another test after the result.
        case again
        /// Keep the result: somebody touched its page.
        case touched
        /// Whether the brightness of the screen changed during the test: its result is not true then.
        case screen(hasChanged: Bool)
        /// Listen for answers to the set-up, or stop listening.
        case listen(Bool)
    }

    private let state: Mutex<PageState>
    private let hosts: Mutex<ReachedHosts>
    private let code: String?
    private let requests = Mailbox<PageRequest>()
    private let screens: ScreenMeasures
    private let parts: [any PagePart]
    private let gate: (any LaneGate)?
    private let authority: LaneAuthority?
    private let people: (@Sendable (_ words: String, _ login: String) -> [LanePerson])?
    private let phonePad: PhonePadOffer?
    /// The notation of acuity on the pages.
    let notation: PageNotation
    /// The operator's side.
    package let operatorSession: OperatorSession
    /// The device that shows the patient's page.
    package let device: PageDevice

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
    ///   - people: finds the people of the records whose name or identifier matches a typed text,
    ///     for the person of a login; nil without records.
    ///   - phonePad: offers the keys on a phone; nil if no other device can reach the pages.
    ///   - hasVoice: whether a voice speaks the requests.
    ///   - notation: the notation of acuity.
    ///   - language: the language in which the patient's page starts, as a code of ISO 639; nil for
    ///     that of the browser.
    package init(
        _ view: PatientView, code: String? = nil, operatorKey: String? = nil,
        screens: ScreenMeasures = ScreenMeasures(), program: String? = nil,
        device: PageDevice = PageDevice(), parts: [any PagePart] = [],
        gate: (any LaneGate)? = nil, authority: LaneAuthority? = nil,
        people: (@Sendable (_ words: String, _ login: String) -> [LanePerson])? = nil,
        phonePad: PhonePadOffer? = nil, hasVoice: Bool = false,
        notation: PageNotation = .automatic, language: String? = nil
    ) {
        self.notation = notation
        self.people = people
        self.phonePad = phonePad
        self.gate = gate
        self.authority = authority
        self.device = device
        self.parts = parts
        self.screens = screens
        state = Mutex(
            PageState(
                view: view, device: device, program: program, offersPad: phonePad != nil,
                hasVoice: hasVoice, language: language))
        hosts = Mutex(ReachedHosts { AllowedHosts(port: 0) })
        self.code = code
        operatorSession = OperatorSession(key: operatorKey)
        operatorSession.show(view)
    }

    /// Sets the names that reach the pages.
    ///
    /// - Parameter hosts: evaluated again if a page uses an unknown name, because a machine gets
    ///   new addresses when it changes networks.
    package func open(to hosts: @autoclosure @escaping @Sendable () -> AllowedHosts) {
        self.hosts.withLock { $0 = ReachedHosts(hosts) }
    }

    // For the test.

    /// Replaces the view.
    package func show(_ view: PatientView) {
        let shown = operatorSession.shown
        state.withLock { $0.show(view, shown: shown) }
        operatorSession.show(view)
    }

    /// Shows with the letters whether Aloud listens, hears somebody, thinks or speaks.
    package func show(_ activity: ListeningActivity?) { state.withLock { $0.show(activity) } }

    /// Shows on the start form the speech heard there; nil if nobody listens.
    package func show(_ setup: SetupSound?) { state.withLock { $0.show(setup) } }

    /// Shows on the start form the choice of the records page for the next test; nil for none.
    package func show(_ choice: LaneChoice?) { state.withLock { $0.show(choice) } }

    /// Names the person who is tested, on the sheet and for the operator; nil if unknown.
    package func name(tested name: String?) {
        operatorSession.tests(state.withLock { $0.name(tested: name) })
    }

    /// Shows whether the voice that guides the person cannot be heard, for lack of a loudspeaker.
    package func show(isMute: Bool) {
        state.withLock { $0.show(isMute: isMute) }
        operatorSession.isMute(isMute)
    }

    /// Sends the page the state of its device.
    package func tellDevice() { state.withLock { $0.send() } }

    /// Sets what the stop button ends: the running test or its warm-up; nil if neither runs.
    package func runs(_ stop: StopRequest?, isWarmUp: Bool = false) {
        state.withLock { $0.runs(stop, isWarmUp: isWarmUp) }
        requests.clear()
    }

    /// The reason that the patient cannot see the letters of the test; nil if they can.
    package var screenTrouble: String? { state.withLock { $0.screenTrouble } }

    /// The next request of a page; nil if none arrives in time.
    package func nextRequest(within seconds: Double) -> PageRequest? {
        requests.take(within: seconds)
    }

    /// Shows the last view and waits until the page has received it, or until the time is up.
    package func end(_ view: PatientView, within seconds: Double) {
        let live = state.withLock { $0.end(view) }
        operatorSession.show(view)
        let deadline = ContinuousClock.now + .seconds(seconds)
        while let live, !live.isDelivered, ContinuousClock.now < deadline {
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    // For the server.

    package func admit(_ head: Request) -> Admission {
        if let refusal = hosts.withLock({ $0.refusal(of: head) }) { return .refused(refusal) }
        let isKnown =
            knows(head) || operatorSession.knows(head) || knowsPad(head)
            || part(of: head)?.knows(head) == true
        return isKnown ? .known : .stranger
    }

    package func respond(to request: Request) -> Reply {
        do throws(Refusal) { return try answer(request) } catch {
            return .content(content(error, for: request))
        }
    }

    package func translate(_ sentence: String, for request: Request) -> Translation {
        let language = Catalogue.preferred(request.headers["accept-language"])
        return Translation(
            language: language,
            text: Catalogue(language: language)?.translated(sentence) ?? sentence)
    }

    package func bodyLimit(of head: Request) -> Int? {
        // Strangers have the usual, small limit.
        guard let part = part(of: head), part.knows(head) else { return nil }
        return part.bodyBytes
    }

    private func part(of request: Request) -> (any PagePart)? {
        parts.first { $0.has(request.path) }
    }

    private func answer(_ request: Request) throws(Refusal) -> Reply {
        if let refusal = hosts.withLock({ $0.refusal(of: request) }) { throw refusal }
        if let part = part(of: request) { return try part.answer(request) }
        if let reply = authority?.answer(to: request.read) { return .content(reply) }
        let route = try Self.routes.find(request).route
        let call = try call(request.read, for: route.access)
        guard request.method != "HEAD" || !route.isStream else {
            return .content(Reply.Content(type: "text/event-stream", body: []))
        }
        // The library leaves out the body of an answer to HEAD.
        return try route.answer(call)
    }

    /// Makes sure that the sender of a request has the right, and returns the call.
    private func call(_ request: Request, for access: PageAccess) throws(Refusal) -> PageCall {
        switch access {
        case .anyone: return PageCall(request, pages: self)
        case .patient:
            guard knows(request) else { throw .unknownSession }
            return PageCall(request, pages: self)
        case .pad:
            guard knowsPad(request) else { throw .padEnded }
            return PageCall(request, pages: self)
        case .conductor:
            guard operatorSession.hasPage else { throw .notFound }
            guard let gate, gate.isClosed else {
                guard operatorSession.knows(request) else { throw .wrongCode }
                return PageCall(request, pages: self)
            }
            let login = try gate.conductor(of: request, isAtLane: false)
            if request.method == "POST" { operatorSession.isConducted(by: login) }
            return PageCall(request, pages: self) { gate.mayStay(request) }
        }
    }

    // The handlers of the routes.

    func begin(_ request: Request) throws(Refusal) {
        var begin = try BeginRequest(request.body)
        if let gate, gate.isClosed {
            begin.conductor = try gate.conductor(of: request, isAtLane: true)
        }
        if begin.isCalibrated {
            begin.measuredAt = screens.time(
                ofMeasure: begin.pixelsPerMillimetre, in: BrowserCookie.browser(of: request))
        }
        let begun = begin
        try checkPerson(of: begun, request)
        let isTaken = state.withLock { $0.begins(begun) }
        guard isTaken else { throw .notNow }
        operatorSession.tests(begun.person)
        requests.put(.begin(begun))
    }

    /// Whether a page may search people while a name is typed: only in a clinic with accounts, and
    /// only if the person who signed in may see names.
    private func findsPeople(_ request: Request) -> Bool {
        people != nil && gate?.isClosed == true && gate?.seesNames(request) == true
    }

    /// Makes sure that a test begins with the person whom its page showed.
    private func checkPerson(of begin: BeginRequest, _ request: Request) throws(Refusal) {
        if let number = begin.choice {
            guard state.withLock({ $0.choice?.number }) == number else { throw .choiceEnded }
        }
        if begin.personKey != nil {
            guard findsPeople(request) else { throw .notAllowed }
        }
    }

    /// Finds people whose name or identifier matches the typed text.
    func findPeople(_ request: Request) throws(Refusal) -> Reply {
        guard findsPeople(request), let people, let gate else { throw .notAllowed }
        let login = try gate.conductor(of: request, isAtLane: true)
        let body: PeopleBody = try request.json()
        let words = String(body.words.prefix(BeginRequest.longestName))
        return .later { .json(["people": people(words, login).map(\.json)] as JSONObject) }
    }

    /// The words to find in names and identifiers.
    private struct PeopleBody: Decodable {
        var words: String
    }

    /// Queues a request from the page for the test.
    func put(_ request: PageRequest) { requests.put(request) }

    /// Takes an answer by hand.
    func takeAnswer(_ request: Request) throws(Refusal) {
        try operatorSession.put(HandAnswer(request.body, to: state.withLock { $0.view }).act)
    }

    /// The language of the patient's page, as a code of ISO 639; nil before it has said so.
    package var language: String? { state.withLock { $0.language } }

    /// Notes the language of the patient's page.
    func isIn(_ language: String) { state.withLock { $0.isIn(language) } }

    /// Puts the patient's page, and the keys on a phone, into the language in which the person's
    /// answers are heard from now on. The next view brings the change.
    package func hears(_ language: String) { state.withLock { $0.hears(language) } }

    func measure(_ request: Request) throws(Refusal) -> Reply.Content {
        try screens.answer(request)
    }

    func measureGrey(_ request: Request) throws(Refusal) -> Reply.Content {
        try screens.answerGrey(request)
    }

    /// Notes whether the page shows the letters that it was sent.
    func shows(letters: Bool, areTooSmall: Bool) {
        state.withLock { $0.shows(letters: letters, areTooSmall: areTooSmall) }
    }

    /// Stops the warm-up or the test.
    ///
    /// - Throws: `Refusal.notNow` if it has ended.
    func stop(ofWarmUp: Bool) throws(Refusal) {
        let stop = state.withLock { $0.stop(ofWarmUp: ofWarmUp) }
        guard let stop else { throw .notNow }
        stop.request()
    }

    private struct SessionRequest: Decodable {
        var session: String?
        var code: String?
        var takesOver: Bool?
    }

    func openSession(_ request: Request) throws(Refusal) -> Reply.Content {
        let wanted: SessionRequest = try request.json()
        let isClosed = gate?.isClosed == true
        let login = isClosed ? try gate?.conductor(of: request, isAtLane: true) : nil
        let code = isClosed ? nil : code
        let (page, holder) = state.withLock { state in
            let page = Result { () throws(Refusal) in
                try state.admit(
                    (wanted.session, wanted.code, wanted.takesOver == true), code: code,
                    from: request.peer, as: LaneHolder(request, login: login))
            }
            return (page, state.holder)
        }
        if case .failure(.pageTaken) = page, let holder { return BusyLane(holder).content }
        let admission = try page.get()
        // The requests of the former page are not meant for this one.
        if wanted.takesOver == true { requests.clear() }
        admission.ended?.request()
        let (sees, finds) = (!isClosed || gate?.seesNames(request) == true, findsPeople(request))
        state.withLock { $0.set(seesNames: sees, findsPeople: finds) }
        if admission.isResultRemoved { requests.put(.again) }
        return .json(["session": admission.token])
    }

    /// Notes that the page is closed or reloaded.
    func leave(_ request: Request) {
        state.withLock { $0.leave(load: request.query["load"]) }
    }

    func openEvents(_ request: Request) -> LiveText {
        state.withLock { state in
            let live = state.openStream(load: request.query["load"])
            let token = state.token
            live.whenClosed { [weak self] _ in self?.state.withLock { $0.left(token) } }
            return live
        }
    }

    /// Gives the patient's page an address that opens the keys on a phone.
    func offerPad(_ request: Request) throws(Refusal) -> Reply.Content {
        guard let phonePad else { throw .notNow }
        let key = state.withLock { $0.renewPad() }
        return try phonePad.answer(key: key, host: request.headers["host"])
    }

    /// Opens the events of the keys on a phone.
    func openPad() throws(Refusal) -> LiveText {
        let opened = state.withLock { state -> LiveText? in
            guard let live = state.openPad() else { return nil }
            live.whenClosed { [weak self] live in
                self?.state.withLock { $0.padLeft(live) }
            }
            return live
        }
        guard let opened else { throw .padEnded }
        return opened
    }

    private func knowsPad(_ request: Request) -> Bool {
        guard let key = state.withLock({ $0.padKey }) else { return false }
        return SecretWord.isSame(
            request.headers["x-aloud-key"] ?? request.query["key"] ?? "", key)
    }

    private func knows(_ request: Request) -> Bool {
        let token = state.withLock { $0.token }
        return token != nil && request.query["session"] == token
    }
}
